/** What goes out: whole and streamed answers, what the model sees, the cache, faults, and the ways a request gets there. */
import { describe, expect, test } from 'vitest';
import type { ApiFault, Outcome } from '../../src/api.ts';
import type { Answer } from '../../src/model.ts';
import {
  assistant,
  type Body,
  call,
  createBench,
  marked,
  request,
  result,
  type Sent,
  system,
  text,
  tool,
  user,
} from './bench.ts';

const hi = user('hi');
const tools = [tool()];

function eventsOf(outcome: Outcome, answer: Answer): Body[] {
  if (outcome.kind !== 'asked') throw new Error(JSON.stringify(outcome));
  const { body } = outcome.answer(answer);
  return (typeof body === 'string' ? [body] : body).map((piece) => {
    const [, type, data = ''] = /^event: (\S+)\ndata: (.*)\n\n$/.exec(piece) ?? [];
    const event = JSON.parse(data) as Body;
    expect(event['type']).toBe(type);
    return event;
  });
}

/** The content, put together from its pieces as a client has to. */
function gather(events: readonly Body[]): Body[] {
  const blocks: Record<string, unknown>[] = [];
  for (const event of events) {
    const index = Number(event['index']);
    if (event['type'] === 'content_block_start') blocks[index] = { ...(event['content_block'] as Body) };
    if (event['type'] !== 'content_block_delta') continue;
    const { type: _, ...delta } = event['delta'] as Record<string, string>;
    const block = blocks[index] ?? {};
    for (const [name, piece] of Object.entries(delta)) block[name] = String(block[name] ?? '') + piece;
  }
  return blocks;
}

const answer: Answer = {
  parts: [
    { think: 'Let me look, carefully.' },
    { say: 'I will read 🙂 it.' },
    { call: 'read', args: { path: 'a/b.txt', lines: [1, 2] }, id: 'toolu_a' },
    { call: 'read', args: {}, id: 'toolu_b' },
  ],
  stop: 'calls',
};

const thinking: Body = { thinking: { type: 'enabled', budget_tokens: 1024 }, tools };

