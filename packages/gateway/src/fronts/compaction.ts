/**
 * Remote compaction for Codex, which asks for it at `/responses/compact` or with a `compaction_trigger` after the conversation. Both get a
 * `compaction` item. Its `encrypted_content`, the only field that clients keep, is the summary in plain text, so that any target can read it.
 */
import { randomBytes } from 'node:crypto';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame } from '@interlock/wire';

export interface Compaction {
  /** Whether an ordinary request asks for a summary instead of an answer. */
  isWanted(body: JsonObject): boolean;
  /** The answer to such a request. */
  answer(response: JsonObject, summary: string): JsonObject;
  /** The same as a stream. */
  frames(response: JsonObject, summary: string): readonly Frame[];
  /** What the compaction endpoint answers. `keptTokens`: how much of the user's own text comes before the summary. */
  compacted(response: JsonObject, body: JsonObject, summary: string, keptTokens: number): JsonObject;
}

export const responsesCompaction: Compaction = {
  isWanted: ({ input = null }) => asObject(asArray(input).at(-1) ?? null)?.['type'] === 'compaction_trigger',
  answer,
  frames: (response, summary) => {
    const done = answer(response, summary);
    const item = asArray(done['output'])[0] ?? null;
    const begun: JsonObject = { ...done, status: 'in_progress', output: [], usage: null };
    const events: readonly JsonObject[] = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ];
    return events.map((event, at) => ({
      event: asText(event['type'] ?? null),
      data: JSON.stringify({ ...event, sequence_number: at }),
    }));
  },
  compacted: ({ id = null, created_at = null, usage = null }, { input = null }, summary, keptTokens) => ({
    id,
    object: 'response.compaction',
    created_at,
    output: [...keptMessages(asArray(input), keptTokens), compactionItem(summary)],
    usage,
  }),
};

function answer(response: JsonObject, summary: string): JsonObject {
  return { ...response, status: 'completed', incomplete_details: null, output: [compactionItem(summary)] };
}

function compactionItem(summary: string): JsonObject {
  return { id: `cmp_${randomBytes(18).toString('hex')}`, type: 'compaction', encrypted_content: summary };
}

/** The user's messages, unchanged, as OpenAI does it; the latest ones if there are too many. */
function keptMessages(input: readonly JsonValue[], tokens: number): readonly JsonValue[] {
  const said = input.filter(isOfUser);
  let left = tokens;
  const first = said.findLastIndex((item) => {
    left -= tokensOf(item);
    return left < 0;
  });
  return said.slice(first + 1);
}

function isOfUser(entry: JsonValue): boolean {
  const item = asObject(entry);
  return item?.['role'] === 'user' && (item['type'] ?? 'message') === 'message';
}

/** An estimate for a picture. */
const tokensOfMedia = 1_500;

function tokensOf(entry: JsonValue): number {
  const content = asObject(entry)?.['content'] ?? null;
  if (typeof content === 'string') return content.length / 4;
  return asArray(content).reduce<number>((sum, part) => {
    const text = asObject(part)?.['text'];
    return sum + (typeof text === 'string' ? text.length / 4 : tokensOfMedia);
  }, 0);
}
