/** CNV-021: no name twice in a request. A document that is there again has a number behind its name. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, asObjects, asText } from '../../../json/json.ts';

/** The list itself where there is nothing to do; else copies of the messages with repeated names. */
export function nameDocuments(list: readonly JsonObject[]): readonly JsonObject[] {
  const seen = new Map<string, number>();
  return list.map((message) => {
    const blocks = asObjects(message['content']);
    if (!blocks.some((block) => block['document'] !== undefined)) return message;
    const renamed = blocks.map((block) => rename(block, seen));
    return renamed.every((block, at) => block === blocks[at]) ? message : { ...message, content: renamed };
  });
}

function rename(block: JsonObject, seen: Map<string, number>): JsonObject {
  const document = asObject(block['document']);
  if (document === undefined) return block;
  const name = asText(document['name']);
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? block : { document: { ...document, name: `${name} (${count})` } };
}
