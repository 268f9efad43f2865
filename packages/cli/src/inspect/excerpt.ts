/** Texts for the page: their beginning and their length. Other values are shown as JSON. */
import type { Excerpt } from '@interlock/inspector';
import { jsonText, toJson } from '@interlock/transcript';

/** In characters; the page requests the rest. */
const defaultLength = 2_000;

export function excerptOf(text: string, maxLength: number = defaultLength): Excerpt {
  return {
    text: text.slice(0, maxLength).toWellFormed(),
    length: text.length,
    ...(isDiff(text) ? { isDiff: true } : {}),
  };
}

export function shownText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : jsonText(toJson(value).value);
}

/** The same over several lines, for arguments. */
export function shownJson(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : (JSON.stringify(toJson(value).value, undefined, 2) ?? '');
}

/** Tools that change files answer with a unified diff. */
function isDiff(text: string): boolean {
  return /^(?:diff --git |--- \S[^\n]*\n\+\+\+ |@@ -\d)/m.test(text.slice(0, 1_000));
}
