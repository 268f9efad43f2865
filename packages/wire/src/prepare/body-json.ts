/** The text of a body of which most messages were written before: their texts are joined instead of written again. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray } from '../json.ts';

/** `entries` and `texts` belong together. A list entry that is none of them, or a marked copy, is written anew. */
export function bodyJson(
  body: JsonObject,
  list: string,
  entries: readonly JsonObject[],
  texts: readonly string[],
): string {
  const fields = Object.entries(body).map(([key, value]) => {
    const text = key === list ? listJson(asArray(value), entries, texts) : JSON.stringify(value);
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${fields.join(',')}}`;
}

function listJson(list: readonly JsonValue[], entries: readonly JsonObject[], texts: readonly string[]): string {
  // A system message may stand before the entries.
  const offset = list[0] === entries[0] ? 0 : 1;
  const written = list.map((entry, index) => {
    const text = entry === entries[index - offset] ? texts[index - offset] : undefined;
    return text ?? JSON.stringify(entry);
  });
  return `[${written.join(',')}]`;
}
