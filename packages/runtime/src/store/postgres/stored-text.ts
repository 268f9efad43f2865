/**
 * Encodes text so that a column returns it unchanged: PostgreSQL refuses NUL, and a lone surrogate would silently become another
 * character. `jsonb` does not help: it reorders keys, drops duplicates and refuses the same characters.
 */
import { createHash } from 'node:crypto';

/** Injective and readable: uses JSON escapes. */
export function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function unescapeText(stored: string): string {
  const text: unknown = JSON.parse(`"${stored}"`);
  return typeof text === 'string' ? text : stored;
}

/** For keys of any length; an index row is limited to about 3 kB. */
export function digest(text: string): string {
  return createHash('sha256').update(escapeText(text)).digest('hex');
}

/** Covers the position as well as the text: a row that was moved or renumbered is invalid. */
export function checksum(session: string, sequence: number, at: number, body: string): string {
  return digest(JSON.stringify([session, sequence, at, body])).slice(0, 16);
}
