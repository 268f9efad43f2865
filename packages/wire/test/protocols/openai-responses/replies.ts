/** Replies that this protocol can express, as events: writing and reading them must not change them. */
import fc from 'fast-check';
import type { ReplyHead } from '../../../src/protocols/protocol.ts';
import type { ReplyEvent, StopReason, Usage } from '../../../src/reply/events.ts';

export const head: ReplyHead = { id: 'resp_1', model: 'gpt-5.6', created: 1_800_000_000 };

/** One block, made when its number and the next free one are known. */
type MakeBlock = (index: number) => readonly ReplyEvent[];

const pieces: fc.Arbitrary<readonly string[]> = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
  maxLength: 4,
});

const thinking: fc.Arbitrary<MakeBlock> = fc
  .tuple(pieces, fc.string({ maxLength: 12 }))
  .map(([texts, value]) => (index) => [
    ...texts.map((text) => ({ type: 'thinking-delta', index, text }) as const),
    { type: 'thinking-end', index, seal: { field: 'encrypted_content', value, item: `rs_${index}` } },
  ]);

const text: fc.Arbitrary<MakeBlock> = fc
  .tuple(pieces, fc.constantFrom('', 'commentary', 'final_answer'))
  .map(([texts, value]) => (index) => [
    ...texts.map((piece) => ({ type: 'text-delta', index, text: piece }) as const),
    { type: 'text-end', index, seal: { field: 'message', value, item: `msg_${index}` } },
  ]);

const call: fc.Arbitrary<MakeBlock> = fc
  .tuple(pieces, fc.constantFrom('read', 'write'))
  .map(([args, name]) => (index) => [
    { type: 'call-start', index, rawId: `call_${index}`, name },
    ...args.map((piece) => ({ type: 'call-delta', index, text: piece }) as const),
    {
      type: 'call-end',
      index,
      rawId: `call_${index}`,
      name,
      arguments: args.join(''),
      seal: { field: 'function_call', value: '', item: `fc_${index}` },
    },
  ]);

const search: fc.Arbitrary<MakeBlock> = fc.tuple(fc.string(), fc.boolean()).map(([query, failed]) => (index) => {
  const action = { type: 'search', query };
  const status = failed ? 'failed' : 'completed';
  const item = { type: 'web_search_call', id: `ws_${index}`, status, action };
  const args = JSON.stringify(action);
  const named = { index, rawId: item.id, name: 'web_search', executor: 'provider' } as const;
  return [
    { type: 'call-start', ...named },
    { type: 'call-delta', index, text: args },
    { type: 'call-end', ...named, arguments: args },
    {
      type: 'provider-result',
      index: index + 1,
      call: index,
      result: status,
      ...(failed ? { isError: true } : {}),
      seal: { field: item.type, value: JSON.stringify(item), item: item.id },
    },
  ];
});

const picture: fc.Arbitrary<MakeBlock> = fc
  .constantFrom('image/png', 'image/webp')
  .map((mimeType) => (index) => [
    { type: 'media', index, block: { type: 'media', mimeType, data: 'aGVsbG8=', encoding: 'base64' } },
  ]);

const usages: fc.Arbitrary<Usage | undefined> = fc.option(
  fc.record(
    {
      input: fc.nat(9999),
      output: fc.nat(9999),
      cacheRead: fc.integer({ min: 1, max: 99 }),
      cacheWrite: fc.integer({ min: 1, max: 99 }),
      reasoning: fc.integer({ min: 1, max: 99 }),
    },
    { requiredKeys: ['input', 'output'] },
  ),
  { nil: undefined },
);

const ends: fc.Arbitrary<readonly [StopReason, string] | undefined> = fc.constantFrom(
  undefined,
  undefined,
  ['max-tokens', 'max_output_tokens'] as const,
  ['content-filter', 'content_filter'] as const,
);

export const replies: fc.Arbitrary<readonly ReplyEvent[]> = fc
  .tuple(fc.array(fc.oneof(thinking, text, call, search, picture), { maxLength: 6 }), usages, ends)
  .map(([blocks, usage, cut]) => {
    const events: ReplyEvent[] = [{ type: 'reply-start', id: head.id, model: head.model }];
    let index = 0;
    for (const make of blocks) {
      const made = make(index);
      events.push(...made);
      index = Math.max(...made.map((event) => ('index' in event ? event.index : 0))) + 1;
    }
    if (usage !== undefined) events.push({ type: 'usage', usage });
    const called = events.some((event) => event.type === 'call-end' && event.executor === undefined);
    const [stop, rawStop] = cut ?? ([called ? 'tool-calls' : 'end', 'completed'] as const);
    return [...events, { type: 'reply-end', stop, rawStop }];
  });

/** Joins adjacent deltas of one block: how text is split does not matter. */
export function joinDeltas(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const joined: ReplyEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (
      'text' in event &&
      last !== undefined &&
      'text' in last &&
      last.type === event.type &&
      last.index === event.index
    ) {
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
