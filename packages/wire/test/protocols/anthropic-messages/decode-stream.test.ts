import type { JsonObject } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { startDecoding } from '../../../src/protocols/anthropic-messages/decode-response/decode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import type { Frame } from '../../../src/transport/frame.ts';

const frame = (data: JsonObject): Frame => ({ event: String(data['type']), data: JSON.stringify(data) });
const usage = { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 };
const begin = frame({ type: 'message_start', message: { id: 'msg_1', model: 'claude-x', content: [], usage } });
const open = (index: number, block: JsonObject): Frame =>
  frame({ type: 'content_block_start', index, content_block: block });
const delta = (index: number, part: JsonObject): Frame => frame({ type: 'content_block_delta', index, delta: part });
const close = (index: number): Frame => frame({ type: 'content_block_stop', index });
const stop = (reason: string | null, output = 9): Frame =>
  frame({
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: output },
  });
const over = frame({ type: 'message_stop' });
const text = (words: string): JsonObject => ({ type: 'text_delta', text: words });
const json = (words: string): JsonObject => ({ type: 'input_json_delta', partial_json: words });
const emptyText = { type: 'text', text: '' };
const useLook = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };

const started: ReplyEvent = { type: 'reply-start', id: 'msg_1', model: 'claude-x' };
const counted = (output: number): ReplyEvent => ({
  type: 'usage',
  usage: { input: 125, output, cacheRead: 100, cacheWrite: 20 },
});
const ended = (why: 'end' | 'tool-calls', rawStop: string): ReplyEvent => ({ type: 'reply-end', stop: why, rawStop });
const brokeOff: ReplyEvent = {
  type: 'reply-error',
  failure: { reason: 'network', message: 'The stream ended before the message was complete.' },
};

function decode(frames: readonly Frame[]): readonly ReplyEvent[] {
  const decoding = startDecoding();
  return [...frames.flatMap((each) => decoding.frame(each)), ...decoding.end()];
}