describe('a whole answer', () => {
  test('has every part in order, with the usage of its text', () => {
    const bench = createBench();
    const { id, content, usage, ...rest } = bench.answer({ body: request([hi], thinking) }, answer.parts, 'calls');
    expect(id).toMatch(/^msg_01[1-9A-Za-z]{22}$/);
    expect(content).toEqual([
      {
        type: 'thinking',
        thinking: 'Let me look, carefully.',
        signature: expect.stringMatching(/^[A-Za-z0-9+/=]{100,}$/),
      },
      { type: 'text', text: 'I will read 🙂 it.' },
      {
        type: 'tool_use',
        id: 'toolu_a',
        name: 'read',
        input: { path: 'a/b.txt', lines: [1, 2] },
        caller: { type: 'direct' },
      },
      { type: 'tool_use', id: 'toolu_b', name: 'read', input: {}, caller: { type: 'direct' } },
    ]);
    expect(rest).toEqual({
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      container: null,
      stop_reason: 'tool_use',
      stop_sequence: null,
      stop_details: null,
    });
    expect(usage).toEqual({
      input_tokens: 13,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: 21,
      output_tokens_details: { thinking_tokens: 6 },
      server_tool_use: null,
      service_tier: 'standard',
    });
  });

  test.each([
    ['end', 'end_turn'],
    ['calls', 'tool_use'],
    ['length', 'max_tokens'],
    ['filtered', 'refusal'],
  ] as const)('%s is %s', (stop, reason) => {
    expect(createBench().answer({ body: request([hi]) }, [{ say: 'x' }], stop)['stop_reason']).toBe(reason);
  });

  test('thinks only where the model thinks, and shows it only where it is shown', () => {
    const shown = (model: string, more: Body = {}): unknown =>
      createBench()
        .say({ body: request([hi], { model, ...more }) }, [{ think: 'Hm.' }, { say: 'x' }])
        .map(({ type, thinking }) => [type, thinking]);
    const off = [['text', undefined]];
    expect(shown('claude-sonnet-4-5')).toEqual(off);
    expect(shown('claude-opus-4-6', { thinking: { type: 'adaptive' } })).toEqual([['thinking', 'Hm.'], ...off]);
    expect(shown('claude-opus-4-7', { thinking: { type: 'adaptive' } })).toEqual([['thinking', ''], ...off]);
    expect(shown('claude-opus-4-7', { thinking: { type: 'adaptive', display: 'summarized' } })).toEqual([
      ['thinking', 'Hm.'],
      ...off,
    ]);
    expect(shown('claude-sonnet-5')).toEqual([['thinking', ''], ...off]);
    expect(shown('claude-sonnet-5', { thinking: { type: 'disabled' } })).toEqual(off);
  });

  test('thinking that was not shown is read again all the same', () => {
    const bench = createBench();
    const content = bench.say({ body: request([hi], { model: 'claude-sonnet-5' }) }, [{ think: 'Hm.' }, { say: 'x' }]);
    const outcome = bench.send({ body: request([hi, assistant(content), hi], { model: 'claude-sonnet-5' }) });
    expect(outcome.kind === 'asked' && outcome.seen.turns[1]?.thinking).toBe('Hm.');
  });

  test('broken arguments are lost in a whole answer, as they stand in a stream', () => {
    const bench = createBench();
    const parts = [{ call: 'read', args: { a: 1 }, rawArgs: '{"a": "half', id: 'toolu_1' }];
    expect(bench.say({ body: request([hi], { tools }) }, parts)[0]?.['input']).toEqual({});
    const events = eventsOf(bench.send({ body: request([hi], { tools, stream: true }) }), { parts, stop: 'length' });
    expect(gather(events)[0]?.['partial_json']).toBe('{"a": "half');
  });

  test('the search of the web is called and answered in one message, which can be sent back', () => {
    const bench = createBench();
    const search = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] };
    const parts = [{ call: 'web_search', args: { query: 'weather' } }, { say: 'Sun.' }];
    const message = bench.answer({ body: request([hi], search) }, parts);
    const content = message['content'] as Body[];
    const id = content[0]?.['id'];
    expect(id).toMatch(/^srvtoolu_01\w{22}$/);
    expect(content).toMatchObject([
      { type: 'server_tool_use', name: 'web_search', input: { query: 'weather' } },
      { type: 'web_search_tool_result', tool_use_id: id, content: [{ type: 'web_search_result', title: 'weather' }] },
      { type: 'text', text: 'Sun.' },
    ]);
    expect(message['usage']).toMatchObject({ server_tool_use: { web_search_requests: 1 } });
    expect(bench.send({ body: request([hi, assistant(content), hi], search) })).toMatchObject({
      kind: 'asked',
      warnings: [],
    });
  });

  test('what was dropped is reported with the beta', () => {
    const bench = createBench();
    const content = bench.say({ body: request([hi], { model: 'claude-fable-5-1' }) }, [{ think: 'a' }, { say: 'b' }]);
    const headers = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' };
    const body = request([hi, assistant(content), hi], { model: 'claude-opus-5' });
    expect(bench.answer({ body, headers }, [{ say: 'x' }])['input_transformations']).toEqual([
      { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'model_binding_mismatch' },
    ]);
    expect(bench.answer({ body }, [{ say: 'x' }])).not.toHaveProperty('input_transformations');
  });

  test.each(['claude-sonnet-4-5', 'claude-opus-4-7', 'claude-fable-5-1', 'claude-opus-5-5', 'claude-haiku-5-5'])(
    '%s accepts its own answers, turn after turn, thinking between calls included',
    (model) => {
      const bench = createBench();
      const settings = { model, tools, ...(model === 'claude-sonnet-4-5' ? { thinking: thinking['thinking'] } : {}) };
      const messages: Body[] = [hi];
      for (const turn of ['a', 'b', 'c', 'd']) {
        const parts = [
          { think: turn },
          { say: turn },
          { think: `${turn}!` },
          { call: 'read', args: {}, id: `toolu_${turn}` },
        ];
        messages.push(
          assistant(bench.say({ body: request(messages, settings) }, parts)),
          user([result(`toolu_${turn}`)]),
        );
        expect(bench.send({ body: request(messages, settings) })).toMatchObject({ kind: 'asked', warnings: [] });
      }
    },
  );
});

