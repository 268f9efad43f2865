/** Streams read as events, valid and hostile ones. */
import type { JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { gemini } from '../../../src/protocols/gemini/index.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

function decode(frames: readonly string[]): readonly ReplyEvent[] {
  const decoding = gemini.startDecoding();
  return [...frames.flatMap((data) => decoding.frame({ data })), ...decoding.end()];
}

const chunk = (parts: readonly JsonValue[], more: { readonly [name: string]: JsonValue } = {}): string =>
  JSON.stringify({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }] });
const stop = { finishReason: 'STOP' };
const seal = (value: string): { seal: { field: string; value: string } } => ({
  seal: { field: 'thoughtSignature', value },
});
const start: ReplyEvent = { type: 'reply-start' };
const end: ReplyEvent = { type: 'reply-end', stop: 'end', rawStop: 'STOP' };
const calls: ReplyEvent = { type: 'reply-end', stop: 'tool-calls', rawStop: 'STOP' };
const brokenOff: ReplyEvent = {
  type: 'reply-error',
  failure: { reason: 'network', message: 'The stream ended before the answer was complete.' },
};

interface Row {
  readonly title: string;
  readonly frames: readonly string[];
  readonly events: readonly ReplyEvent[];
}

const twice = chunk([{ functionCall: { name: 'a', args: { n: 1 } } }], stop);
const signed = chunk([{ text: 'b', thoughtSignature: 'Yg==' }], stop);