const table: readonly (readonly [string, readonly Frame[], readonly ReplyEvent[]])[] = [
  [
    'text, thinking with its signature, and a call in pieces',
    [
      begin,
      frame({ type: 'ping' }),
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'h' }),
      delta(0, { type: 'thinking_delta', thinking: 'm' }),
      delta(0, { type: 'signature_delta', signature: 'sig' }),
      close(0),
      open(1, { type: 'redacted_thinking', data: 'data' }),
      close(1),
      open(2, emptyText),
      delta(2, text('Looking')),
      delta(2, { type: 'citations_delta', citation: { type: 'page_location' } }),
      close(2),
      open(3, useLook),
      delta(3, json('')),
      delta(3, json('{"at":')),
      delta(3, json('1}')),
      close(3),
      stop('tool_use'),
      over,
    ],
    [
      started,
      { type: 'thinking-delta', index: 0, text: 'h' },
      { type: 'thinking-delta', index: 0, text: 'm' },
      { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'sig' } },
      { type: 'thinking-end', index: 1, seal: { field: 'redacted_thinking', value: 'data' } },
      { type: 'text-delta', index: 2, text: 'Looking' },
      { type: 'text-end', index: 2 },
      { type: 'call-start', index: 3, rawId: 'toolu_1', name: 'look' },
      { type: 'call-delta', index: 3, text: '{"at":' },
      { type: 'call-delta', index: 3, text: '1}' },
      { type: 'call-end', index: 3, rawId: 'toolu_1', name: 'look', arguments: '{"at":1}' },
      counted(9),
      ended('tool-calls', 'tool_use'),
    ],
  ],
  [
    'a tool run by the provider, with its result; skips an unknown block without numbering it',
    [
      begin,
      open(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
      delta(0, json('{"query":"x"}')),
      close(0),
      open(1, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ url: 'u' }] }),
      close(1),
      open(2, { type: 'hologram', text: 'no' }),
      delta(2, text('no')),
      close(2),
      open(3, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_9', content: [] }),
      close(3),
      open(4, emptyText),
      delta(4, text('Found')),
      close(4),
      stop('end_turn'),
      over,
    ],
    [
      started,
      { type: 'call-start', index: 0, rawId: 'srvtoolu_1', name: 'web_search', executor: 'provider' },
      { type: 'call-delta', index: 0, text: '{"query":"x"}' },
      {
        type: 'call-end',
        index: 0,
        rawId: 'srvtoolu_1',
        name: 'web_search',
        arguments: '{"query":"x"}',
        executor: 'provider',
      },
      {
        type: 'provider-result',
        index: 1,
        call: 0,
        result: [{ url: 'u' }],
        seal: { field: 'web_search_tool_result', value: '[{"url":"u"}]' },
      },
      { type: 'text-delta', index: 2, text: 'Found' },
      { type: 'text-end', index: 2 },
      counted(9),
      ended('end', 'end_turn'),
    ],
  ],
  [
    'a failed provider tool, whose call was never closed',
    [
      begin,
      open(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }),
      open(1, {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
      }),
      stop('pause_turn'),
      over,
    ],
    [
      started,
      { type: 'call-start', index: 0, rawId: 'srvtoolu_1', name: 'web_search', executor: 'provider' },
      { type: 'call-delta', index: 0, text: '{"query":"x"}' },
      {
        type: 'call-end',
        index: 0,
        rawId: 'srvtoolu_1',
        name: 'web_search',
        arguments: '{"query":"x"}',
        executor: 'provider',
      },
      {
        type: 'provider-result',
        index: 1,
        call: 0,
        result: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
        isError: true,
        seal: {
          field: 'web_search_tool_result',
          value: '{"type":"web_search_tool_result_error","error_code":"unavailable"}',
        },
      },
      counted(9),
      { type: 'reply-end', stop: 'pause', rawStop: 'pause_turn' },
    ],
  ],
  [
    'interleaved blocks keep their numbers',
    [
      begin,
      open(0, useLook),
      open(1, { ...useLook, id: 'toolu_2' }),
      delta(1, json('{"b":2}')),
      delta(0, json('{"a":1}')),
      close(1),
      close(0),
      stop('tool_use'),
      over,
    ],
    [
      started,
      { type: 'call-start', index: 0, rawId: 'toolu_1', name: 'look' },
      { type: 'call-start', index: 1, rawId: 'toolu_2', name: 'look' },
      { type: 'call-delta', index: 1, text: '{"b":2}' },
      { type: 'call-delta', index: 0, text: '{"a":1}' },
      { type: 'call-end', index: 1, rawId: 'toolu_2', name: 'look', arguments: '{"b":2}' },
      { type: 'call-end', index: 0, rawId: 'toolu_1', name: 'look', arguments: '{"a":1}' },
      counted(9),
      ended('tool-calls', 'tool_use'),
    ],
  ],
  [
    'arguments with the start event, and none at all',
    [
      begin,
      open(0, { ...useLook, input: { at: 1 } }),
      close(0),
      open(1, { type: 'tool_use', id: 'toolu_2', name: 'wait', input: {} }),
      close(1),
      stop('tool_use'),
      over,
    ],
    [
      started,
      { type: 'call-start', index: 0, rawId: 'toolu_1', name: 'look' },
      { type: 'call-delta', index: 0, text: '{"at":1}' },
      { type: 'call-end', index: 0, rawId: 'toolu_1', name: 'look', arguments: '{"at":1}' },
      { type: 'call-start', index: 1, rawId: 'toolu_2', name: 'wait' },
      { type: 'call-delta', index: 1, text: '{}' },
      { type: 'call-end', index: 1, rawId: 'toolu_2', name: 'wait', arguments: '{}' },
      counted(9),
      ended('tool-calls', 'tool_use'),
    ],
  ],
  [
    'missing stop events: a new block with the same number, then the end of the message',
    [begin, open(0, emptyText), delta(0, text('a')), open(0, useLook), delta(0, json('{}')), stop('tool_use'), over],
    [
      started,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0 },
      { type: 'call-start', index: 1, rawId: 'toolu_1', name: 'look' },
      { type: 'call-delta', index: 1, text: '{}' },
      { type: 'call-end', index: 1, rawId: 'toolu_1', name: 'look', arguments: '{}' },
      counted(9),
      ended('tool-calls', 'tool_use'),
    ],
  ],
  [
    'a message without its last event is complete once it has a stop reason',
    [begin, open(0, emptyText), delta(0, text('a')), close(0), stop('end_turn')],
    [
      started,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0 },
      counted(9),
      ended('end', 'end_turn'),
    ],
  ],
  [
    'a server that omits starts, numbers and reasons',
    [
      { data: '{"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}' },
      { data: '{"type":"content_block_stop"}' },
      { data: '{"type":"content_block_start","content_block":{"type":"tool_use","name":"look"}}' },
      { data: '{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{}"}}' },
      { event: 'message_stop', data: '{}' },
      { data: '{"type":"content_block_delta","delta":{"type":"text_delta","text":"late"}}' },
    ],
    [
      { type: 'reply-start' },
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0 },
      { type: 'call-start', index: 1, rawId: '', name: 'look' },
      { type: 'call-delta', index: 1, text: '{}' },
      { type: 'call-end', index: 1, rawId: '', name: 'look', arguments: '{}' },
      { type: 'reply-end', stop: 'tool-calls' },
    ],
  ],
  [
    'after a compaction, the last counts are the lower ones',
    [
      begin,
      frame({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 3, output_tokens: 7, cache_read_input_tokens: 40, cache_creation_input_tokens: null },
      }),
      over,
    ],
    [
      started,
      { type: 'usage', usage: { input: 63, output: 7, cacheRead: 40, cacheWrite: 20 } },
      ended('end', 'end_turn'),
    ],
  ],
  [
    'usage is a running total: the last counts, unless they are zero',
    [
      begin,
      frame({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 0, output_tokens: 7, output_tokens_details: { thinking_tokens: 3 } },
      }),
      over,
    ],
    [
      started,
      { type: 'usage', usage: { input: 125, output: 7, cacheRead: 100, cacheWrite: 20, reasoning: 3 } },
      ended('end', 'end_turn'),
    ],
  ],
  [
    'a stream that is cut off closes text and thinking; an open call never ends',
    [
      begin,
      open(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'h' }),
      open(1, emptyText),
      delta(1, text('a')),
      open(2, useLook),
      delta(2, json('{"at":1}')),
    ],
    [
      started,
      { type: 'thinking-delta', index: 0, text: 'h' },
      { type: 'text-delta', index: 1, text: 'a' },
      { type: 'call-start', index: 2, rawId: 'toolu_1', name: 'look' },
      { type: 'call-delta', index: 2, text: '{"at":1}' },
      { type: 'thinking-end', index: 0 },
      { type: 'text-end', index: 1 },
      counted(1),
      brokeOff,
    ],
  ],
  ['an empty stream', [], [brokeOff]],
  [
    'ANT-073 an error in the stream, after which nothing is read',
    [
      begin,
      open(0, emptyText),
      delta(0, text('a')),
      frame({
        type: 'error',
        error: { type: 'overloaded_error', message: 'Overloaded' },
        request_id: 'req_1',
      }),
      over,
    ],
    [
      started,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0 },
      counted(1),
      {
        type: 'reply-error',
        failure: {
          reason: 'overloaded',
          message: 'Overloaded',
          status: 200,
          code: 'overloaded_error',
          requestId: 'req_1',
        },
      },
    ],
  ],
  [
    'an error that is not JSON',
    [{ event: 'error', data: 'upstream exploded' }],
    [{ type: 'reply-error', failure: { reason: 'server', message: 'upstream exploded', status: 200 } }],
  ],
  [
    'an incomplete event is a gap: the answer does not count as complete',
    [
      begin,
      open(0, useLook),
      { event: 'content_block_delta', data: '{"type":"content_block_delta","ind' },
      stop('tool_use'),
      over,
    ],
    [
      ...decode([begin, open(0, useLook)]).slice(0, -1),
      { type: 'reply-error', failure: { reason: 'network', message: 'The stream has an incomplete event.' } },
    ],
  ],
  [
    'ignores noise',
    [
      { data: '[DONE]' },
      { data: 'null' },
      { data: '[1]' },
      { data: '"x"' },
      frame({ type: 'content_block_stop', index: 7 }),
      frame({ type: 'content_block_delta', index: 7, delta: json('{}') }),
      frame({ type: 'content_block_delta', index: 7, delta: { type: 'signature_delta', signature: 's' } }),
      frame({ type: 'message_delta', delta: null, usage: 'many' }),
      stop('end_turn', -4),
      over,
    ],
    [{ type: 'reply-start' }, { type: 'usage', usage: { input: 0, output: 0 } }, ended('end', 'end_turn')],
  ],
];

