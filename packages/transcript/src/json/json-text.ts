/** Writes JSON text at any depth. `JSON.stringify` recurses and overflows the stack after a few thousand levels. */
import type { JsonValue } from './json-value.ts';

export function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    return deepJsonText(value);
  }
}

/** The same text, with an explicit list of what to write next instead of the call stack: values, and functions that return text. */
function deepJsonText(root: JsonValue): string {
  const chunks: string[] = [];
  const rest: (JsonValue | (() => string))[] = [root];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'function') chunks.push(next());
    else if (typeof next !== 'object' || next === null) chunks.push(JSON.stringify(next));
    else {
      const isList = Array.isArray(next);
      rest.push(() => (isList ? ']' : '}'));
      for (const [index, [key, value]] of [...Object.entries(next).entries()].reverse()) {
        rest.push(value, () => `${index === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(key)}:`}`);
      }
      chunks.push(isList ? '[' : '{');
    }
  }
  return chunks.join('');
}