describe('a stream', () => {
  test('says the same as a whole answer, in pieces', () => {
    const bench = createBench();
    const events = eventsOf(bench.send({ body: request([hi], { ...thinking, stream: true }) }), answer);
    const [thought, said, one, other] = gather(events);
    expect(thought).toMatchObject({ type: 'thinking', thinking: 'Let me look, carefully.' });
    expect(said).toMatchObject({ type: 'text', text: 'I will read 🙂 it.' });
    expect(JSON.parse(String(one?.['partial_json']))).toEqual({ path: 'a/b.txt', lines: [1, 2] });
    expect(other).toMatchObject({ type: 'tool_use', id: 'toolu_b', partial_json: '{}', input: {} });
    const replay = request([
      hi,
      assistant([{ type: 'thinking', thinking: thought?.['thinking'], signature: thought?.['signature'] }]),
      hi,
    ]);
    expect(bench.send({ body: replay })).toMatchObject({ kind: 'asked', warnings: [] });
  });

  test('has its events in the order of the API', () => {
    const events = eventsOf(createBench().send({ body: request([hi], { stream: true }) }), {
      parts: [{ say: 'Hello, you.' }],
      stop: 'end',
    });
    expect(events.map(({ type }) => type)).toEqual([
      ...['message_start', 'content_block_start', 'ping'],
      ...['content_block_delta', 'content_block_delta', 'content_block_delta'],
      ...['content_block_stop', 'message_delta', 'message_stop'],
    ]);
    expect(events[0]).toMatchObject({ message: { content: [], stop_reason: null, usage: { output_tokens: 1 } } });
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 3 },
    });
  });

  test('of nothing is well formed', () => {
    const events = eventsOf(createBench().send({ body: request([hi], { stream: true }) }), { parts: [], stop: 'end' });
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'ping', 'message_delta', 'message_stop']);
  });
});

test('ANT-069: the model sees everything, pictures in results included', () => {
  const picture = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
  const outcome = createBench().send({
    body: request(
      [
        user([text('one'), text('two'), picture]),
        assistant([text('calling'), call('toolu_1'), call('toolu_2')]),
        user([
          result('toolu_1', {
            content: [text('done'), { ...picture, source: { type: 'base64', media_type: 'image/png', data: 'eA==' } }],
          }),
          result('toolu_2', { content: 'broken', is_error: true }),
          text('go on'),
        ]),
        system('be quick'),
      ],
      {
        model: 'claude-opus-5',
        system: [text('be'), text('good')],
        tools: [{ ...tool(), description: 'Reads.' }],
        tool_choice: { type: 'tool', name: 'read' },
      },
    ),
  });
  const blank = { thinking: '', calls: [], results: [], media: [] };
  expect(outcome.kind === 'asked' && outcome.seen).toEqual({
    system: 'be\ngood',
    tools: [{ name: 'read', description: 'Reads.', schema: { type: 'object' } }],
    turns: [
      { ...blank, role: 'user', text: 'one\ntwo', media: ['image/*'] },
      {
        ...blank,
        role: 'model',
        text: 'calling',
        calls: [
          { id: 'toolu_1', name: 'read', args: {} },
          { id: 'toolu_2', name: 'read', args: {} },
        ],
      },
      {
        ...blank,
        role: 'user',
        text: 'go on',
        results: [
          { id: 'toolu_1', name: 'read', text: 'done', isError: false, media: ['image/png'] },
          { id: 'toolu_2', name: 'read', text: 'broken', isError: true, media: [] },
        ],
      },
      { ...blank, role: 'system', text: 'be quick' },
    ],
    toolChoice: { tool: 'read' },
    maxTokens: 2048,
    thinks: true,
  });
});

