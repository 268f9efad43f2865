/**
 * Reads thinking among the parts of an answer, in the forms of any API, the AI SDK and LangChain. As text it would be something that the model
 * said. Opaque tokens in these forms are another provider's, and are not read.
 */
import type { JsonObject, ThinkingBlock } from '@interlock/transcript';
import { asObject, asObjects, asText } from '../json/json.ts';

/** Undefined for any other part; empty for thinking without words. */
export function readAnyThought(part: JsonObject): readonly ThinkingBlock[] | undefined {
  const inner = asObject(part['reasoningContent']);
  const isThought = types.has(asText(part['type'])) || inner !== undefined || part['thought'] === true;
  if (!isThought) return undefined;
  const thought = wordsIn(asObject(inner?.['reasoningText']) ?? part);
  return thought === '' ? [] : [{ type: 'thinking', thought }];
}

const types: ReadonlySet<string> = new Set([
  ...['reasoning', 'reasoning_content', 'reasoning-text', 'thinking', 'thought'],
  ...['redacted_thinking', 'redacted-reasoning', 'redacted_reasoning'],
]);

function wordsIn(part: JsonObject): string {
  const names = ['text', 'thinking', 'reasoning', 'reasoning_content', 'content'];
  const words = names.map((name) => asText(part[name])).find((text) => text !== '');
  const summary = asObjects(part['summary']).map((each) => asText(each['text']));
  return words ?? summary.join('\n');
}
