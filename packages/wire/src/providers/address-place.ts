/** What an endpoint needs in addition to its provider: a region, a project, the name of a resource. */

/** One thing that an address is made of. */
export interface AddressPlace {
  readonly name: string;
  /** Environment variables that may hold it, in the order in which to look. */
  readonly env: readonly string[];
  readonly default?: string;
  /** It may be absent. */
  readonly optional?: boolean;
  /** The path needs it as well, so it is also needed with a custom base address. */
  readonly inPath?: boolean;
}

/** The places of a target by name; those with a default, or that were demanded, are there. */
export type Places = Readonly<Record<string, string>>;
