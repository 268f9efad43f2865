import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { startDecoding } from '../../../src/protocols/openai-chat/decode-response/decode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import type { Frame } from '../../../src/transport/frame.ts';

const start: ReplyEvent = { type: 'reply-start', id: 'r1', model: 'm' };
const chunk = (choice: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: 'r1',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, ...choice }],
  ...more,
});
const delta = (fields: JsonObject): JsonObject => chunk({ delta: fields, finish_reason: null });
const finish = (reason: string, more: JsonObject = {}): JsonObject => chunk({ delta: {}, finish_reason: reason }, more);
const calls = (...entries: readonly JsonValue[]): JsonObject => delta({ tool_calls: entries });
const piece = (index: number | null, id: JsonValue, name: JsonValue, args: JsonValue): JsonObject => ({
  ...(index === null ? {} : { index }),
  id,
  function: { name, arguments: args },
});
const done = '[DONE]';

const text = (index: number, ...deltas: readonly string[]): readonly ReplyEvent[] => [
  ...deltas.map((said): ReplyEvent => ({ type: 'text-delta', index, text: said })),
  { type: 'text-end', index },
];
const thought = (index: number, field: string, ...deltas: readonly string[]): readonly ReplyEvent[] => [
  ...deltas.map((said): ReplyEvent => ({ type: 'thinking-delta', index, text: said })),
  { type: 'thinking-end', index, seal: { field, value: deltas.join('') } },
];
const begun = (index: number, rawId: string, name: string): ReplyEvent => ({ type: 'call-start', index, rawId, name });
const grown = (index: number, args: string): ReplyEvent => ({ type: 'call-delta', index, text: args });
const ended = (index: number, rawId: string, name: string, args: string): ReplyEvent => ({
  type: 'call-end',
  index,
  rawId,
  name,
  arguments: args,
});
const end = (stop: 'end' | 'tool-calls' | 'max-tokens' | 'content-filter', rawStop?: string): ReplyEvent => ({
  type: 'reply-end',
  stop,
  ...(rawStop === undefined ? {} : { rawStop }),
});
const brokeOff: ReplyEvent = {
  type: 'reply-error',
  failure: { reason: 'network', message: 'The stream ended before the answer was complete.' },
};

function decode(frames: readonly (JsonValue | Frame)[]): readonly ReplyEvent[] {
  const decoding = startDecoding();
  const events = frames.flatMap((frame) => decoding.frame(frameOf(frame)));
  return [...events, ...decoding.end()];
}

function frameOf(frame: JsonValue | Frame): Frame {
  if (typeof frame === 'string') return { data: frame };
  if (typeof frame === 'object' && frame !== null && 'data' in frame && typeof frame.data === 'string') {
    return { ...('event' in frame ? { event: String(frame.event) } : {}), data: frame.data };
  }
  return { data: JSON.stringify(frame) };
}

interface Row {
  readonly title: string;
  readonly frames: readonly (JsonValue | Frame)[];
  readonly events: readonly ReplyEvent[];
}

function check(rows: readonly Row[]): void {
  test.each(rows)('$title', ({ frames, events }) => {
    expect(decode(frames)).toEqual(events);
  });
}

