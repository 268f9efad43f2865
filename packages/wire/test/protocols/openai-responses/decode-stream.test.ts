import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { startDecoding } from '../../../src/protocols/openai-responses/decode-response/decode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import type { Frame } from '../../../src/transport/frame.ts';

const frame = (body: JsonValue): Frame => ({ data: JSON.stringify(body) });

function read(bodies: readonly JsonValue[], ...raw: readonly Frame[]): readonly ReplyEvent[] {
  const decoding = startDecoding();
  const frames = [...bodies.map(frame), ...raw];
  return [...frames.flatMap((each) => decoding.frame(each)), ...decoding.end()];
}

const created: JsonObject = {
  type: 'response.created',
  response: { id: 'resp_1', model: 'gpt-5.6', status: 'in_progress', output: [] },
};
const added = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const textDelta = (output_index: number, delta: string, content_index = 0): JsonObject => ({
  type: 'response.output_text.delta',
  output_index,
  content_index,
  delta,
});
const argsDelta = (output_index: number, delta: string): JsonObject => ({
  type: 'response.function_call_arguments.delta',
  output_index,
  delta,
});
const message = (id: string, text: string, more: JsonObject = {}): JsonObject => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
});
const call = (n: number, args: string, more: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  id: `fc_${n}`,
  call_id: `call_${n}`,
  name: 'read',
  arguments: args,
  ...more,
});
const completed = (response: JsonObject = {}): JsonObject => ({ type: 'response.completed', response });

const start: ReplyEvent = { type: 'reply-start', id: 'resp_1', model: 'gpt-5.6' };
const end: ReplyEvent = { type: 'reply-end', stop: 'end', rawStop: 'completed' };
const calls: ReplyEvent = { type: 'reply-end', stop: 'tool-calls', rawStop: 'completed' };
const broke: ReplyEvent = {
  type: 'reply-error',
  failure: { reason: 'network', message: 'The stream ended before the response was complete.' },
};
const msgSeal = (item: string, value = '') => ({ seal: { field: 'message', value, item } });
const textOf = (index: number, text: string): ReplyEvent => ({ type: 'text-delta', index, text });
const callStart = (index: number, n: number): ReplyEvent => ({
  type: 'call-start',
  index,
  rawId: `call_${n}`,
  name: 'read',
});
const callEnd = (index: number, n: number, args: string): ReplyEvent => ({
  type: 'call-end',
  index,
  rawId: `call_${n}`,
  name: 'read',
  arguments: args,
  seal: { field: 'function_call', value: '', item: `fc_${n}` },
});

interface Case {
  readonly title: string;
  readonly bodies: readonly JsonValue[];
  readonly raw?: readonly Frame[];
  readonly events: readonly ReplyEvent[];
}