test('ANT-023, ANT-056, ANT-074: what is ignored, dropped or compacted is not seen', () => {
  const bench = createBench();
  const turnsOf = (sent: Sent): unknown => {
    const outcome = bench.send(sent);
    return outcome.kind === 'asked' && outcome.seen.turns.map(({ role, text, thinking }) => [role, text, thinking]);
  };
  expect(turnsOf({ body: request([hi, system('be')], { model: 'claude-sonnet-5' }) })).toEqual([['user', 'hi', '']]);
  const content = bench.say({ body: request([hi], { model: 'claude-fable-5-1' }) }, [{ think: 'a' }, { say: 'b' }]);
  expect(turnsOf({ body: request([hi, assistant(content), hi], { model: 'claude-opus-5' }) })).toEqual([
    ['user', 'hi', ''],
    ['model', 'b', ''],
    ['user', 'hi', ''],
  ]);
  expect(
    turnsOf({ body: request([hi, assistant([{ type: 'compaction', content: 'So far.' }]), user('next')]) }),
  ).toEqual([
    ['model', 'So far.', ''],
    ['user', 'next', ''],
  ]);
});

describe('the cache', () => {
  const usageOf = (bench: ReturnType<typeof createBench>, sent: Sent): unknown => {
    const usage = bench.answer(sent, [{ say: 'x' }])['usage'] as Body;
    return [usage['input_tokens'], usage['cache_creation_input_tokens'], usage['cache_read_input_tokens']];
  };
  const prompt = [{ ...text('x'.repeat(400)), ...marked }];
  const first: Sent = { body: request([user('y'.repeat(40))], { system: prompt }) };

  test('is written once and read after that, by one account and one model', () => {
    const bench = createBench();
    expect(usageOf(bench, first)).toEqual([10, 100, 0]);
    expect(usageOf(bench, first)).toEqual([10, 0, 100]);
    expect(usageOf(bench, { ...first, account: 'other' })).toEqual([10, 100, 0]);
    expect(usageOf(bench, { body: { ...first.body, model: 'claude-haiku-4-5' } })).toEqual([10, 100, 0]);
    expect(usageOf(bench, { body: { ...first.body, system: [{ ...text('z'.repeat(400)), ...marked }] } })).toEqual([
      10, 100, 0,
    ]);
    expect(usageOf(createBench(), first)).toEqual([10, 100, 0]);
  });

  test('grows with the conversation, by marks or by itself', () => {
    const bench = createBench();
    const turns = (count: number): Body[] =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? user('u'.repeat(40)) : assistant('a'.repeat(40))));
    expect(usageOf(bench, { body: request(turns(1), marked) })).toEqual([0, 10, 0]);
    expect(usageOf(bench, { body: request(turns(3), marked) })).toEqual([0, 20, 10]);
    const changed = [user('v'.repeat(40)), ...turns(5).slice(1)];
    expect(usageOf(bench, { body: request(changed, marked) })).toEqual([0, 50, 0]);
    expect(usageOf(bench, { body: request(turns(5)) })).toEqual([50, 0, 0]);
  });
});

