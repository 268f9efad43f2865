/** Who must act on what was thrown: the caller, where the history runs code of its own or the traits are the caller's; else we. */
import { TranscriptError, toJson } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import type { Target } from '../target/target.ts';
import type { SoundInput } from './read-input.ts';

export function meaningOf(error: unknown, { contents }: SoundInput, { traits, compat, protocol }: Target): unknown {
  if (error instanceof ConfigError) return error;
  if (error instanceof TranscriptError) {
    const isTheirs = traits !== undefined || compat !== undefined || protocol !== undefined;
    if (error.fault !== 'projection-fault' || !isTheirs) return error;
    return new ConfigError(
      'invalid-target',
      `What is said about the target contradicts itself. ${error.message}`,
      'Leave out `traits`, `compat` and `protocol` one by one to find which.',
      { cause: error },
    );
  }
  if (!toJson(contents).changes.some(({ kind }) => kind === 'unreadable')) return error;
  return new ConfigError(
    'invalid-contents',
    'The history cannot be read: a getter or a proxy in it throws.',
    'Give plain data.',
  );
}