const cases: readonly Case[] = [
  {
    title: 'reasoning, text and a call, as documented',
    bodies: [
      created,
      { ...created, type: 'response.in_progress' },
      added(0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'cut' }),
      { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 0, part: { text: '' } },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'One' },
      { type: 'response.reasoning_summary_text.done', output_index: 0, summary_index: 0, text: 'One' },
      { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 1, part: { text: '' } },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 1, delta: 'T' },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 1, delta: 'wo' },
      done(0, {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'One' },
          { type: 'summary_text', text: 'Two' },
        ],
        encrypted_content: 'gAAA',
      }),
      added(1, { type: 'message', id: 'msg_1', role: 'assistant', content: [] }),
      {
        type: 'response.content_part.added',
        output_index: 1,
        content_index: 0,
        part: { type: 'output_text', text: '' },
      },
      textDelta(1, 'I '),
      textDelta(1, 'look.'),
      { type: 'response.output_text.done', output_index: 1, content_index: 0, text: 'I look.' },
      done(1, message('msg_1', 'I look.', { phase: 'commentary' })),
      added(2, call(1, '')),
      argsDelta(2, '{"a"'),
      argsDelta(2, ':1}'),
      { type: 'response.function_call_arguments.done', output_index: 2, arguments: '{"a":1}' },
      done(2, call(1, '{"a":1}', { status: 'completed' })),
      completed({
        usage: {
          input_tokens: 10,
          input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
          output_tokens: 5,
          output_tokens_details: { reasoning_tokens: 3 },
        },
        output: [],
      }),
    ],
    events: [
      start,
      { type: 'thinking-delta', index: 0, text: 'One' },
      { type: 'thinking-delta', index: 0, text: '\n\nT' },
      { type: 'thinking-delta', index: 0, text: 'wo' },
      { type: 'thinking-end', index: 0, seal: { field: 'encrypted_content', value: 'gAAA', item: 'rs_1' } },
      textOf(1, 'I '),
      textOf(1, 'look.'),
      { type: 'text-end', index: 1, ...msgSeal('msg_1', 'commentary') },
      callStart(2, 1),
      { type: 'call-delta', index: 2, text: '{"a"' },
      { type: 'call-delta', index: 2, text: ':1}' },
      callEnd(2, 1, '{"a":1}'),
      { type: 'usage', usage: { input: 10, output: 5, cacheRead: 4, cacheWrite: 2, reasoning: 3 } },
      calls,
    ],
  },
  {
    title: 'reasoning without visible text keeps its seal',
    bodies: [
      created,
      added(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
      done(0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }),
      completed(),
    ],
    events: [
      start,
      { type: 'thinking-end', index: 0, seal: { field: 'encrypted_content', value: 'gAAA', item: 'rs_1' } },
      end,
    ],
  },
  {
    title: 'reasoning of an open model, without ids',
    bodies: [
      { type: 'response.reasoning_text.delta', delta: 'Hm' },
      { type: 'response.reasoning_text.delta', delta: 'm.' },
      { type: 'response.reasoning_text.done', text: 'Hmm.' },
      {
        type: 'response.output_item.done',
        item: { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Hmm.' }] },
      },
      completed(),
    ],
    events: [
      { type: 'reply-start' },
      { type: 'thinking-delta', index: 0, text: 'Hm' },
      { type: 'thinking-delta', index: 0, text: 'm.' },
      { type: 'thinking-end', index: 0 },
      end,
    ],
  },
  {
    title: 'paragraphs of a summary that are not numbered',
    bodies: [
      { type: 'response.reasoning_summary_part.added' },
      { type: 'response.reasoning_summary_text.delta', delta: 'One' },
      { type: 'response.reasoning_summary_part.added' },
      { type: 'response.reasoning_summary_text.delta', delta: 'Two' },
      completed(),
    ],
    events: [
      { type: 'reply-start' },
      { type: 'thinking-delta', index: 0, text: 'One' },
      { type: 'thinking-delta', index: 0, text: '\n\nTwo' },
      { type: 'thinking-end', index: 0 },
      end,
    ],
  },
  {
    title: 'pieces of two calls and a text, interleaved: the blocks are numbered as the items are',
    bodies: [
      created,
      added(0, { type: 'message', id: 'msg_1' }),
      added(1, call(1, '')),
      added(2, call(2, '')),
      argsDelta(2, '{"b":'),
      textDelta(0, 'x'),
      argsDelta(1, '{}'),
      argsDelta(2, '2}'),
      done(2, call(2, '{"b":2}')),
      done(1, call(1, '{}')),
      done(0, message('msg_1', 'x')),
      completed(),
    ],
    events: [
      start,
      callStart(1, 1),
      callStart(2, 2),
      { type: 'call-delta', index: 2, text: '{"b":' },
      textOf(0, 'x'),
      { type: 'call-delta', index: 1, text: '{}' },
      { type: 'call-delta', index: 2, text: '2}' },
      callEnd(2, 2, '{"b":2}'),
      callEnd(1, 1, '{}'),
      { type: 'text-end', index: 0, ...msgSeal('msg_1') },
      calls,
    ],
  },
  {
    title: 'OAR-028 a gateway that gives every event a new id',
    bodies: [
      created,
      added(0, { type: 'message', id: 'msg_a' }),
      { ...textDelta(0, 'x'), item_id: 'msg_b' },
      done(0, message('msg_c', 'xy')),
      completed({ output: [message('msg_d', 'xy')] }),
    ],
    events: [start, textOf(0, 'x'), textOf(0, 'y'), { type: 'text-end', index: 0, ...msgSeal('msg_c') }, end],
  },
  {
    title: 'no done events: the end of the response closes open items',
    bodies: [
      created,
      added(0, { type: 'message', id: 'msg_1' }),
      textDelta(0, 'x'),
      added(1, call(1, '')),
      argsDelta(1, '{}'),
      completed(),
    ],
    events: [
      start,
      textOf(0, 'x'),
      callStart(1, 1),
      { type: 'call-delta', index: 1, text: '{}' },
      { type: 'text-end', index: 0, ...msgSeal('msg_1') },
      callEnd(1, 1, '{}'),
      calls,
    ],
  },
  {
    title: 'only the whole response at the end',
    bodies: [completed({ id: 'resp_1', model: 'gpt-5.6', output: [message('msg_1', 'x'), call(1, '{}')] })],
    events: [
      start,
      textOf(0, 'x'),
      { type: 'text-end', index: 0, ...msgSeal('msg_1') },
      callStart(1, 1),
      { type: 'call-delta', index: 1, text: '{}' },
      callEnd(1, 1, '{}'),
      calls,
    ],
  },
  {
    title: 'items with only a done event, and deltas after it',
    bodies: [
      created,
      done(0, message('msg_1', 'x')),
      textDelta(0, 'late'),
      done(0, message('msg_1', 'x')),
      completed(),
    ],
    events: [start, textOf(0, 'x'), { type: 'text-end', index: 0, ...msgSeal('msg_1') }, end],
  },
  {
    title: 'a call with an object for arguments',
    bodies: [created, done(0, { ...call(1, ''), arguments: { a: 1 } }), completed()],
    events: [
      start,
      callStart(0, 1),
      { type: 'call-delta', index: 0, text: '{"a":1}' },
      callEnd(0, 1, '{"a":1}'),
      calls,
    ],
  },
  {
    title: 'uses the corrected arguments from the final event',
    bodies: [created, added(0, call(1, '')), argsDelta(0, '{"a":'), done(0, call(1, '{"b":1}')), completed()],
    events: [start, callStart(0, 1), { type: 'call-delta', index: 0, text: '{"a":' }, callEnd(0, 1, '{"b":1}'), calls],
  },
  {
    title: 'a custom tool and a computer call: arguments are an object',
    bodies: [
      created,
      added(0, { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'shell', input: '' }),
      { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'ls' },
      done(0, { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'shell', input: 'ls' }),
      done(1, { type: 'computer_call', id: 'cu_1', call_id: 'call_2', action: { type: 'click' }, status: 'completed' }),
      completed(),
    ],
    events: [
      start,
      { type: 'call-start', index: 0, rawId: 'call_1', name: 'shell' },
      { type: 'call-delta', index: 0, text: '{"input":"ls"}' },
      {
        type: 'call-end',
        index: 0,
        rawId: 'call_1',
        name: 'shell',
        arguments: '{"input":"ls"}',
        freeForm: true,
        seal: { field: 'function_call', value: '', item: 'ctc_1' },
      },
      { type: 'call-start', index: 1, rawId: 'call_2', name: 'computer' },
      { type: 'call-delta', index: 1, text: '{"action":{"type":"click"}}' },
      { type: 'call-end', index: 1, rawId: 'call_2', name: 'computer', arguments: '{"action":{"type":"click"}}' },
      calls,
    ],
  },
  {
    title: 'what the provider runs itself, and a picture it generates',
    bodies: [
      created,
      added(0, { type: 'mcp_call', id: 'mcp_1', name: 'roll', arguments: '' }),
      done(0, { type: 'mcp_call', id: 'mcp_1', name: 'roll', arguments: '{"n":2}', output: '7' }),
      added(1, { type: 'image_generation_call', id: 'ig_1', status: 'in_progress' }),
      { type: 'response.image_generation_call.partial_image', output_index: 1, partial_image_b64: 'cA==' },
      done(1, {
        type: 'image_generation_call',
        id: 'ig_1',
        status: 'completed',
        output_format: 'webp',
        result: 'aGk=',
      }),
      done(2, { type: 'mcp_list_tools', id: 'mcpl_1', tools: [] }),
      completed(),
    ],
    events: [
      start,
      { type: 'call-start', index: 0, rawId: 'mcp_1', name: 'roll', executor: 'provider' },
      { type: 'call-delta', index: 0, text: '{"n":2}' },
      { type: 'call-end', index: 0, rawId: 'mcp_1', name: 'roll', arguments: '{"n":2}', executor: 'provider' },
      {
        type: 'provider-result',
        index: 1,
        call: 0,
        result: '7',
        seal: {
          field: 'mcp_call',
          value: '{"type":"mcp_call","id":"mcp_1","name":"roll","arguments":"{\\"n\\":2}","output":"7"}',
          item: 'mcp_1',
        },
      },
      {
        type: 'media',
        index: 2,
        block: { type: 'media', mimeType: 'image/webp', data: 'aGk=', encoding: 'base64' },
      },
      end,
    ],
  },
  {
    title: 'a refusal is text and sets the stop reason',
    bodies: [
      created,
      { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: 'I ca' },
      { type: 'response.refusal.done', output_index: 0, content_index: 0, refusal: "I can't." },
      completed(),
    ],
    events: [
      start,
      textOf(0, 'I ca'),
      textOf(0, "n't."),
      { type: 'text-end', index: 0 },
      { type: 'reply-end', stop: 'content-filter', rawStop: 'refusal' },
    ],
  },
  {
    title: 'two parts of one message',
    bodies: [
      created,
      added(0, { type: 'message', id: 'msg_1' }),
      textDelta(0, 'a'),
      textDelta(0, 'b', 1),
      done(0, { type: 'message', id: 'msg_1', content: [] }),
      completed(),
    ],
    events: [
      start,
      textOf(0, 'a'),
      textOf(1, 'b'),
      { type: 'text-end', index: 0, ...msgSeal('msg_1') },
      { type: 'text-end', index: 1, ...msgSeal('msg_1') },
      end,
    ],
  },
  {
    title: 'tokens run out in a call: it never ends',
    bodies: [
      created,
      added(0, call(1, '')),
      argsDelta(0, '{"a'),
      done(0, call(1, '{"a', { status: 'incomplete' })),
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } },
    ],
    events: [
      start,
      callStart(0, 1),
      { type: 'call-delta', index: 0, text: '{"a' },
      { type: 'reply-end', stop: 'max-tokens', rawStop: 'max_output_tokens' },
    ],
  },
  {
    title: 'incomplete without done events, for an unknown reason',
    bodies: [
      created,
      added(0, call(1, '')),
      argsDelta(0, '{"a'),
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'constructor' } } },
    ],
    events: [
      start,
      callStart(0, 1),
      { type: 'call-delta', index: 0, text: '{"a' },
      { type: 'reply-end', stop: 'error', rawStop: 'constructor' },
    ],
  },
  {
    title: 'a stream that is cut off: text and thinking end unsealed, the call never ends',
    bodies: [
      created,
      added(0, { type: 'reasoning', id: 'rs_1', encrypted_content: 'cut' }),
      { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Hm' },
      added(1, { type: 'message', id: 'msg_1' }),
      textDelta(1, 'x'),
      added(2, call(1, '')),
      argsDelta(2, '{}'),
    ],
    events: [
      start,
      { type: 'thinking-delta', index: 0, text: 'Hm' },
      textOf(1, 'x'),
      callStart(2, 1),
      { type: 'call-delta', index: 2, text: '{}' },
      { type: 'thinking-end', index: 0 },
      { type: 'text-end', index: 1 },
      broke,
    ],
  },
  { title: 'nothing came', bodies: [], events: [{ type: 'reply-start' }, broke] },
  {
    title: 'ends in the older API’s format, with everything done',
    bodies: [created, done(0, message('msg_1', 'x'))],
    raw: [{ data: '[DONE]' }],
    events: [start, textOf(0, 'x'), { type: 'text-end', index: 0, ...msgSeal('msg_1') }, end],
  },
  {
    title: 'the same, with an open item',
    bodies: [created, textDelta(0, 'x')],
    raw: [{ data: '[DONE]' }],
    events: [start, textOf(0, 'x'), { type: 'text-end', index: 0 }, broke],
  },
  {
    title: 'events named only by their frame, comments and garbage',
    bodies: [
      created,
      null,
      'x',
      [],
      7,
      { type: 7 },
      { type: '__proto__' },
      { type: 'response.audio.delta', delta: 'x' },
    ],
    raw: [
      { event: 'ping', data: 'no json' },
      { event: 'response.output_text.delta', data: '{"delta":"x","output_index":0}' },
      { event: 'response.completed', data: '{}' },
      { event: 'response.completed', data: '{}' },
    ],
    events: [start, textOf(0, 'x'), { type: 'text-end', index: 0 }, end],
  },
  {
    title: 'an item that ends as another type than it began',
    bodies: [created, added(0, call(1, '')), done(0, message('msg_1', 'x')), completed()],
    events: [start, callStart(0, 1), end],
  },
];

