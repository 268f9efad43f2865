/**
 * The arguments of a finished call. Text that is no JSON object is kept as it came, so that nothing of it is lost: no tool is
 * run on it, and the renderer makes it an object, with a diagnostic, when the history is sent again.
 */
import type { JsonObject } from '@interlock/transcript';
import { asObject, isDeeperThan, parseJson } from '../json/json.ts';

/** No tool means arguments nested like that. They are not an object then, which fails the call and nothing else. */
const deepest = 100;

export function parseArguments(text: string): JsonObject | string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'null') return {};
  if (isDeeperThan(trimmed, deepest))
    return `${trimmed.slice(0, 1_000)}… (cut: nested more than ${deepest} levels deep)`;
  const value = parseJson(trimmed);
  // Some models write the object as a string inside the string.
  return asObject(value) ?? asObject(typeof value === 'string' ? parseJson(value) : undefined) ?? text;
}
