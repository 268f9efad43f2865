/** A JSON document whose end is missing, up to the last complete element of a list: what encloses that element is closed. */
import type { JsonValue } from '@interlock/transcript';
import { parseJson } from '../reading/json.ts';

/** Undefined if no element of a list is complete. */
export function parseTornDocument(text: string): JsonValue | undefined {
  let end = 0;
  walk(text, (at) => {
    end = at;
  });
  if (end === 0) return undefined;
  const start = text.slice(0, end);
  const closing = walk(start).map((bracket) => (bracket === '{' ? '}' : ']'));
  return parseJson(start + closing.reverse().join(''));
}

/** The brackets that are still open at the end. `element` is called with the end of each element of a list. */
function walk(text: string, element: (end: number) => void = () => undefined): readonly string[] {
  const open: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString && letter === '\\') at += 1;
    else if (letter === '"') inString = !inString;
    else if (inString) continue;
    else if (letter === '{' || letter === '[') open.push(letter);
    else if (letter === '}' || letter === ']') {
      open.pop();
      if (open.at(-1) === '[') element(at + 1);
    } else if (letter === ',' && open.at(-1) === '[') element(at);
  }
  return open;
}