test.each(table)('%s', (_, frames, expected) => {
  expect(decode(frames)).toEqual(expected);
});

test.each([
  ['end_turn', 'end'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'max-tokens'],
  ['model_context_window_exceeded', 'max-tokens'],
  ['stop_sequence', 'stop-sequence'],
  ['refusal', 'content-filter'],
  ['pause_turn', 'pause'],
  ['something_new', 'end'],
])('stop reason %s is %s', (rawStop, why) => {
  const said = [begin, open(0, emptyText), delta(0, text('Well')), close(0)];
  expect(decode([...said, stop(rawStop), over]).at(-1)).toEqual({ type: 'reply-end', stop: why, rawStop });
});

test('a window without room for one word means that the prompt is too long', () => {
  const code = 'model_context_window_exceeded';
  const failure = { reason: 'context-overflow', message: `The answer ended with the reason ${code}.`, code };
  expect(decode([begin, stop(code), over])).toEqual([started, counted(9), { type: 'reply-error', failure }]);
});

/** Frames that look right, but have arbitrary values in their fields. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    'text',
    'tool_use',
    'thinking',
    'web_search_tool_result',
    'server_tool_use',
    'text_delta',
    'srvtoolu_1',
  ),
);
const hostileBlock = fc.record(
  {
    type: fc.oneof(anything, fc.constantFrom('text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use')),
    id: anything,
    name: anything,
    input: anything,
    tool_use_id: anything,
    content: anything,
    text: anything,
    thinking: anything,
    signature: anything,
    partial_json: anything,
    data: anything,
  },
  { requiredKeys: [] },
);
const hostileFrame: fc.Arbitrary<Frame> = fc
  .record(
    {
      type: fc.constantFrom(
        ...['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop'],
        ...['message_delta', 'message_stop', 'error', 'ping', 'else'],
      ),
      index: fc.oneof(anything, fc.nat(3)),
      message: anything,
      content_block: fc.oneof(anything, hostileBlock),
      delta: fc.oneof(anything, hostileBlock, fc.record({ type: fc.constant('text_delta'), text: fc.string() })),
      usage: anything,
      error: anything,
    },
    { requiredKeys: ['type'] },
  )
  .map((data) => ({ data: JSON.stringify(data) }));

/** Properties that every consumer relies on. */
function faultsOf(events: readonly ReplyEvent[]): readonly string[] {
  const faults: string[] = [];
  const begun = new Set<number>();
  const finished = new Set<number>();
  events.forEach((event, at) => {
    const isLast = event.type === 'reply-end' || event.type === 'reply-error';
    if (isLast !== (at === events.length - 1)) faults.push(`${event.type} at ${at}`);
    if (!('index' in event)) return;
    if (!begun.has(event.index) && event.index !== begun.size) faults.push(`block ${event.index} out of turn`);
    begun.add(event.index);
    if (finished.has(event.index)) faults.push(`block ${event.index} goes on after its end`);
    if (event.type.endsWith('-end') || event.type === 'provider-result') finished.add(event.index);
  });
  if (events.at(-1)?.type === 'reply-end' && finished.size !== begun.size) faults.push('a block has no end');
  return faults;
}

test(
  'no stream throws, and every reply is well-formed',
  () =>
    holds(fc.array(fc.oneof(hostileFrame, fc.record({ data: fc.string() })), { maxLength: 30 }), 500, (frames) => {
      expect(faultsOf(decode(frames))).toEqual([]);
    }),
  patience,
);
