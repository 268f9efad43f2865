/** What a credential is called where its secret must not be seen: the same after a restart, and no help in guessing it. */
import { createHash } from 'node:crypto';
import type { CredentialSource } from './route.ts';

/**
 * Secrets that stand in the configuration are numbered in the order in which they first appear in the route. `numbers`
 * remembers them while a route is read.
 */
export function accountName(source: CredentialSource, numbers: Map<string, number>): string {
  if (source.account !== undefined) return source.account;
  if ('env' in source) return `env:${source.env}`;
  if ('file' in source) return `file:${source.file}`;
  if ('command' in source) return `command:${createHash('sha256').update(source.command).digest('hex').slice(0, 8)}`;
  const [kind, secret] = 'token' in source ? ['token', source.token] : ['key', source.key];
  const known = `${kind}:${secret}`;
  const taken = [...numbers.keys()].filter((each) => each.startsWith(`${kind}:`)).length;
  const number = numbers.get(known) ?? taken + 1;
  numbers.set(known, number);
  return `${kind}:${number}`;
}