describe('text and thinking', () => {
  check([
    {
      title: 'text in pieces',
      frames: [
        delta({ role: 'assistant', content: '' }),
        delta({ content: 'He' }),
        delta({ content: 'y' }),
        finish('stop'),
        done,
      ],
      events: [start, ...text(0, 'He', 'y'), end('end', 'stop')],
    },
    {
      title: 'thinking before text, in reasoning_content',
      frames: [
        delta({ reasoning_content: 'h', content: null }),
        delta({ reasoning_content: 'm' }),
        delta({ content: 'Hey', reasoning_content: null }),
        finish('stop'),
        done,
      ],
      events: [start, ...thought(0, 'reasoning_content', 'h', 'm'), ...text(1, 'Hey'), end('end', 'stop')],
    },
    {
      title: 'VLL-005 thinking in reasoning, and in both fields at once',
      frames: [delta({ reasoning: 'h' }), delta({ reasoning: 'm', reasoning_content: 'm' }), finish('stop'), done],
      events: [start, ...thought(0, 'reasoning', 'h', 'm'), end('end', 'stop')],
    },
    {
      title: 'thinking between two texts',
      frames: [delta({ content: 'a' }), delta({ reasoning: 'b' }), delta({ content: 'c' }), finish('stop'), done],
      events: [start, ...text(0, 'a'), ...thought(1, 'reasoning', 'b'), ...text(2, 'c'), end('end', 'stop')],
    },
    {
      title: 'ORT-003 assembles details and shows their text once',
      frames: [
        delta({
          reasoning: 'h',
          reasoning_details: [{ type: 'reasoning.text', text: 'h', index: 0, format: 'f', signature: null }],
        }),
        delta({ reasoning: 'm', reasoning_details: [{ type: 'reasoning.text', text: 'm', index: 0 }] }),
        delta({ reasoning_details: [{ type: 'reasoning.text', signature: 's', index: 0 }] }),
        delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', index: 1 }] }),
        delta({ content: 'Hey' }),
        finish('stop'),
        done,
      ],
      events: [
        start,
        { type: 'thinking-delta', index: 0, text: 'h' },
        { type: 'thinking-delta', index: 0, text: 'm' },
        {
          type: 'thinking-end',
          index: 0,
          seal: {
            field: 'reasoning_details',
            value: JSON.stringify([
              { type: 'reasoning.text', text: 'hm', index: 0, format: 'f', signature: 's' },
              { type: 'reasoning.encrypted', data: 'x', index: 1 },
            ]),
          },
        },
        ...text(1, 'Hey'),
        end('end', 'stop'),
      ],
    },
    {
      title: 'ORT-003 does not return details of an answer that was cut off, because they are incomplete',
      frames: [
        delta({ reasoning: 'h', reasoning_details: [{ type: 'reasoning.text', text: 'h', index: 0 }] }),
        delta({ reasoning: 'm', reasoning_details: [{ type: 'reasoning.text', text: 'm', index: 0 }] }),
      ],
      events: [
        start,
        { type: 'thinking-delta', index: 0, text: 'h' },
        { type: 'thinking-delta', index: 0, text: 'm' },
        { type: 'thinking-end', index: 0 },
        brokeOff,
      ],
    },
    {
      title: 'ORT-003 details alone are thinking, with the text they show',
      frames: [
        delta({ reasoning_details: [{ type: 'reasoning.summary', summary: 'hm' }] }),
        delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }),
        finish('stop'),
        done,
      ],
      events: [
        start,
        { type: 'thinking-delta', index: 0, text: 'hm' },
        {
          type: 'thinking-end',
          index: 0,
          seal: {
            field: 'reasoning_details',
            value: '[{"type":"reasoning.summary","summary":"hm"},{"type":"reasoning.encrypted","data":"x"}]',
          },
        },
        end('end', 'stop'),
      ],
    },
    {
      title: 'ORT-003 details after the words do not repeat the thinking',
      frames: [
        delta({ reasoning: 'hm ' }),
        delta({ reasoning: 'ok' }),
        delta({ content: 'Hey' }),
        delta({ reasoning_details: [{ type: 'reasoning.text', text: 'hm', index: 0 }] }),
        delta({ reasoning_details: [{ type: 'reasoning.text', text: ' ok', index: 0 }] }),
        delta({ reasoning_details: [{ type: 'reasoning.text', signature: 's', index: 0 }] }),
        finish('stop'),
        done,
      ],
      events: [
        start,
        ...thought(0, 'reasoning', 'hm ', 'ok'),
        ...text(1, 'Hey'),
        {
          type: 'thinking-end',
          index: 2,
          seal: {
            field: 'reasoning_details',
            value: '[{"type":"reasoning.text","text":"hm ok","index":0,"signature":"s"}]',
          },
        },
        end('end', 'stop'),
      ],
    },
    {
      title: 'ORT-003 a text that only the details have is new',
      frames: [
        delta({ reasoning: 'h', reasoning_details: [{ type: 'reasoning.text', text: 'h', index: 0 }] }),
        delta({ reasoning_details: [{ type: 'reasoning.text', text: 'h', index: 0 }] }),
        finish('stop'),
        done,
      ],
      events: [
        start,
        { type: 'thinking-delta', index: 0, text: 'h' },
        { type: 'thinking-delta', index: 0, text: 'h' },
        {
          type: 'thinking-end',
          index: 0,
          seal: { field: 'reasoning_details', value: '[{"type":"reasoning.text","text":"hh","index":0}]' },
        },
        end('end', 'stop'),
      ],
    },
    {
      title: 'ORT-003 late details do not split a text and are not lost',
      frames: [
        delta({ content: 'He' }),
        delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }),
        delta({ content: 'y' }),
        calls(piece(0, 'c1', 'look', '{}')),
        delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'y' }] }),
        finish('tool_calls'),
        done,
      ],
      events: [
        start,
        ...text(0, 'He', 'y'),
        begun(1, 'c1', 'look'),
        grown(1, '{}'),
        {
          type: 'thinking-end',
          index: 2,
          seal: {
            field: 'reasoning_details',
            value: '[{"type":"reasoning.encrypted","data":"x"},{"type":"reasoning.encrypted","data":"y"}]',
          },
        },
        ended(1, 'c1', 'look', '{}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'MIS-017 chunks in the content',
      frames: [
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'h' }] }] }),
        delta({ content: [{ type: 'thinking', thinking: 'm', signature: 'sig' }] }),
        delta({ content: [{ type: 'text', text: 'He' }, { type: 'reference', reference_ids: [1] }, 'y', 7, null] }),
        finish('stop'),
        done,
      ],
      events: [
        start,
        { type: 'thinking-delta', index: 0, text: 'h' },
        { type: 'thinking-delta', index: 0, text: 'm' },
        { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'sig' } },
        ...text(1, 'He', 'y'),
        end('end', 'stop'),
      ],
    },
    {
      title: 'a refusal is text and sets the stop reason',
      frames: [delta({ refusal: 'I ' }), delta({ refusal: 'will not' }), finish('stop'), done],
      events: [start, ...text(0, 'I ', 'will not'), end('content-filter', 'stop')],
    },
    {
      title: 'pictures, and the transcript of a spoken answer',
      frames: [
        delta({ content: 'See:' }),
        delta({ images: [{ type: 'image_url', image_url: { url: 'data:image/webp;base64,AAAA' } }, 'junk'] }),
        delta({ audio: { id: 'a', transcript: 'Hey' } }),
        finish('stop'),
        done,
      ],
      events: [
        start,
        ...text(0, 'See:'),
        {
          type: 'media',
          index: 1,
          block: { type: 'media', mimeType: 'image/webp', data: 'AAAA', encoding: 'base64' },
        },
        ...text(2, 'Hey'),
        end('end', 'stop'),
      ],
    },
  ]);
});

