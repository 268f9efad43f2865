/** How a client's message of the model takes the place of the rendered one: ids, thinking and cache marks must be those that were rendered. */
import { isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { bridge } from '../../texts/model-texts.ts';
import type { AnswerForm } from '../protocol.ts';

export const answers: AnswerForm = {
  tokens: (entry) => (entry['role'] === 'assistant' ? partsOf(entry).flatMap(tokensOf) : undefined),
  isAdded: (entry) => isSameData(partsOf(entry), [{ type: 'text', text: bridge }]), // ANT-024
  runs: (entry) => partsOf(entry).flatMap(({ type, id }) => (type === 'tool_use' || id === undefined ? [] : [id])),
  results: (entry) => partsOf(entry).flatMap((part) => part['tool_use_id'] ?? []),
  adapted: markedLike,
};

function partsOf({ content = null }: JsonObject): readonly JsonObject[] {
  return asArray(content).map((part) => asObject(part) ?? {});
}

/** Results refer to the ids of calls, so they must be those that were rendered. Thinking that was dropped is no longer valid (ANT-054). */
function tokensOf({ type, id = null, signature = null, data = null }: JsonObject): readonly JsonValue[] {
  if (type === 'tool_use') return [id];
  if (type === 'thinking') return [signature];
  return type === 'redacted_thinking' ? [data] : [];
}

/** Cache marks are where rendering put them, because their number is limited: at the end of a message. */
function markedLike(answer: JsonObject, rendered: JsonObject): JsonObject {
  // A text alone has nothing more to say.
  if (!Array.isArray(answer['content'])) return rendered;
  const parts = asArray(answer['content']);
  const mark = partsOf(rendered).at(-1)?.['cache_control'];
  const content = parts.map((part, at) => {
    const object = asObject(part);
    if (object === undefined) return part;
    const { cache_control: _, ...rest } = object;
    return mark !== undefined && at === parts.length - 1 ? { ...rest, cache_control: mark } : rest;
  });
  return { ...answer, content };
}
