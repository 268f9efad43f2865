/**
 * A value as text, with a version and a checksum. If either does not match, the value is not used: a damaged token would make the
 * provider refuse the whole request.
 */
import { createHash } from 'node:crypto';

const version = '1';

export function writeChecked(value: unknown): string {
  const json = JSON.stringify(value);
  return `${version}.${sumOf(json)}.${json}`;
}

/** `Value`: what this program has written. */
export function readChecked<Value>(text: string): Value | undefined {
  const [found, sum] = text.split('.', 2);
  const json = text.slice((found?.length ?? 0) + (sum?.length ?? 0) + 2);
  if (found !== version || sum !== sumOf(json)) return undefined;
  const value: Value = JSON.parse(json);
  return value;
}

function sumOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 22);
}
