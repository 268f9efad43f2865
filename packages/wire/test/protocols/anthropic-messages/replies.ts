/** Any replies that this protocol can express, as events, for round trips. */
import fc from 'fast-check';
import type { ReplyHead } from '../../../src/protocols/protocol.ts';
import type { ReplyEvent, SealToken, StopReason, Usage } from '../../../src/reply/events.ts';

export const replyHead: ReplyHead = { id: 'msg_1', model: 'claude-test', created: 1_700_000_000 };

/** One block, with the events it becomes when its number and the blocks before it are known. */
type Part = (index: number, earlier: ReadonlyMap<string, number>) => readonly ReplyEvent[];

const words = fc.string({ minLength: 1, unit: 'binary' });
const pieces: fc.Arbitrary<readonly string[]> = fc.array(words, { maxLength: 4 });
const token = fc.string({ minLength: 1 });

const text: fc.Arbitrary<Part> = pieces.map((texts) => (index) => [
  ...texts.map((piece): ReplyEvent => ({ type: 'text-delta', index, text: piece })),
  { type: 'text-end', index },
]);

const thinking: fc.Arbitrary<Part> = fc
  .tuple(pieces, fc.option(token, { nil: undefined }))
  .map(([texts, value]) => (index) => [
    ...texts.map((piece): ReplyEvent => ({ type: 'thinking-delta', index, text: piece })),
    { type: 'thinking-end', index, ...(value === undefined ? {} : { seal: { field: 'signature', value } }) },
  ]);

const redacted: fc.Arbitrary<Part> = token.map((value) => (index) => [
  { type: 'thinking-end', index, seal: { field: 'redacted_thinking', value } },
]);

/** As JSON writes it, so that it is the same after it was parsed. */
const args: fc.Arbitrary<string> = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
const id = (prefix: string): fc.Arbitrary<string> =>
  fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'B', '0', '_') }).map((rest) => prefix + rest);

/** The argument text cut anywhere. */
const inPieces = (whole: string, at: number): readonly string[] =>
  [whole.slice(0, at % (whole.length + 1)), whole.slice(at % (whole.length + 1))].filter((piece) => piece !== '');

const call: fc.Arbitrary<Part> = fc
  .tuple(id('toolu_'), fc.constantFrom('look', 'run'), args, fc.nat())
  .map(([rawId, name, whole, at]) => (index) => [
    { type: 'call-start', index, rawId, name },
    ...inPieces(whole, at).map((piece): ReplyEvent => ({ type: 'call-delta', index, text: piece })),
    { type: 'call-end', index, rawId, name, arguments: whole },
  ]);

const providerCall: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom('srvtoolu_1', 'srvtoolu_2'), args, fc.nat())
  .map(([rawId, whole, at]) => (index) => [
    { type: 'call-start', index, rawId, name: 'web_search', executor: 'provider' },
    ...inPieces(whole, at).map((piece): ReplyEvent => ({ type: 'call-delta', index, text: piece })),
    { type: 'call-end', index, rawId, name: 'web_search', arguments: whole, executor: 'provider' },
  ]);

const providerResult: fc.Arbitrary<Part> = fc
  .tuple(
    fc.constantFrom('srvtoolu_1', 'srvtoolu_2'),
    fc.constantFrom('{"type":"web_search_tool_result_error","error_code":"unavailable"}', '[{"url":"u"}]', '[]'),
  )
  .map(([rawId, value]) => (index, earlier) => {
    const of = earlier.get(rawId);
    if (of === undefined) return [];
    const seal: SealToken = { field: 'web_search_tool_result', value };
    const isError = value.includes('_error') ? { isError: true } : {};
    return [{ type: 'provider-result', index, call: of, result: JSON.parse(value), ...isError, seal }];
  });

/** On the wire the cached tokens are counted separately, so they cannot be more than the total. */
const usage: fc.Arbitrary<Usage> = fc
  .record(
    { fresh: fc.nat(), output: fc.nat(), cacheRead: fc.nat(), cacheWrite: fc.nat(), reasoning: fc.nat() },
    { requiredKeys: ['fresh', 'output'] },
  )
  .map(({ fresh, ...counts }) => ({ input: fresh + (counts.cacheRead ?? 0) + (counts.cacheWrite ?? 0), ...counts }));

const stop: fc.Arbitrary<readonly [StopReason, string]> = fc.constantFrom<(readonly [StopReason, string])[]>(
  ['end', 'end_turn'],
  ['tool-calls', 'tool_use'],
  ['max-tokens', 'max_tokens'],
  ['max-tokens', 'model_context_window_exceeded'],
  ['stop-sequence', 'stop_sequence'],
  ['content-filter', 'refusal'],
  ['pause', 'pause_turn'],
);

function blocksOf(parts: readonly Part[]): readonly (readonly ReplyEvent[])[] {
  const earlier = new Map<string, number>();
  const blocks: (readonly ReplyEvent[])[] = [];
  for (const part of parts) {
    const events = part(blocks.length, earlier);
    const first = events[0];
    if (first?.type === 'call-start' && first.executor !== undefined) earlier.set(first.rawId, first.index);
    if (events.length > 0) blocks.push(events);
  }
  return blocks;
}

const parts: fc.Arbitrary<readonly (readonly ReplyEvent[])[]> = fc
  .array(fc.oneof(text, thinking, redacted, call, providerCall, providerResult), { maxLength: 8 })
  .map(blocksOf);

function reply(
  blocks: readonly (readonly ReplyEvent[])[],
  counts: Usage,
  [why, said]: readonly [StopReason, string],
): readonly ReplyEvent[] {
  // Without any block this reason means that the prompt is too long, and there is no reply.
  const rawStop = blocks.flat().length === 0 && why === 'max-tokens' ? 'max_tokens' : said;
  return [
    { type: 'reply-start', id: replyHead.id, model: replyHead.model },
    ...blocks.flat(),
    { type: 'usage', usage: counts },
    { type: 'reply-end', stop: why, rawStop },
  ];
}

/** One block after the other, with deltas of any size. */
export const replies: fc.Arbitrary<readonly ReplyEvent[]> = fc
  .tuple(parts, usage, stop)
  .map(([blocks, counts, why]) => reply(blocks, counts, why));

/** The same replies as a provider sends them that interleaves blocks. The first is the ordered form. */
export const interleavedReplies: fc.Arbitrary<readonly [readonly ReplyEvent[], readonly ReplyEvent[]]> = fc
  .tuple(parts, usage, stop)
  .map(([blocks, counts, why]) => [reply(blocks, counts, why), reply([interleave(blocks)], counts, why)]);

/** First the start of every block, because starts number the blocks; then one event of each block in turn. */
function interleave(blocks: readonly (readonly ReplyEvent[])[]): readonly ReplyEvent[] {
  const longest = Math.max(0, ...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((events) => events.slice(at, at + 1))).flat();
}

/** How a text is split into deltas does not matter: adjacent ones are joined, empty ones dropped. */
export function joinDeltas(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const joined: ReplyEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (
      isDelta(event) &&
      last !== undefined &&
      isDelta(last) &&
      last.type === event.type &&
      last.index === event.index
    ) {
      joined[joined.length - 1] = { ...event, text: last.text + event.text };
    } else if (!isDelta(event) || event.text !== '') {
      joined.push(event);
    }
  }
  return joined;
}

type Delta = Extract<ReplyEvent, { type: 'text-delta' | 'thinking-delta' | 'call-delta' }>;

function isDelta(event: ReplyEvent): event is Delta {
  return event.type === 'text-delta' || event.type === 'thinking-delta' || event.type === 'call-delta';
}