test.each(cases)('$title', ({ bodies, raw = [], events }) => {
  expect(read(bodies, ...raw)).toEqual(events);
});

test.each([
  {
    title: 'OAR-027 a rate limit inside a stream',
    body: {
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 11.054s.' },
        usage: { input_tokens: 1, output_tokens: 0 },
      },
    },
    events: [
      { type: 'usage', usage: { input: 1, output: 0 } },
      {
        type: 'reply-error',
        failure: {
          reason: 'rate-limit',
          message: 'Rate limit reached. Please try again in 11.054s.',
          status: 200,
          code: 'rate_limit_exceeded',
          retryAfterMs: 11_054,
        },
      },
    ],
  },
  {
    title: 'OAR-026 an overflow inside a stream',
    body: {
      type: 'response.failed',
      response: {
        error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' },
      },
    },
    events: [
      {
        type: 'reply-error',
        failure: {
          reason: 'context-overflow',
          message: 'Your input exceeds the context window of this model.',
          status: 200,
          code: 'context_length_exceeded',
        },
      },
    ],
  },
  {
    title: 'an error event',
    body: { type: 'error', code: 'server_error', message: 'Sorry.', param: null },
    events: [
      { type: 'reply-error', failure: { reason: 'server', message: 'Sorry.', status: 200, code: 'server_error' } },
    ],
  },
  {
    title: 'a bare error instead of an event',
    body: { error: { type: 'overloaded_error', message: 'Overloaded.' } },
    events: [
      {
        type: 'reply-error',
        failure: { reason: 'overloaded', message: 'Overloaded.', status: 200, code: 'overloaded_error' },
      },
    ],
  },
])('$title keeps the text so far and ends the reply', ({ body, events }) => {
  const after = [body, textDelta(0, 'more'), completed()];
  expect(read([created, textDelta(0, 'x'), ...after])).toEqual([
    start,
    textOf(0, 'x'),
    { type: 'text-end', index: 0 },
    ...events,
  ]);
});

