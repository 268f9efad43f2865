/** Writes JSON text at any depth. `JSON.stringify` recurses, and runs out of stack some thousand levels down. */
import type { JsonValue } from './json-value.ts';

export function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    return deepJsonText(value);
  }
}

/** The same text as `JSON.stringify`, with a list of the open levels instead of the stack. */
function deepJsonText(root: JsonValue): string {
  const chunks: string[] = [];
  const levels: { readonly entries: Iterator<readonly [string, JsonValue]>; readonly end: string; count: number }[] =
    [];
  const write = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) {
      chunks.push(JSON.stringify(value));
      return;
    }
    const end = Array.isArray(value) ? ']' : '}';
    chunks.push(end === ']' ? '[' : '{');
    levels.push({ entries: Object.entries(value).values(), end, count: 0 });
  };
  write(root);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.entries.next();
    if (next.done === true) {
      chunks.push(level.end);
      levels.pop();
      continue;
    }
    const [key, value] = next.value;
    chunks.push(level.count++ === 0 ? '' : ',', level.end === '}' ? `${JSON.stringify(key)}:` : '');
    write(value);
  }
  return chunks.join('');
}