const rows: readonly Row[] = [
  {
    title: 'GEM-012 the last frame twice: its signature counts once',
    frames: [chunk([{ text: 'a' }]), signed, signed],
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-delta', index: 0, text: 'b' },
      { type: 'text-end', index: 0, ...seal('Yg==') },
      end,
    ],
  },
  {
    title: 'the last frame twice: its call counts once',
    frames: [chunk([{ text: 'ha' }]), chunk([{ text: 'ha' }]), twice, twice],
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'ha' },
      { type: 'text-delta', index: 0, text: 'ha' },
      { type: 'text-end', index: 0 },
      { type: 'call-start', index: 1, rawId: '', name: 'a' },
      { type: 'call-delta', index: 1, text: '{"n":1}' },
      { type: 'call-end', index: 1, rawId: '', name: 'a', arguments: '{"n":1}' },
      calls,
    ],
  },
  {
    title: 'text over several chunks, signed by an empty part at the end',
    frames: [
      chunk([{ text: 'Hm', thought: true }]),
      chunk([{ text: '…', thought: true }]),
      chunk([{ text: 'Hel' }]),
      chunk([{ text: 'lo' }]),
      chunk([{ text: '', thoughtSignature: 'c2ln' }], stop),
    ],
    events: [
      start,
      { type: 'thinking-delta', index: 0, text: 'Hm' },
      { type: 'thinking-delta', index: 0, text: '…' },
      { type: 'thinking-end', index: 0 },
      { type: 'text-delta', index: 1, text: 'Hel' },
      { type: 'text-delta', index: 1, text: 'lo' },
      { type: 'text-end', index: 1, ...seal('c2ln') },
      end,
    ],
  },
  {
    title: 'GEM-013 a signature ends its text: the next text is a new block',
    frames: [chunk([{ text: 'a', thoughtSignature: 'YQ==' }]), chunk([{ text: 'b' }], stop)],
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0, ...seal('YQ==') },
      { type: 'text-delta', index: 1, text: 'b' },
      { type: 'text-end', index: 1 },
      end,
    ],
  },
  {
    title:
      'calls over several chunks and several in one; a signed empty text after them; a finish reason in every chunk',
    frames: [
      chunk([{ functionCall: { name: 'a', args: {} }, thoughtSignature: 'YQ==' }], stop),
      chunk([{ functionCall: { name: 'b', args: { n: 1 } } }, { functionCall: { name: 'c' } }], stop),
      chunk([{ text: '', thoughtSignature: 'ZQ==' }], stop),
      JSON.stringify({ usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 6 } }),
    ],
    events: [
      start,
      { type: 'call-start', index: 0, rawId: '', name: 'a' },
      { type: 'call-delta', index: 0, text: '{}' },
      { type: 'call-end', index: 0, rawId: '', name: 'a', arguments: '{}', ...seal('YQ==') },
      { type: 'call-start', index: 1, rawId: '', name: 'b' },
      { type: 'call-delta', index: 1, text: '{"n":1}' },
      { type: 'call-end', index: 1, rawId: '', name: 'b', arguments: '{"n":1}' },
      { type: 'call-start', index: 2, rawId: '', name: 'c' },
      { type: 'call-delta', index: 2, text: '{}' },
      { type: 'call-end', index: 2, rawId: '', name: 'c', arguments: '{}' },
      { type: 'text-end', index: 3, ...seal('ZQ==') },
      { type: 'usage', usage: { input: 5, output: 6 } },
      calls,
    ],
  },
  {
    title: 'arguments in pieces',
    frames: [
      chunk([{ functionCall: { name: 'put', id: 'x', willContinue: true }, thoughtSignature: 'c2ln' }]),
      chunk([
        {
          functionCall: {
            partialArgs: [{ jsonPath: '$.path', stringValue: 'a/', willContinue: true }],
            willContinue: true,
          },
        },
      ]),
      chunk([{ functionCall: { partialArgs: [{ jsonPath: '$.path', stringValue: 'b' }], willContinue: true } }]),
      chunk([
        {
          functionCall: {
            partialArgs: [
              { jsonPath: "$['a b'].list[0].n", numberValue: 1 },
              { jsonPath: "$['a b'].list[1]", boolValue: true },
              { jsonPath: '$.__proto__', nullValue: 'NULL_VALUE' },
              { jsonPath: 'nonsense', stringValue: 'x' },
              7,
            ],
            willContinue: true,
          },
        },
      ]),
      chunk([{ functionCall: {} }], stop),
    ],
    events: [
      start,
      { type: 'call-start', index: 0, rawId: 'x', name: 'put' },
      {
        type: 'call-delta',
        index: 0,
        text: '{"path":"a/b","a b":{"list":[{"n":1},true]},"__proto__":null}',
      },
      {
        type: 'call-end',
        index: 0,
        rawId: 'x',
        name: 'put',
        arguments: '{"path":"a/b","a b":{"list":[{"n":1},true]},"__proto__":null}',
        ...seal('c2ln'),
      },
      calls,
    ],
  },
  {
    title: 'arguments cut off by the limit or by another call are not JSON, so the call cannot run',
    frames: [
      chunk([
        { functionCall: { name: 'put', partialArgs: [{ jsonPath: '$.path', stringValue: '/' }], willContinue: true } },
      ]),
      chunk([{ functionCall: { name: 'rm', willContinue: true } }], { finishReason: 'MAX_TOKENS' }),
    ],
    events: [
      start,
      { type: 'call-start', index: 0, rawId: '', name: 'put' },
      { type: 'call-delta', index: 0, text: '{"path":"/"' },
      { type: 'call-end', index: 0, rawId: '', name: 'put', arguments: '{"path":"/"' },
      { type: 'call-start', index: 1, rawId: '', name: 'rm' },
      { type: 'call-delta', index: 1, text: '{' },
      { type: 'call-end', index: 1, rawId: '', name: 'rm', arguments: '{' },
      { type: 'reply-end', stop: 'max-tokens', rawStop: 'MAX_TOKENS' },
    ],
  },
  {
    title: 'a stream that is cut off: closes text, keeps complete calls, never ends an incomplete one',
    frames: [
      chunk([{ functionCall: { name: 'a', args: {} } }]),
      chunk([{ functionCall: { name: 'b', willContinue: true } }]),
      chunk([{ text: 'And' }]),
    ],
    events: [
      start,
      { type: 'call-start', index: 0, rawId: '', name: 'a' },
      { type: 'call-delta', index: 0, text: '{}' },
      { type: 'call-end', index: 0, rawId: '', name: 'a', arguments: '{}' },
      { type: 'call-start', index: 1, rawId: '', name: 'b' },
      { type: 'text-delta', index: 2, text: 'And' },
      { type: 'text-end', index: 2 },
      brokenOff,
    ],
  },
  {
    title: 'an error in the middle ends the reply; nothing is read after it',
    frames: [
      chunk([{ text: 'a' }]),
      JSON.stringify({
        error: {
          code: 429,
          message: 'You exceeded your current quota. Please retry in 47.434392449s.',
          status: 'RESOURCE_EXHAUSTED',
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '47.434392449s' }],
        },
      }),
      chunk([{ text: 'b' }], stop),
    ],
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0 },
      {
        type: 'reply-error',
        failure: {
          reason: 'rate-limit',
          message: 'You exceeded your current quota. Please retry in 47.434392449s.',
          status: 429,
          code: 'RESOURCE_EXHAUSTED',
          retryAfterMs: 47_435,
        },
      },
    ],
  },
  {
    title: 'a frame that is not JSON',
    frames: [chunk([{ text: 'a' }]), '<html>'],
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0 },
      { type: 'reply-error', failure: { reason: 'server', message: 'The stream has a frame that is not JSON.' } },
    ],
  },
  {
    title: 'ignores empty frames, events of other protocols and values that are not chunks',
    frames: ['', '[DONE]', 'null', '7', '"x"', '[]', chunk([{ text: 'a' }], stop), ' [DONE] '],
    events: [start, { type: 'text-delta', index: 0, text: 'a' }, { type: 'text-end', index: 0 }, end],
  },
  { title: 'no frames at all', frames: [], events: [brokenOff] },
];