describe('the way in', () => {
  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    raw = '',
    account = 'main',
  ): Outcome => {
    const { api, world } = createBench();
    let body: unknown;
    try {
      body = JSON.parse(raw);
    } catch {
      body = undefined;
    }
    return api.handle({ method, path, headers, query: new URLSearchParams(), body, raw }, world(account));
  };
  const known = { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' };

  test.each([
    ['POST', '/v1/complete', known, '', 404, 'Not Found'],
    ['GET', '/v1/messages', known, '', 405, 'Method Not Allowed'],
    ['POST', '/v1/messages', { 'anthropic-version': '2023-06-01' }, '', 401, 'x-api-key header is required'],
    ['POST', '/v1/messages', { 'x-api-key': 'key' }, '', 400, 'anthropic-version: header is required'],
    [
      'POST',
      '/v1/messages',
      known,
      '{',
      400,
      'The request body is not valid JSON: unexpected character: line 1 column 1 (char 0)',
    ],
    ['POST', '/v1/messages', known, '[]', 400, 'Input should be a valid dictionary'],
    ['POST', '/v1/messages', known, '{}', 400, 'model: Field required'],
    ['POST', '/v1/messages', known, '{"model":"gpt-5"}', 404, 'model: gpt-5'],
    ['POST', '/v1/messages', known, '{"model":"constructor"}', 404, 'model: constructor'],
    ['GET', '/v1/models/gpt-5', known, '', 404, 'model: gpt-5'],
  ] as const)('%s %s %o %s: %i', (method, path, headers, raw, status, message) => {
    const outcome = send(method, path, headers, raw);
    expect(outcome).toMatchObject({ kind: 'refused', violation: { status, message }, response: { status } });
  });

  test('a key that is nobody’s', () => {
    expect(send('POST', '/v1/messages', known, '', '')).toMatchObject({
      violation: { status: 401, message: 'invalid x-api-key' },
    });
  });

  test('a bearer is a key', () => {
    expect(send('GET', '/v1/models', { authorization: 'Bearer key', 'anthropic-version': '2023-06-01' })).toMatchObject(
      { kind: 'served' },
    );
  });

  test('models and tokens are served without asking the model', () => {
    const list = send('GET', '/v1/models', known);
    const { data } = JSON.parse(list.kind === 'served' ? String(list.response.body) : '{}');
    expect(data[1]).toMatchObject({ type: 'model', id: 'claude-sonnet-4-5', display_name: 'Claude Sonnet 4 5' });
    const { max_tokens: _, ...counted } = request([user('x'.repeat(400))]);
    const count = send('POST', '/v1/messages/count_tokens', known, JSON.stringify(counted));
    expect(count.kind === 'served' && JSON.parse(String(count.response.body))).toEqual({ input_tokens: 100 });
    const extra = send('POST', '/v1/messages/count_tokens', known, JSON.stringify(request([hi])));
    expect(extra).toMatchObject({ violation: { rule: 'ANT-033', path: 'max_tokens' } });
  });

  test('answers say how much room is left', () => {
    const { headers } = (send('GET', '/v1/models', known) as Extract<Outcome, { kind: 'served' }>).response;
    expect(headers).toMatchObject({
      'request-id': expect.stringMatching(/^req_011C\w{22}$/),
      'anthropic-organization-id': 'main',
      'anthropic-ratelimit-requests-remaining': '3999',
      'anthropic-ratelimit-input-tokens-reset': '2025-10-09T08:54:20Z',
    });
  });
});

describe('what has no rule of its own', () => {
  test.each([
    [
      'claude-sonnet-5-5',
      { thinking: { type: 'disabled' } },
      '"thinking.type.disabled" is not supported for this model.',
    ],
    [
      'claude-3-5-haiku',
      { thinking: { type: 'enabled', budget_tokens: 1024 } },
      '"thinking.type.enabled" is not supported for this model.',
    ],
    ['claude-opus-4-6', { tool_choice: { type: 'any' } }, 'tool_choice may only be specified while providing tools.'],
    [
      'claude-opus-4-6',
      { tools, tool_choice: { type: 'tool', name: 'x' } },
      "tool_choice: Tool 'x' not found in provided tools",
    ],
    [
      'claude-opus-4-6',
      { tools: [{ type: 'function', function: {} }] },
      "tools.0: Input tag 'function' found using 'type'",
    ],
    ['claude-opus-4-6', { messages: [] }, 'messages: at least one message is required'],
    ['claude-opus-4-6', { messages: [{ role: 'tool', content: 'x' }] }, 'messages: Unexpected role "tool"'],
    [
      'claude-opus-4-6',
      { messages: [user([call()])] },
      'messages.0.content.0: `tool_use` blocks can only be in `assistant` messages',
    ],
    [
      'claude-opus-4-6',
      { messages: [user([{ type: 'reasoning' }])] },
      "messages.0.content.0: Input tag 'reasoning' found using 'type'",
    ],
  ])('%s %o', (model, more, message) => {
    expect(createBench().send({ body: request([hi], { model, ...more }) })).toMatchObject({
      kind: 'refused',
      violation: { status: 400, message: expect.stringContaining(message) },
    });
  });

  test('a paused turn of the server’s tools is given back on models without prefill', () => {
    const paused = assistant([{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }]);
    expect(createBench().send({ body: request([hi, paused], { model: 'claude-opus-4-6' }) })).toMatchObject({
      kind: 'asked',
      warnings: [],
    });
  });
});

