/** Any replies that Ollama's protocol can express, as events, for round trips. */
import fc from 'fast-check';
import type { ReplyEvent, StopReason, Usage } from '../../../src/reply/events.ts';

type Growing = { readonly kind: 'thinking' | 'text'; readonly deltas: readonly string[] };
type Called = { readonly kind: 'call'; readonly rawId: string; readonly name: string; readonly args: string };
type Part = Growing | Called;

const deltas: fc.Arbitrary<readonly string[]> = fc.array(fc.string({ minLength: 1, unit: 'binary' }), {
  minLength: 1,
  maxLength: 4,
});
const growing = (kind: Growing['kind']): fc.Arbitrary<Part> => deltas.map((texts) => ({ kind, deltas: texts }));
const called: fc.Arbitrary<Part> = fc.record({
  kind: fc.constant('call' as const),
  rawId: fc.constantFrom('', 'call_1', 'call_2'),
  name: fc.constantFrom('look', 'run', ''),
  args: fc.dictionary(fc.string(), fc.jsonValue()).map((args) => JSON.stringify(args)),
});

/** Text that follows text is one text on the wire. */
const separate = (parts: readonly Part[]): readonly Part[] =>
  parts.filter(({ kind }, at) => kind === 'call' || kind !== parts[at - 1]?.kind);

const usage: fc.Arbitrary<Usage | undefined> = fc.option(
  fc.oneof(
    fc.record({ input: fc.nat(), output: fc.nat() }),
    fc.record({ input: fc.nat(), output: fc.nat(), cacheRead: fc.nat() }),
  ),
  { nil: undefined },
);

function eventsOf(parts: readonly Part[], counts: Usage | undefined, limited: boolean): readonly ReplyEvent[] {
  const called = parts.some(({ kind }) => kind === 'call');
  const stop: StopReason = limited ? 'max-tokens' : called ? 'tool-calls' : 'end';
  return [
    { type: 'reply-start', model: 'qwen3' },
    ...parts.flatMap((part, index): readonly ReplyEvent[] =>
      part.kind === 'call'
        ? [
            { type: 'call-start', index, rawId: part.rawId, name: part.name },
            { type: 'call-delta', index, text: part.args },
            { type: 'call-end', index, rawId: part.rawId, name: part.name, arguments: part.args },
          ]
        : [
            ...part.deltas.map((text): ReplyEvent => ({ type: `${part.kind}-delta`, index, text })),
            { type: `${part.kind}-end`, index },
          ],
    ),
    ...(counts === undefined ? [] : [{ type: 'usage', usage: counts } as const]),
    { type: 'reply-end', stop, rawStop: limited ? 'length' : 'stop' },
  ];
}

/** The events of a stream, in any order and any number of chunks. */
export const streamedReplies: fc.Arbitrary<readonly ReplyEvent[]> = fc
  .tuple(
    fc.array(fc.oneof(growing('thinking'), growing('text'), called), { maxLength: 6 }).map(separate),
    usage,
    fc.boolean(),
  )
  .map(([parts, counts, limited]) => eventsOf(parts, counts, limited));

/** Thinking, text and calls, each text in one piece: everything one message can express. */
export const wholeReplies: fc.Arbitrary<readonly ReplyEvent[]> = fc
  .tuple(
    fc.option(growing('thinking'), { nil: undefined }),
    fc.option(growing('text'), { nil: undefined }),
    fc.array(called, { maxLength: 3 }),
    usage,
    fc.boolean(),
  )
  .map(([thinking, text, calls, counts, limited]) =>
    eventsOf([thinking, text, ...calls].filter((part) => part !== undefined).map(inOnePiece), counts, limited),
  );

function inOnePiece(part: Part): Part {
  return part.kind === 'call' ? part : { ...part, deltas: [part.deltas.join('')] };
}
