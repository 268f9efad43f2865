/** Any replies that a Chat message can express, as events, for round trips. */
import fc from 'fast-check';
import type { ReplyEvent, SealToken, StopReason, Usage } from '../../../src/reply/events.ts';

interface Growing {
  readonly kind: 'thinking' | 'text';
  readonly deltas: readonly string[];
  readonly details?: readonly object[];
}
interface Called {
  readonly kind: 'call';
  readonly rawId: string;
  readonly name: string;
  readonly deltas: readonly string[];
}
interface Shown {
  readonly kind: 'picture';
  readonly data: string;
}
type Part = Growing | Called | Shown;

/** The id and model of every reply; the head of the response must have the same. */
export const replyHead = { id: 'chatcmpl-1', model: 'some-model', created: 1_700_000_000 } as const;

const said: fc.Arbitrary<string> = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' });
const deltas: fc.Arbitrary<readonly string[]> = fc.array(said, { minLength: 1, maxLength: 4 });
const text: fc.Arbitrary<Part> = deltas.map((pieces) => ({ kind: 'text', deltas: pieces }));
const thinking: fc.Arbitrary<Part> = fc.oneof(
  deltas.map((pieces): Part => ({ kind: 'thinking', deltas: pieces })),
  fc
    .tuple(fc.array(said, { maxLength: 3 }), fc.array(said, { minLength: 1, maxLength: 3 }))
    .map(([pieces, data]): Part => {
      const details = data.map((value) => ({ type: 'reasoning.encrypted', data: value }));
      return { kind: 'thinking', deltas: pieces, details };
    }),
);
const picture: fc.Arbitrary<Part> = fc.constantFrom('AAAA', 'iVBORw0K').map((data) => ({ kind: 'picture', data }));
const argumentTexts: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    fc.array(fc.nat({ max: 20 }), { maxLength: 3 }),
  )
  .map(([args, cuts]) => cutUp(JSON.stringify(args), cuts));
const call: fc.Arbitrary<Omit<Called, 'rawId'>> = fc.record({
  kind: fc.constant('call' as const),
  name: fc.constantFrom('look', 'run', 'read_file'),
  deltas: argumentTexts,
});

function cutUp(whole: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.filter((cut) => cut < whole.length), whole.length].sort((a, b) => a - b);
  return places.slice(1).flatMap((to, at) => (to === places[at] ? [] : [whole.slice(places[at], to)]));
}

const usage: fc.Arbitrary<Usage> = fc
  .record(
    {
      input: fc.nat(10_000),
      output: fc.nat(10_000),
      cacheRead: fc.nat(100),
      cacheWrite: fc.nat(100),
      reasoning: fc.nat(100),
    },
    { requiredKeys: ['input', 'output'] },
  )
  .map((counts) => ({ ...counts, ...(counts.reasoning === 0 ? { reasoning: 1 } : {}) }));

/** Thinking, text, pictures and calls, in this order; calls end with the answer. */
export const replies: fc.Arbitrary<readonly ReplyEvent[]> = fc
  .tuple(
    fc.option(thinking, { nil: undefined }),
    fc.option(text, { nil: undefined }),
    fc.array(picture, { maxLength: 2 }),
    fc.array(call, { maxLength: 3 }),
    fc.option(usage, { nil: undefined }),
    fc.constantFrom<StopReason>('end', 'max-tokens', 'content-filter'),
  )
  .map(([thought, spoken, pictures, calls, counts, stop]) => {
    const called = calls.map((entry, at): Part => ({ ...entry, rawId: `call_${at}` }));
    const parts = [thought, spoken, ...pictures, ...called].filter((part) => part !== undefined);
    return eventsOf(parts, counts, stop === 'end' && calls.length > 0 ? 'tool-calls' : stop);
  });

const rawStops: Readonly<Partial<Record<StopReason, string>>> = {
  end: 'stop',
  'tool-calls': 'tool_calls',
  'max-tokens': 'length',
  'content-filter': 'content_filter',
};

function eventsOf(parts: readonly Part[], counts: Usage | undefined, stop: StopReason): readonly ReplyEvent[] {
  return [
    { type: 'reply-start', id: replyHead.id, model: replyHead.model },
    ...parts.flatMap(beginning),
    ...parts.flatMap(ending),
    ...(counts === undefined ? [] : [{ type: 'usage', usage: counts } as const]),
    { type: 'reply-end', stop, rawStop: rawStops[stop] ?? '' },
  ];
}

function beginning(part: Part, index: number): readonly ReplyEvent[] {
  if (part.kind === 'picture') {
    return [
      { type: 'media', index, block: { type: 'media', mimeType: 'image/png', data: part.data, encoding: 'base64' } },
    ];
  }
  if (part.kind === 'call') {
    const { rawId, name } = part;
    return [
      { type: 'call-start', index, rawId, name },
      ...part.deltas.map((piece): ReplyEvent => ({ type: 'call-delta', index, text: piece })),
    ];
  }
  const grown = part.deltas.map((piece): ReplyEvent => ({ type: `${part.kind}-delta`, index, text: piece }));
  if (part.kind === 'text') return [...grown, { type: 'text-end', index }];
  return [...grown, { type: 'thinking-end', index, seal: sealOf(part) }];
}

function ending(part: Part, index: number): readonly ReplyEvent[] {
  if (part.kind !== 'call') return [];
  return [{ type: 'call-end', index, rawId: part.rawId, name: part.name, arguments: part.deltas.join('') }];
}

function sealOf({ deltas: pieces, details }: Growing): SealToken {
  if (details !== undefined) return { field: 'reasoning_details', value: JSON.stringify(details) };
  return { field: 'reasoning_content', value: pieces.join('') };
}

/** Joins adjacent deltas of one block: how an answer is split does not matter. */
export function joinDeltas(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const joined: ReplyEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      'text' in last &&
      'text' in event &&
      last.type === event.type &&
      last.index === event.index
    ) {
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    } else {
      joined.push(event);
    }
  }
  return joined;
}
