/** Streams, correct and incorrect ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { decodeResponse, startDecoding } from '../../../src/protocols/ollama-chat/decode-response/decode-response.ts';
import { startEncoding } from '../../../src/protocols/ollama-chat/encode-response/encode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

interface Case {
  readonly name: string;
  readonly lines: readonly string[];
  readonly expected: readonly ReplyEvent[];
}

const said = (message: object, more: object = {}): string =>
  JSON.stringify({ model: 'm', message, done: false, ...more });
const start: ReplyEvent = { type: 'reply-start', model: 'm' };
const text = (index: number, ...texts: readonly string[]): readonly ReplyEvent[] => [
  ...texts.map((piece): ReplyEvent => ({ type: 'text-delta', index, text: piece })),
  { type: 'text-end', index },
];
const call = (index: number, name: string, args: string, rawId = ''): readonly ReplyEvent[] => [
  { type: 'call-start', index, rawId, name },
  { type: 'call-delta', index, text: args },
  { type: 'call-end', index, rawId, name, arguments: args },
];
const broken = (message: string): ReplyEvent => ({ type: 'reply-error', failure: { reason: 'network', message } });
const cutOff = broken('The stream ended before the answer was complete.');
const notJson = broken('A line of the stream is not a JSON object.');

const cases: readonly Case[] = [
  {
    name: 'OLL-001 text in pieces, usage and a reason on the last line',
    lines: [
      said({ role: 'assistant', content: 'Hel' }),
      said({ role: 'assistant', content: 'lo' }),
      said(
        { role: 'assistant', content: '' },
        { done: true, done_reason: 'stop', prompt_eval_count: 5, eval_count: 2 },
      ),
    ],
    expected: [
      start,
      ...text(0, 'Hel', 'lo'),
      { type: 'usage', usage: { input: 5, output: 2 } },
      { type: 'reply-end', stop: 'end', rawStop: 'stop' },
    ],
  },
  {
    name: 'thinking, text and calls over several lines, with and without ids',
    lines: [
      said({ content: '', thinking: 'a' }),
      said({ content: '', thinking: 'b' }),
      said({ content: 'I look.' }),
      said({
        content: '',
        tool_calls: [{ id: 'call_x', function: { index: 0, name: 'look', arguments: { at: 'a' } } }],
      }),
      said({ content: '', tool_calls: [{ function: { name: 'run', arguments: {} } }, { function: { name: 'wait' } }] }),
      said({ content: '' }, { done: true, done_reason: 'stop' }),
    ],
    expected: [
      start,
      { type: 'thinking-delta', index: 0, text: 'a' },
      { type: 'thinking-delta', index: 0, text: 'b' },
      { type: 'thinking-end', index: 0 },
      ...text(1, 'I look.'),
      ...call(2, 'look', '{"at":"a"}', 'call_x'),
      ...call(3, 'run', '{}'),
      ...call(4, 'wait', '{}'),
      { type: 'reply-end', stop: 'tool-calls', rawStop: 'stop' },
    ],
  },
  {
    name: 'on one line, thinking comes first, then text, then calls',
    lines: [
      said(
        { tool_calls: [{ function: { name: 'look', arguments: {} } }], content: 'x', thinking: 'y' },
        { done: true, done_reason: 'length', eval_count: 1 },
      ),
    ],
    expected: [
      start,
      { type: 'thinking-delta', index: 0, text: 'y' },
      { type: 'thinking-end', index: 0 },
      ...text(1, 'x'),
      ...call(2, 'look', '{}'),
      { type: 'usage', usage: { input: 0, output: 1 } },
      { type: 'reply-end', stop: 'max-tokens', rawStop: 'length' },
    ],
  },
  {
    name: 'text after a call is a new text; nothing is read after the last line',
    lines: [
      said({ content: 'a' }),
      said({ tool_calls: [{ function: { name: 'look', arguments: '{"at": 1}' } }] }),
      said({ content: 'b' }),
      JSON.stringify({ done: true }),
      said({ content: 'late' }),
      '{"error":"late"}',
    ],
    expected: [
      start,
      ...text(0, 'a'),
      ...call(1, 'look', '{"at": 1}'),
      ...text(2, 'b'),
      { type: 'reply-end', stop: 'tool-calls' },
    ],
  },
  {
    name: 'OLL-001 a stream without its last line was cut off; open blocks are closed',
    lines: [said({ content: '', thinking: 'a' }), said({ content: 'Hel' })],
    expected: [
      start,
      { type: 'thinking-delta', index: 0, text: 'a' },
      { type: 'thinking-end', index: 0 },
      ...text(1, 'Hel'),
      cutOff,
    ],
  },
  { name: 'OLL-001 an empty stream was cut off', lines: [], expected: [cutOff] },
  {
    name: 'OLL-008 an error after some text',
    lines: [
      said({ content: 'Hel' }),
      '{"error":"an error was encountered while running the model"}',
      said({ content: 'x' }),
    ],
    expected: [
      start,
      ...text(0, 'Hel'),
      {
        type: 'reply-error',
        failure: { reason: 'server', message: 'an error was encountered while running the model', status: 200 },
      },
    ],
  },
  {
    name: 'does not skip a line that is not JSON: it may have contained text',
    lines: [said({ content: 'Hel' }), '{"message":{"content":"lo', said({ content: '!' }, { done: true })],
    expected: [start, ...text(0, 'Hel'), notJson],
  },
  { name: 'a line that is not an object', lines: ['[]'], expected: [notJson] },
  {
    name: 'ignores empty lines',
    lines: ['', '  ', JSON.stringify({ model: 'm', done: true, done_reason: 'load' })],
    expected: [start, { type: 'reply-end', stop: 'end', rawStop: 'load' }],
  },
  {
    name: 'treats fields of the wrong type as absent',
    lines: [
      JSON.stringify({ model: 7, message: 'text', error: null }),
      JSON.stringify({ message: { content: ['x'], thinking: {}, tool_calls: 'none', images: [1, ''] } }),
      JSON.stringify({
        message: {
          tool_calls: [null, 1, 'x', {}, { function: 'f' }, { id: 3, function: { name: 4, arguments: [1] } }],
        },
      }),
      JSON.stringify({ done: true, done_reason: 5, prompt_eval_count: '5', eval_count: null, error: '' }),
    ],
    expected: [{ type: 'reply-start' }, ...call(0, '', '[1]'), { type: 'reply-end', stop: 'tool-calls' }],
  },
];

function decode(lines: readonly string[]): readonly ReplyEvent[] {
  const decoding = startDecoding();
  return [...lines.flatMap((data) => decoding.frame({ data })), ...decoding.end()];
}

describe('streams', () => {
  test.each(cases)('$name', ({ lines, expected }) => {
    expect(decode(lines)).toEqual(expected);
  });

  test('a stream reports its end once', () => {
    const decoding = startDecoding();
    expect(decoding.end()).toEqual([cutOff]);
    expect(decoding.end()).toEqual([]);
    expect(decoding.frame({ data: said({ content: 'x' }) })).toEqual([]);
  });
});

test('OLL-002 reads and writes deeply nested arguments without a stack overflow', () => {
  const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const line = `{"message":{"tool_calls":[{"function":{"name":"look","arguments":${deep}}}]},"done":true}`;
  const events = decode([line]);
  expect(events.map(({ type }) => type)).toEqual(['reply-start', 'call-start', 'call-delta', 'call-end', 'reply-end']);
  const encoding = startEncoding({ id: 'r', model: 'm', created: 0 });
  const raw: ReplyEvent = { type: 'call-end', index: 0, rawId: '', name: 'look', arguments: deep };
  expect([raw, ...events].flatMap((event) => encoding.event(event))).toHaveLength(2);
  expect(decode([`{"error":${deep}}`]).map(({ type }) => type)).toEqual(['reply-error']);
});

describe('whole responses', () => {
  test('one message, with or without done', () => {
    const message = { role: 'assistant', content: 'Hello' };
    const expected = [start, ...text(0, 'Hello'), { type: 'reply-end', stop: 'end' }];
    expect(decodeResponse({ model: 'm', message })).toEqual(expected);
    expect(decodeResponse({ model: 'm', message, done: true })).toEqual(expected);
  });

  test('OLL-008 an error instead of a message', () => {
    expect(decodeResponse({ error: 'llama runner process has terminated' })).toEqual([
      {
        type: 'reply-error',
        failure: { reason: 'server', message: 'llama runner process has terminated', status: 200 },
      },
    ]);
  });

  test.each([null, 1, 'text', [], {}, { messages: [] }])('%j is not a response', (body) => {
    expect(decodeResponse(body)).toEqual([
      { type: 'reply-error', failure: { reason: 'server', message: 'The response is not a chat message.' } },
    ]);
  });
});

/** JSON with the names of real fields and arbitrary values. */
const anything = fc.letrec((tie) => ({
  value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), tie('object')),
  object: fc.dictionary(
    fc.constantFrom(
      'message',
      'content',
      'thinking',
      'tool_calls',
      'function',
      'name',
      'arguments',
      'done',
      'error',
      'id',
    ),
    fc.oneof({ maxDepth: 3 }, fc.jsonValue({ maxDepth: 1 }), tie('object'), fc.array(tie('object'), { maxLength: 2 })),
    { maxKeys: 5 },
  ),
})).value;

test(
  'for any input, every block that begins also ends, and the reply ends once, last',
  () =>
    holds(fc.array(anything, { maxLength: 6 }), 500, (values) => {
      const events = decode(values.map((value) => JSON.stringify(value)));
      const ends = events.filter(({ type }) => type === 'reply-end' || type === 'reply-error');
      expect(ends).toEqual([events.at(-1)]);
      const begun = new Set(events.flatMap((event) => ('index' in event ? [event.index] : [])));
      const ended = events.flatMap((event) =>
        'index' in event && /-end$|^media$/.test(event.type) ? [event.index] : [],
      );
      expect(ended).toEqual([...begun]);
      expect([...begun]).toEqual([...begun].map((_, at) => at));
    }),
  patience,
);