describe('faults', () => {
  const fail = (fault: ApiFault): unknown => {
    const { api, world } = createBench();
    const { status, headers, body } = api.fail(fault, world());
    const { error } = JSON.parse(String(body));
    const hints = Object.entries(headers).filter(([name]) => /^retry|requests-(remaining|reset)|should/.test(name));
    return { status, type: error.type, message: error.message, ...Object.fromEntries(hints) };
  };
  const left = {
    'anthropic-ratelimit-requests-remaining': '3999',
    'anthropic-ratelimit-requests-reset': '2025-10-09T08:54:20Z',
  };
  const limited = {
    status: 429,
    type: 'rate_limit_error',
    message: "This request would exceed your account's rate limit. Please try again later.",
    'x-should-retry': 'true',
    ...left,
  };

  test.each([
    [{ kind: 'rate-limit' }, limited],
    [
      { kind: 'rate-limit', retryAfterMs: 1500 },
      { ...limited, 'retry-after': '2' },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 1500, hint: 'retry-after-ms' },
      { ...limited, 'retry-after-ms': '1500' },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 60_000, hint: 'retry-after-date' },
      { ...limited, 'retry-after': 'Thu, 09 Oct 2025 08:54:20 GMT' },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 5000, hint: 'ratelimit-reset' },
      {
        ...limited,
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2025-10-09T08:53:25.000Z',
      },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 5000, hint: 'text' },
      { ...limited, message: `${limited.message} Please try again in 5s.` },
    ],
    [{ kind: 'rate-limit', retryAfterMs: 5000, hint: 'none' }, limited],
    [
      { kind: 'overloaded' },
      { status: 529, type: 'overloaded_error', message: 'Overloaded', 'x-should-retry': 'true', ...left },
    ],
    [
      { kind: 'unavailable' },
      { status: 503, type: 'api_error', message: 'Service temporarily unavailable', 'x-should-retry': 'true', ...left },
    ],
    [
      { kind: 'server' },
      { status: 500, type: 'api_error', message: 'Internal server error', 'x-should-retry': 'true', ...left },
    ],
    [
      { kind: 'auth' },
      { status: 401, type: 'authentication_error', message: 'invalid x-api-key', 'x-should-retry': 'false' },
    ],
    [
      { kind: 'overflow' },
      {
        status: 400,
        type: 'invalid_request_error',
        message: 'prompt is too long: 208310 tokens > 200000 maximum',
        'x-should-retry': 'false',
        ...left,
      },
    ],
  ] as const satisfies readonly (readonly [ApiFault, unknown])[])('ANT-072, ANT-073: %o', (fault, expected) => {
    expect(fail(fault)).toEqual(expected);
  });

  test('ANT-073: inside a stream', () => {
    const { api, world } = createBench();
    const event = api.failInside({ kind: 'overloaded' }, world()) ?? '';
    expect(event).toMatch(
      /^event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error","message":"Overloaded"\},/,
    );
  });
});
