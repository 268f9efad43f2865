/** A request that ends with the model's own words: the model goes on from there, on the targets that allow it (ANT-030). */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';

/** ANT-029: such words must not end with white space. What stands elsewhere is left as it is. */
export function trimPrefill(list: readonly JsonObject[]): readonly JsonObject[] {
  const last = list.at(-1);
  if (last?.['role'] !== 'assistant') return list;
  const blocks = asArray(last['content']);
  const block = asObject(blocks.at(-1));
  const text = asText(block?.['text']);
  const trimmed = text.trimEnd();
  if (block === undefined || block['type'] !== 'text' || text === trimmed) return list;
  const content: readonly JsonValue[] = [...blocks.slice(0, -1), { ...block, text: trimmed }];
  return list.with(-1, { ...last, content });
}
