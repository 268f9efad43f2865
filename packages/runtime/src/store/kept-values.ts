/** Texts that several processes find by key, for a while: forgotten when no one has asked for them for `ageMs`. */
export interface KeptValues {
  /** One text under each of these keys. A later text of a key replaces the earlier one. */
  keep(keys: readonly string[], text: string, ageMs: number): Promise<void>;
  /** Each text once, with those of the keys that it is under. */
  find(keys: readonly string[], ageMs: number): Promise<readonly FoundValue[]>;
}

export interface FoundValue {
  readonly keys: readonly string[];
  readonly text: string;
}