describe('streams', () => {
  test.each(rows)('$title', ({ frames, events }) => {
    expect(decode(frames)).toEqual(events);
  });

  test(
    'for any input there is exactly one end, it is the last event, and every closed block was opened once',
    () =>
      holds(fc.array(hostileChunk, { maxLength: 6 }), 500, (chunks) => {
        const events = decode(chunks.map((value) => JSON.stringify(value)));
        const ends = events.filter(({ type }) => type === 'reply-end' || type === 'reply-error');
        expect(ends).toEqual([events.at(-1)]);
        const closed = events.flatMap((event) =>
          'index' in event && closes.includes(event.type) ? [event.index] : [],
        );
        expect(closed).toEqual([...new Set(closed)]);
        const last = new Map(events.flatMap((event, at) => ('index' in event ? [[event.index, at] as const] : [])));
        for (const [at, event] of events.entries()) {
          if ('index' in event && closes.includes(event.type)) expect(last.get(event.index)).toBe(at);
        }
      }),
    patience,
  );
});

const closes: readonly string[] = ['text-end', 'thinking-end', 'call-end', 'provider-result', 'media'];
const any: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));
const odd = (sound: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof({ weight: 5, arbitrary: sound }, { weight: 1, arbitrary: any });

const record = (fields: { [name: string]: fc.Arbitrary<JsonValue> }): fc.Arbitrary<JsonValue> =>
  fc.record(fields, { requiredKeys: [] }).map((value) => JSON.parse(JSON.stringify(value)));

const hostilePart: fc.Arbitrary<JsonValue> = record({
  text: odd(fc.constantFrom('', 'a', 'b')),
  thought: odd(fc.boolean()),
  thoughtSignature: odd(fc.constantFrom('', 'c2ln')),
  functionCall: odd(
    record({
      name: odd(fc.constantFrom('', 'read')),
      args: any,
      willContinue: odd(fc.boolean()),
      partialArgs: odd(
        fc.array(record({ jsonPath: odd(fc.constantFrom('$.a', '$.a.b', '$.a[0]')), stringValue: any })),
      ),
    }),
  ),
  inlineData: odd(record({ mimeType: any, data: any })),
  executableCode: odd(record({ id: odd(fc.constantFrom('', 'x')), code: any })),
  codeExecutionResult: odd(record({ id: odd(fc.constantFrom('', 'x')), outcome: any })),
});

const hostileChunk: fc.Arbitrary<JsonValue> = odd(
  record({
    candidates: odd(
      fc.array(
        odd(
          record({
            content: odd(record({ parts: odd(fc.array(odd(hostilePart), { maxLength: 4 })) })),
            finishReason: odd(fc.constantFrom('', 'STOP', 'MAX_TOKENS', 'MALFORMED_FUNCTION_CALL')),
          }),
        ),
        { maxLength: 2 },
      ),
    ),
    usageMetadata: any,
    promptFeedback: any,
  }),
);
