/**
 * The arguments of a finished call. Text that is no JSON object is kept as it came, so that nothing of it is lost: no tool is
 * run on it, and the renderer makes it an object, with a diagnostic, when the history is sent again.
 */
import type { JsonObject } from '@interlock/transcript';
import { asObject, parseJson } from '../json.ts';

export function parseArguments(text: string): JsonObject | string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'null') return {};
  const value = parseJson(trimmed);
  // Some models write the object as a string inside the string.
  return asObject(value) ?? asObject(typeof value === 'string' ? parseJson(value) : undefined) ?? text;
}
