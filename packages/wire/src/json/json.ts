/** Reads values of unknown type: a value of the wrong type counts as absent or empty, and nothing throws. */
import { type JsonObject, type JsonValue, parseExactly } from '@interlock/transcript';

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !isArray(value) ? value : undefined;
}

export function asArray(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isArray(value) ? value : [];
}

/** The objects of a list; everything else in it is dropped. */
export function asObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return asArray(value)
    .map(asObject)
    .filter((entry) => entry !== undefined);
}

export function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function asNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function asBoolean(value: JsonValue | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Deeper values, which nobody sends on purpose, would exhaust the stack of whatever walks over them, `JSON.stringify` included. */
export const deepest = 1_000;

/** The same for the arguments of a call in an answer. Text that is nested too deep counts as not JSON, and stays text. */
export function parseArgumentsJson(text: string): JsonValue | undefined {
  return isDeeperThan(text, deepest) ? undefined : parseJson(text);
}

/**
 * The same for the arguments of earlier calls, which a model reads again: integers that a number cannot hold keep their digits, as text. Text that
 * is nested too deep counts as not JSON, and stays text.
 */
export function parseExactJson(text: string): JsonValue | undefined {
  if (isDeeperThan(text, deepest)) return undefined;
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Whether JSON text nests lists and objects deeper than `limit`. */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length && depth <= limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return depth > limit;
}

/** The position of the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d,
] as const;

/** Whether a value nests lists and objects deeper than `levels`. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof each === 'object' && isNestedDeeper(each, levels - 1)) return true;
  }
  return false;
}

/** `Array.isArray` does not narrow a readonly array in a union. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** One object, several or none. */
export type Encoded = JsonObject | readonly JsonObject[] | undefined;

/**
 * Flattens a list of encoded parts. Nearly always each part became one object; then the list is returned itself, at its exact
 * length. A list that grows gets room for seventeen items at first, and a body has about a thousand lists of one or two.
 */
export function flat(list: readonly Encoded[]): readonly JsonObject[] {
  return list.every(isOne) ? list : list.flatMap((item) => item ?? []);
}

function isOne(item: Encoded): item is JsonObject {
  return item !== undefined && asObject(item) !== undefined;
}
