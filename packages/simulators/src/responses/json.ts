/** Reading values of any shape without ever throwing. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value a text stands for; the text itself if it is none, or one too deep to be walked through. */
export function parsedOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? text : value;
  } catch {
    return text;
  }
}

const deepest = 256;

/** Whether a value is nested so deep that walking through it would not end well. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < deepest; depth += 1) {
    level = level
      .filter((each) => typeof each === 'object' && each !== null)
      .flatMap((each) => Object.values(each ?? {}));
    if (level.length === 0) return false;
  }
  return true;
}

/** The kind of a value in the words of error messages: `an object`, `a string`, `null`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return 'a string';
}
