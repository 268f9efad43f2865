/** The exact lines of a stream, and the exact body of a complete response. */
import { expect, test } from 'vitest';
import { encodeResponse, startEncoding } from '../../../src/protocols/ollama-chat/encode-response/encode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

const head = { id: 'r1', model: 'qwen3', created: 1_700_000_000 };
const lead = { model: 'qwen3', created_at: '2023-11-14T22:13:20.000Z' };

const events: readonly ReplyEvent[] = [
  { type: 'reply-start', id: 'r1', model: 'other' },
  { type: 'thinking-delta', index: 0, text: 'hm' },
  { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'abc' } },
  { type: 'text-delta', index: 1, text: 'I ' },
  { type: 'text-delta', index: 1, text: 'look.' },
  { type: 'text-end', index: 1 },
  { type: 'call-start', index: 2, rawId: 'c1', name: 'look' },
  { type: 'call-delta', index: 2, text: '{"at":' },
  { type: 'call-delta', index: 2, text: '"a"}' },
  { type: 'call-end', index: 2, rawId: 'c1', name: 'look', arguments: '{"at":"a"}' },
  { type: 'call-end', index: 3, rawId: '', name: 'run', arguments: 'no json' },
  { type: 'call-end', index: 4, rawId: '', name: 'wait', arguments: 'null' },
  { type: 'call-end', index: 5, rawId: 's', name: 'search', arguments: '{}', executor: 'provider' },
  { type: 'provider-result', index: 6, call: 5, result: 'found' },
  {
    type: 'media',
    index: 7,
    block: { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' },
  },
  { type: 'media', index: 8, block: { type: 'media', mimeType: 'image/png', data: 'https://x.test', encoding: 'url' } },
  { type: 'reply-end', stop: 'tool-calls' },
  { type: 'usage', usage: { input: 7, output: 3, cacheRead: 2 } },
];

const look = { id: 'c1', function: { index: 0, name: 'look', arguments: { at: 'a' } } };
const run = { function: { index: 1, name: 'run', arguments: { raw_arguments: 'no json' } } };
const wait = { function: { index: 2, name: 'wait', arguments: {} } };
const counts = { prompt_eval_count: 7, prompt_eval_cached_count: 2, eval_count: 3 };

function linesOf(given: readonly ReplyEvent[]): readonly unknown[] {
  const encoding = startEncoding(head);
  const frames = [...given.flatMap((event) => encoding.event(event)), ...encoding.end()];
  return frames.map(({ data }) => JSON.parse(data));
}

test('OLL-001 OLL-002 one line per piece and per call, then a final line with usage', () => {
  const said = (fields: object): object => ({
    ...lead,
    message: { role: 'assistant', content: '', ...fields },
    done: false,
  });
  expect(linesOf(events)).toEqual([
    said({ thinking: 'hm' }),
    said({ content: 'I ' }),
    said({ content: 'look.' }),
    said({ tool_calls: [look] }),
    said({ tool_calls: [run] }),
    said({ tool_calls: [wait] }),
    said({ images: ['iVBORw0KGgo='] }),
    { ...lead, message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', ...counts },
  ]);
});

test('OLL-002 the same as one message', () => {
  expect(encodeResponse(events, head)).toEqual({
    ...lead,
    message: {
      role: 'assistant',
      content: 'I look.',
      thinking: 'hm',
      images: ['iVBORw0KGgo='],
      tool_calls: [look, run, wait],
    },
    done: true,
    done_reason: 'stop',
    ...counts,
  });
});

test('OLL-008 an error is the last line, whatever follows', () => {
  const failure = { reason: 'overloaded', message: 'busy', status: 503 } as const;
  expect(
    linesOf([
      { type: 'reply-error', failure },
      { type: 'text-delta', index: 0, text: 'late' },
      { type: 'usage', usage: { input: 1, output: 1 } },
    ]),
  ).toEqual([{ error: 'busy' }]);
  expect(encodeResponse([{ type: 'reply-error', failure }], head)).toEqual({ error: 'busy' });
});

test('OLL-001 a reply without an end has no last line', () => {
  expect(linesOf([{ type: 'reply-start' }])).toEqual([]);
});
