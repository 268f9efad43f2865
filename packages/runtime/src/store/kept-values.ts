/** Temporary texts that several processes share by key: deleted when not read for `ageMs`. */
export interface KeptValues {
  /** Stores one text under these keys. A later text of a key replaces the earlier one. */
  keep(keys: readonly string[], text: string, ageMs: number): Promise<void>;
  /** Returns each text once, with its keys. */
  find(keys: readonly string[], ageMs: number): Promise<readonly FoundValue[]>;
}

export interface FoundValue {
  readonly keys: readonly string[];
  readonly text: string;
}
