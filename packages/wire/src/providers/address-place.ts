/** The variable parts of a provider's address: a region, a project, the name of a resource. */

/** One part of an address. */
export interface AddressPlace {
  readonly name: string;
  /** Environment variables that may hold it, in this order. */
  readonly env: readonly string[];
  readonly default?: string;
  /** Whether it may be absent. */
  readonly optional?: boolean;
  /** The path needs it too, so it is also required with a custom base URL. */
  readonly inPath?: boolean;
}

/** The places of a target by name; those that are required or have a default are always present. */
export type Places = Readonly<Record<string, string>>;