describe('calls', () => {
  const two: readonly ReplyEvent[] = [
    start,
    begun(0, 'c1', 'look'),
    grown(0, '{"a":1}'),
    begun(1, 'c2', 'run'),
    grown(1, '{"b":2}'),
    ended(0, 'c1', 'look', '{"a":1}'),
    ended(1, 'c2', 'run', '{"b":2}'),
    end('tool-calls', 'tool_calls'),
  ];
  check([
    {
      title: 'after a text',
      frames: [
        delta({ content: 'Looking' }),
        calls(piece(0, 'c1', 'look', '')),
        calls(piece(0, null, null, '{"a"')),
        calls({ index: 0, function: { arguments: ':1}' } }),
        finish('tool_calls'),
        done,
      ],
      events: [
        start,
        ...text(0, 'Looking'),
        begun(1, 'c1', 'look'),
        grown(1, '{"a"'),
        grown(1, ':1}'),
        ended(1, 'c1', 'look', '{"a":1}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'null instead of no arguments (Groq), and an object as a string',
      frames: [
        calls(piece(0, 'c1', 'look', 'null')),
        calls(piece(1, 'c2', 'run', '"{\\"b')),
        calls(piece(1, null, null, '\\":2}"')),
        finish('tool_calls'),
        done,
      ],
      events: [
        start,
        begun(0, 'c1', 'look'),
        grown(0, '{}'),
        begun(1, 'c2', 'run'),
        grown(1, '{"b":2}'),
        ended(0, 'c1', 'look', '{}'),
        ended(1, 'c2', 'run', '{"b":2}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'interleaved by index, with ids and names repeated or empty',
      frames: [
        calls(piece(0, 'c1', 'look', '{"a"'), piece(1, 'c2', 'run', '{')),
        calls(piece(1, '', '', '"b"')),
        calls(piece(0, 'c1', 'look', ':1}')),
        calls(piece(1, 'c2', 'run', ':2}')),
        finish('tool_calls'),
        done,
      ],
      events: [
        start,
        begun(0, 'c1', 'look'),
        grown(0, '{"a"'),
        begun(1, 'c2', 'run'),
        grown(1, '{'),
        grown(1, '"b"'),
        grown(0, ':1}'),
        grown(1, ':2}'),
        ended(0, 'c1', 'look', '{"a":1}'),
        ended(1, 'c2', 'run', '{"b":2}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'without an index, distinguished by id',
      frames: [
        calls(piece(null, 'c1', 'look', '{"a":1}')),
        calls(piece(null, 'c2', 'run', '{"b"')),
        calls(piece(null, null, null, ':2}')),
        finish('tool_calls'),
        done,
      ],
      events: [
        start,
        begun(0, 'c1', 'look'),
        grown(0, '{"a":1}'),
        begun(1, 'c2', 'run'),
        grown(1, '{"b"'),
        grown(1, ':2}'),
        ended(0, 'c1', 'look', '{"a":1}'),
        ended(1, 'c2', 'run', '{"b":2}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'all under index 0, each complete',
      frames: [
        calls(piece(0, 'c1', 'look', '{"a":1}')),
        calls(piece(0, 'c2', 'run', '{"b":2}')),
        finish('tool_calls'),
        done,
      ],
      events: two,
    },
    {
      title: 'under one index with a new id in every piece',
      frames: [calls(piece(0, 'c1', 'look', '{"a"')), calls(piece(0, 'x7', null, ':1}')), finish('tool_calls'), done],
      events: [
        start,
        begun(0, 'c1', 'look'),
        grown(0, '{"a"'),
        grown(0, ':1}'),
        ended(0, 'c1', 'look', '{"a":1}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'XCT-001 without index and id, in one list and in two',
      frames: [
        calls(piece(null, '', 'look', '{"a":1}'), piece(null, '', 'look', '{"a":2}')),
        calls(piece(null, '', 'look', '{"a":3}')),
        finish('stop'),
        done,
      ],
      events: [
        start,
        begun(0, '', 'look'),
        grown(0, '{"a":1}'),
        begun(1, '', 'look'),
        grown(1, '{"a":2}'),
        begun(2, '', 'look'),
        grown(2, '{"a":3}'),
        ended(0, '', 'look', '{"a":1}'),
        ended(1, '', 'look', '{"a":2}'),
        ended(2, '', 'look', '{"a":3}'),
        end('tool-calls', 'stop'),
      ],
    },
    {
      title: 'MIS-023 with arguments as an object, repeated in every piece',
      frames: [
        calls(piece(0, 'c1', 'look', { a: 1 })),
        calls(piece(0, 'c1', 'look', { a: 1 })),
        finish('tool_calls'),
        done,
      ],
      events: [
        start,
        begun(0, 'c1', 'look'),
        grown(0, '{"a":1}'),
        ended(0, 'c1', 'look', '{"a":1}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'with a late name',
      frames: [calls(piece(0, 'c1', null, '')), calls(piece(0, null, 'look', '{}')), finish('tool_calls'), done],
      events: [
        start,
        begun(0, 'c1', ''),
        grown(0, '{}'),
        ended(0, 'c1', 'look', '{}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'before a text',
      frames: [calls(piece(0, 'c1', 'look', '{}')), delta({ content: 'Looking' }), finish('tool_calls'), done],
      events: [
        start,
        begun(0, 'c1', 'look'),
        grown(0, '{}'),
        ...text(1, 'Looking'),
        ended(0, 'c1', 'look', '{}'),
        end('tool-calls', 'tool_calls'),
      ],
    },
    {
      title: 'as function_call',
      frames: [
        delta({ function_call: { name: 'look', arguments: '{"a"' } }),
        delta({ function_call: { arguments: ':1}' } }),
        finish('function_call'),
        done,
      ],
      events: [
        start,
        begun(0, '', 'look'),
        grown(0, '{"a"'),
        grown(0, ':1}'),
        ended(0, '', 'look', '{"a":1}'),
        end('tool-calls', 'function_call'),
      ],
    },
    {
      title: 'invalid ones',
      frames: [calls(null, 'x', 7, [], {}, { function: null }, { index: 3, function: {} }), finish('tool_calls'), done],
      events: [start, end('end', 'tool_calls')],
    },
  ]);
});

describe('usage', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const rows: readonly [string, JsonObject, JsonObject][] = [
    ['in a separate chunk', { id: 'r1', choices: [], usage }, { input: 10, output: 5 }],
    [
      'in the choice (Kimi)',
      chunk({ delta: {}, usage: { ...usage, cached_tokens: 4 } }),
      { input: 10, output: 5, cacheRead: 4 },
    ],
    ['in x_groq', { id: 'r1', choices: [], x_groq: { usage } }, { input: 10, output: 5 }],
    [
      'with their parts',
      {
        choices: [],
        usage: {
          ...usage,
          prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
          completion_tokens_details: { reasoning_tokens: 1 },
        },
      },
      { input: 10, output: 5, cacheRead: 3, cacheWrite: 2, reasoning: 1 },
    ],
    [
      'as DeepSeek caches',
      { choices: [], usage: { ...usage, prompt_cache_hit_tokens: 6 } },
      { input: 10, output: 5, cacheRead: 6 },
    ],
    [
      'with thinking beside the completion (xAI)',
      { choices: [], usage: { ...usage, total_tokens: 22, completion_tokens_details: { reasoning_tokens: 7 } } },
      { input: 10, output: 12, reasoning: 7 },
    ],
    ['with half of them', { choices: [], usage: { prompt_tokens: 10 } }, { input: 10, output: 0 }],
  ];
  test.each(rows)('%s', (_, frame, counted) => {
    expect(decode([delta({ content: 'Hey' }), finish('stop'), frame, done])).toEqual([
      start,
      ...text(0, 'Hey'),
      { type: 'usage', usage: counted },
      end('end', 'stop'),
    ]);
  });

  check([
    {
      title: 'in every chunk, of which the last one counts',
      frames: [
        chunk({ delta: { content: 'Hey' } }, { usage: { prompt_tokens: 10, completion_tokens: 1 } }),
        finish('stop', { usage }),
        done,
      ],
      events: [start, ...text(0, 'Hey'), { type: 'usage', usage: { input: 10, output: 5 } }, end('end', 'stop')],
    },
    {
      title: 'invalid ones',
      frames: [delta({ content: 'Hey' }), finish('stop', { usage: { prompt_tokens: 'many', completion_tokens: -1 } })],
      events: [start, ...text(0, 'Hey'), end('end', 'stop')],
    },
  ]);
});

describe('the end', () => {
  const reasons: readonly [string, ReplyEvent][] = [
    ['stop', end('end', 'stop')],
    ['length', end('max-tokens', 'length')],
    ['model_length', end('max-tokens', 'model_length')],
    ['content_filter', end('content-filter', 'content_filter')],
    ['sensitive', end('content-filter', 'sensitive')],
    ['tool_calls', end('end', 'tool_calls')],
    ['something_new', end('end', 'something_new')],
    ['model_context_window_exceeded', end('max-tokens', 'model_context_window_exceeded')],
  ];
  test.each(reasons)('%s', (reason, event) => {
    expect(decode([delta({ content: 'Hey' }), finish(reason), done])).toEqual([start, ...text(0, 'Hey'), event]);
  });

  const failed = (reason: 'server' | 'overloaded' | 'network' | 'context-overflow', code: string): ReplyEvent => ({
    type: 'reply-error',
    failure: { reason, message: `The answer ended with the reason ${code}.`, code },
  });
  check([
    {
      title: 'GLM-005 out of tokens, without an answer',
      frames: [finish('model_context_window_exceeded'), done],
      events: [start, failed('context-overflow', 'model_context_window_exceeded')],
    },
    {
      title: 'out of capacity',
      frames: [delta({ content: 'He' }), finish('insufficient_system_resource'), done],
      events: [start, ...text(0, 'He'), failed('overloaded', 'insufficient_system_resource')],
    },
    {
      title: 'with an error and a call that must not run',
      frames: [calls(piece(0, 'c1', 'look', '{}')), finish('error'), done],
      events: [start, begun(0, 'c1', 'look'), grown(0, '{}'), failed('server', 'error')],
    },
    {
      title: 'without [DONE]',
      frames: [delta({ content: 'Hey' }), finish('stop')],
      events: [start, ...text(0, 'Hey'), end('end', 'stop')],
    },
    {
      title: 'without a reason',
      frames: [delta({ content: 'Hey' }), done],
      events: [start, ...text(0, 'Hey'), end('end')],
    },
    {
      title: 'once, whatever follows',
      frames: [delta({ content: 'Hey' }), finish('stop'), done, delta({ content: '!' }), { error: 'x' }, done],
      events: [start, ...text(0, 'Hey'), end('end', 'stop')],
    },
    {
      title: 'only of the first of several choices',
      frames: [
        {
          id: 'r1',
          model: 'm',
          choices: [
            { index: 1, delta: { content: 'No' } },
            { index: 0, delta: { content: 'Yes' } },
          ],
        },
        { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
        finish('stop'),
        done,
      ],
      events: [start, ...text(0, 'Yes'), end('end', 'stop')],
    },
    {
      title: 'of an answer that arrived whole',
      frames: [chunk({ message: { role: 'assistant', content: 'Hey' }, finish_reason: 'stop' })],
      events: [start, ...text(0, 'Hey'), end('end', 'stop')],
    },
  ]);
});

describe('streams that are cut off', () => {
  check([
    { title: 'before they begin', frames: [], events: [brokeOff] },
    { title: 'with only [DONE]', frames: [done], events: [brokeOff] },
    { title: 'in a text', frames: [delta({ content: 'He' })], events: [start, ...text(0, 'He'), brokeOff] },
    {
      title: 'in thinking',
      frames: [delta({ reasoning_content: 'h' })],
      events: [start, ...thought(0, 'reasoning_content', 'h'), brokeOff],
    },
    {
      title: 'in a call, which never ends',
      frames: [delta({ content: 'He' }), calls(piece(0, 'c1', 'look', '{"a'))],
      events: [start, ...text(0, 'He'), begun(1, 'c1', 'look'), grown(1, '{"a'), brokeOff],
    },
    {
      title: 'in a frame',
      frames: [delta({ content: 'He' }), '{"choices":[{"delta":{"content":"y', finish('stop'), done],
      events: [start, ...text(0, 'He'), brokeOff],
    },
  ]);
});

describe('errors inside a stream', () => {
  const error = (reason: string, message: string, more: object = {}): ReplyEvent[] => [
    { type: 'reply-error', failure: { reason, message, status: 200, ...more } } as ReplyEvent,
  ];
  check([
    {
      title: 'in OpenAI’s format, after a part of the answer',
      frames: [delta({ content: 'He' }), { error: { message: 'The server had an error', type: 'server_error' } }, done],
      events: [start, ...text(0, 'He'), ...error('server', 'The server had an error', { code: 'server_error' })],
    },
    {
      title: 'XAI-005 as a sentence with a code',
      frames: [{ code: 'Client specified an invalid argument', error: 'maximum prompt length is 10' }],
      events: error('context-overflow', 'maximum prompt length is 10', {
        code: 'Client specified an invalid argument',
      }),
    },
    {
      title: 'ORT-001 wrapped, in a choice',
      frames: [
        delta({ content: 'He' }),
        chunk({
          delta: {},
          finish_reason: 'error',
          error: {
            code: 429,
            message: 'Provider returned error',
            metadata: { raw: '{"error":{"message":"too many requests"}}' },
          },
        }),
      ],
      events: [
        start,
        ...text(0, 'He'),
        ...error('rate-limit', 'Provider returned error: too many requests', { code: '429' }),
      ],
    },
    {
      title: 'as an event named error',
      frames: [{ event: 'error', data: '{"message":"overloaded"}' }],
      events: error('overloaded', 'overloaded'),
    },
    {
      title: 'as an object of type error (vLLM, Mistral)',
      frames: [{ object: 'error', message: 'Expected last role User or Tool', type: 'invalid_request_message_order' }],
      events: error('invalid-request', 'Expected last role User or Tool', { code: 'invalid_request_message_order' }),
    },
    {
      title: 'in a list of one',
      frames: ['[{"error":{"code":503,"message":"The model is overloaded","status":"UNAVAILABLE"}}]'],
      events: error('overloaded', 'The model is overloaded', { code: 'UNAVAILABLE' }),
    },
    {
      title: 'GRQ-002 reads a call that the server rejected',
      frames: [
        delta({ content: 'Looking' }),
        {
          error: {
            message: 'Tool call validation failed',
            code: 'tool_use_failed',
            failed_generation: '{"name":"look","arguments":{"at":1}}',
          },
        },
      ],
      events: [
        start,
        ...text(0, 'Looking'),
        begun(1, '', 'look'),
        grown(1, '{"at":1}'),
        ended(1, '', 'look', '{"at":1}'),
        end('tool-calls', 'tool_use_failed'),
      ],
    },
    {
      title: 'GRQ-003 an unreadable call is a retryable error',
      frames: [
        { error: { message: 'Failed to call a function', code: 'tool_use_failed', failed_generation: '<look' } },
      ],
      events: error('server', 'Failed to call a function', { code: 'tool_use_failed' }),
    },
    {
      title: 'GRQ-002 in x_groq',
      frames: [delta({ content: 'He' }), { choices: [], x_groq: { error: 'the model is at capacity' } }],
      events: [start, ...text(0, 'He'), ...error('overloaded', 'the model is at capacity')],
    },
  ]);
});

test('ignores keep-alive lines and empty frames', () => {
  const frames = ['', ' ', ': OPENROUTER PROCESSING', 'ping', '[]', '[1]', 'null', '7', '"text"'];
  expect(decode([delta({ content: 'He' }), ...frames, delta({ content: 'y' }), finish('stop'), done])).toEqual([
    start,
    ...text(0, 'He', 'y'),
    end('end', 'stop'),
  ]);
});

test('deeply nested arguments do not throw', () => {
  const depth = 100_000;
  const nested = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const frame = `{"id":"r1","model":"m","choices":[{"delta":{"tool_calls":[{"id":"c1","function":{"name":"look","arguments":${nested}}}]},"finish_reason":"tool_calls"}]}`;
  expect(decode([frame, done])).toEqual([
    start,
    begun(0, 'c1', 'look'),
    grown(0, nested),
    ended(0, 'c1', 'look', nested),
    end('tool-calls', 'tool_calls'),
  ]);
});

/** Values where something else is expected. */
const anything: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)));
const orSound = (sound: JsonValue): fc.Arbitrary<JsonValue> => fc.oneof(fc.constant(sound), anything);
const hostileChunk: fc.Arbitrary<JsonValue> = fc.oneof(
  anything,
  fc.record(
    {
      id: orSound('r1'),
      model: orSound('m'),
      error: anything,
      usage: orSound({ prompt_tokens: 1, completion_tokens: 1 }),
      choices: fc.oneof(
        anything,
        fc.array(
          fc.record(
            {
              index: orSound(0),
              finish_reason: orSound('stop'),
              message: anything,
              delta: fc.oneof(
                anything,
                fc.record(
                  {
                    content: fc.oneof(
                      anything,
                      fc.array(fc.record({ type: orSound('thinking'), thinking: anything, text: anything })),
                    ),
                    reasoning: orSound('hm'),
                    reasoning_details: fc.oneof(
                      anything,
                      fc.array(fc.record({ type: orSound('reasoning.text'), text: anything })),
                    ),
                    refusal: anything,
                    images: anything,
                    tool_calls: fc.oneof(
                      anything,
                      fc.array(
                        fc.record(
                          {
                            index: orSound(0),
                            id: orSound('c1'),
                            function: fc.oneof(
                              anything,
                              fc.record({ name: orSound('look'), arguments: orSound('{}') }),
                            ),
                          },
                          { requiredKeys: [] },
                        ),
                      ),
                    ),
                    function_call: anything,
                  },
                  { requiredKeys: [] },
                ),
              ),
            },
            { requiredKeys: [] },
          ),
        ),
      ),
    },
    { requiredKeys: [] },
  ),
);

test(
  'for any input, blocks are numbered in order, every block ends, and there is one end',
  () =>
    holds(fc.array(hostileChunk, { maxLength: 6 }), 500, (chunks) => {
      const events = decode(chunks);
      const last = events.at(-1);
      expect(['reply-end', 'reply-error']).toContain(last?.type);
      expect(events.filter(({ type }) => type === 'reply-end' || type === 'reply-error')).toEqual([last]);
      const met = new Set<number>();
      const open = new Set<number>();
      for (const event of events) {
        if (!('index' in event)) continue;
        if (!met.has(event.index)) expect(event.index).toBe(met.size);
        else expect(open).toContain(event.index);
        met.add(event.index);
        if (event.type.endsWith('-end') || event.type === 'media') open.delete(event.index);
        else open.add(event.index);
      }
      const started = new Set(
        events.filter(({ type }) => type === 'call-start').map((event) => 'index' in event && event.index),
      );
      if (last?.type === 'reply-end') expect([...open]).toEqual([]);
      else expect([...open].filter((index) => !started.has(index))).toEqual([]);
    }),
  patience,
);