test('an event that is cut off is a gap in the answer; a line that is no JSON at all is none', () => {
  const decoding = startDecoding();
  const frames = [created, textDelta(0, 'x')].map((body) => ({ data: JSON.stringify(body) }));
  const gap = { data: JSON.stringify(textDelta(0, 'lost')).slice(0, -9) };
  const rest = [textDelta(0, 'y'), completed()].map((body) => ({ data: JSON.stringify(body) }));
  const all = [...frames, { data: 'keep-alive' }, gap, ...rest];
  expect([...all.flatMap((frame) => decoding.frame(frame)), ...decoding.end()]).toEqual([
    start,
    textOf(0, 'x'),
    { type: 'text-end', index: 0 },
    { type: 'reply-error', failure: { reason: 'network', message: 'The stream has an incomplete event.' } },
  ]);
});

const words = fc.constantFrom<JsonValue>(
  'message',
  'reasoning',
  'function_call',
  'web_search_call',
  'output_text',
  'refusal',
  'incomplete',
  'x',
  '',
  0,
  1,
  null,
  true,
);
const fields = fc.constantFrom(
  ...['id', 'type', 'role', 'content', 'summary', 'arguments', 'call_id', 'name', 'status', 'text', 'delta', 'part'],
  ...['item', 'item_id', 'output_index', 'content_index', 'summary_index', 'response', 'output', 'error', 'usage'],
);
const wild: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    words,
    fc.dictionary(fields, tie('value'), { maxKeys: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;
const types = fc.constantFrom(
  'response.created',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.output_text.delta',
  'response.output_text.done',
  'response.refusal.delta',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_text.delta',
  'response.reasoning_text.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
);
const wildFrames = fc.array(
  fc.tuple(types, fc.dictionary(fields, wild, { maxKeys: 5 })).map(([type, body]) => ({ ...body, type })),
  { maxLength: 12 },
);

/** Properties of every stream of events, whatever was read. */
function expectOrderly(events: readonly ReplyEvent[]): void {
  expect(events[0]?.type).toBe('reply-start');
  expect(events.filter(({ type }) => type === 'reply-start')).toHaveLength(1);
  expect(events.findIndex(({ type }) => type === 'reply-end' || type === 'reply-error')).toBe(events.length - 1);
  const open = new Set<string>();
  const over = new Set<number>();
  for (const event of events) {
    if (!('index' in event)) continue;
    const [kind, phase] = event.type.split('-');
    expect(over).not.toContain(event.index);
    if (phase === 'delta' && kind !== 'call') open.add(`${kind} ${event.index}`);
    if (phase === 'start') open.add(`call ${event.index}`);
    if (event.type === 'call-delta') expect(open).toContain(`call ${event.index}`);
    if (phase === 'end' || phase === 'result' || phase === undefined) {
      open.delete(`${kind} ${event.index}`);
      over.add(event.index);
    }
  }
  expect([...open].filter((block) => !block.startsWith('call'))).toEqual([]);
}

test(
  'for any input, a reply begins once, ends once, and its texts end',
  () =>
    holds(wildFrames, 1500, (bodies) => {
      expectOrderly(read(bodies));
    }),
  patience,
);
