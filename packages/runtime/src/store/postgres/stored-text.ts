/**
 * Text as it can be kept in a column and come back exactly: PostgreSQL refuses NUL, and half a surrogate pair would silently
 * become another character. `jsonb` does not help: it reorders keys, drops repeated ones and refuses the same characters.
 */
import { createHash } from 'node:crypto';

/** Injective and readable: what it escapes is what JSON escapes. */
export function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function unescapeText(stored: string): string {
  const text: unknown = JSON.parse(`"${stored}"`);
  return typeof text === 'string' ? text : stored;
}

/** For keys of any length; an index row holds less than 3 kB. */
export function digest(text: string): string {
  return createHash('sha256').update(escapeText(text)).digest('hex');
}

/** Over the place as well as the text: a row that was moved or renumbered is as wrong as one that was changed. */
export function checksum(session: string, sequence: number, at: number, body: string): string {
  return digest(JSON.stringify([session, sequence, at, body])).slice(0, 16);
}
