/** The caller's decisions about the render; one that nobody can follow is refused rather than passed over. */
import type { PolicyOptions } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import { count, type Forms, object, oneOf, readFields, recordOf, text } from '../json/forms.ts';

export function readPolicy(policy: unknown): PolicyOptions {
  const read = readFields<PolicyOptions>(policy, forms, (name, why) => {
    throw new ConfigError(
      'invalid-input',
      `\`policy.${name}\` cannot be used: ${why}.`,
      'Correct it, or leave it out.',
    );
  });
  if (read !== undefined) return read;
  throw new ConfigError('invalid-input', '`policy` must be an object.', 'Give an object, or leave it out.');
}

const forms = {
  reasoning: oneOf('all', 'last-turn', 'none'),
  foreignThinking: oneOf('drop', 'note'),
  /** Replaced by where the request goes. */
  target: object,
  orphans: oneOf('drop', 'restore', 'note'),
  longestResult: count,
  syntheticTexts: recordOf(text),
  onFault: oneOf('conservative', 'throw'),
} as const satisfies Forms<PolicyOptions>;
