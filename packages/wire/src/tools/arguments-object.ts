/** The object that the text of a call's arguments means. Models also write `null` for none, and the object as a string inside the string. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, parseArgumentsJson } from '../json/json.ts';

/** Undefined if it means no object. */
export function argumentsObject(text: string): JsonObject | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'null') return {};
  const value = parseArgumentsJson(trimmed);
  return asObject(value) ?? asObject(typeof value === 'string' ? parseArgumentsJson(value) : undefined);
}
