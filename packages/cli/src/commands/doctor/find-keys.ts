/** The providers that have a key on this machine, and where it is. */
import type { Config } from '../../config/config.ts';
import { allEntries, keyStateOf, type ProviderEntry } from '../../config/provider-entry.ts';
import type { Io } from '../../io/io.ts';

export interface FoundKey {
  readonly entry: ProviderEntry;
  /** A variable, file or profile; never the key. */
  readonly from: string;
}

/** A provider that needs no key counts only if it is configured: it may not be running. */
export function findKeys(config: Config, env: Io['env']): readonly FoundKey[] {
  return allEntries(config, env).flatMap((entry) => {
    const key = keyStateOf(entry, config, env);
    const isFound = key.there && (key.from !== 'none needed' || Object.keys(entry.config).length > 0);
    return isFound ? [{ entry, from: key.from }] : [];
  });
}
