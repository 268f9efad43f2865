/** Writes JSON text at any depth. `JSON.stringify` recurses, and runs out of stack some thousand levels down. */
import type { JsonObject, JsonValue } from './json-value.ts';

export function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    return deepJsonText(value);
  }
}

interface Level {
  readonly items: readonly JsonValue[];
  /** Beside `items`, for an object. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** The same bytes as `JSON.stringify`, with a list of the open levels in place of the stack. */
function deepJsonText(root: JsonValue): string {
  const chunks: string[] = [];
  const levels: Level[] = [levelOf([root])];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const item = level.items[level.next];
    if (item === undefined) {
      levels.pop();
      if (levels.length > 0) chunks.push(level.keys === undefined ? ']' : '}');
      continue;
    }
    chunks.push(textBefore(level));
    level.next += 1;
    if (isContainer(item)) {
      const inner = levelOf(item);
      levels.push(inner);
      chunks.push(inner.keys === undefined ? '[' : '{');
    } else {
      chunks.push(JSON.stringify(item));
    }
  }
  return chunks.join('');
}

function textBefore(level: Level): string {
  const comma = level.next === 0 ? '' : ',';
  const key = level.keys?.[level.next];
  return key === undefined ? comma : `${comma}${JSON.stringify(key)}:`;
}

function isContainer(value: JsonValue): value is readonly JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null;
}

function levelOf(value: readonly JsonValue[] | JsonObject): Level {
  return isArray(value)
    ? { items: value, keys: undefined, next: 0 }
    : { items: Object.values(value), keys: Object.keys(value), next: 0 };
}

/** `Array.isArray` does not tell a readonly array from the rest of its union. */
function isArray(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}
