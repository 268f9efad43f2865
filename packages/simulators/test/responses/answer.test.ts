/** What goes out: whole and streamed, in the documented order, with ids and tokens that come back. */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/model.ts';
import {
  create,
  createProvider,
  eventsOf,
  type Json,
  type Provider,
  request,
  textOf,
  thinkAndSay,
  tool,
  output as toolOutput,
  user,
} from './provider.ts';

function stream(provider: Provider, body: Json, answer: Answer): readonly Json[] {
  const outcome = provider.handle(create({ ...body, stream: true }));
  if (outcome.kind !== 'asked') throw new Error(`Not asked: ${JSON.stringify(outcome)}`);
  const response = outcome.answer(answer);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'openai-organization': 'org-main',
    'x-request-id': expect.stringMatching(/^req_\d{32}$/),
  });
  return eventsOf(response);
}

const typesOf = (events: readonly Json[]): readonly unknown[] =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);

test('a whole answer: reasoning, message, calls', () => {
  const { ask } = createProvider();
  const answer: Answer = {
    parts: [
      { think: 'One.' },
      { think: 'Two.' },
      { say: 'I will ' },
      { say: 'look.' },
      { call: 'read', args: { path: 'a' } },
    ],
    stop: 'calls',
  };
  const body = {
    model: 'gpt-5.5',
    input: 'Look!',
    instructions: 'Be brief.',
    tools: [tool('read')],
    reasoning: { effort: 'low', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
  };
  const response = ask(body, answer);
  expect(response).toMatchObject({
    id: expect.stringMatching(/^resp_[0-9a-f]{48}$/),
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: 'Be brief.',
    model: 'gpt-5.5',
    store: true,
    tools: [tool('read')],
    reasoning: { effort: 'low', summary: 'auto' },
    usage: {
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 3 + 3 + 4,
      output_tokens_details: { reasoning_tokens: 3 },
    },
  });
  expect(response.output).toEqual([
    {
      id: expect.stringMatching(/^rs_[0-9a-f]{48}$/),
      type: 'reasoning',
      encrypted_content: expect.stringMatching(/^gAAAAAB/),
      summary: [
        { type: 'summary_text', text: 'One.' },
        { type: 'summary_text', text: 'Two.' },
      ],
    },
    {
      id: expect.stringMatching(/^msg_[0-9a-f]{48}$/),
      type: 'message',
      status: 'completed',
      content: [{ type: 'output_text', annotations: [], logprobs: [], text: 'I will look.' }],
      phase: 'commentary',
      role: 'assistant',
    },
    {
      id: expect.stringMatching(/^fc_[0-9a-f]{48}$/),
      type: 'function_call',
      status: 'completed',
      arguments: '{"path":"a"}',
      call_id: expect.stringMatching(/^call_[0-9a-f]{24}$/),
      name: 'read',
    },
  ]);
});

test('neither a summary nor a token is given to those who did not ask', () => {
  const { ask } = createProvider();
  expect(ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay).output[0]).toEqual({
    id: expect.stringMatching(/^rs_/),
    type: 'reasoning',
    summary: [],
  });
});

test.each([
  ['gpt-4.1', {}, ['message']],
  ['gpt-5', {}, ['reasoning', 'message']],
  ['gpt-5.1', {}, ['message']],
  ['gpt-5.1', { reasoning: { effort: 'high' } }, ['reasoning', 'message']],
  ['gpt-5.5', {}, ['reasoning', 'message']],
  ['gpt-5.5', { reasoning: { effort: 'none' } }, ['message']],
  ['gpt-5.6-terra-pro', {}, ['reasoning', 'message']],
  ['o3', {}, ['reasoning', 'message']],
])('%s with %j thinks or does not', (model, more, types) => {
  const { ask } = createProvider();
  expect(ask({ model, input: 'Hi', ...more }, thinkAndSay).output.map(({ type }) => type)).toEqual(types);
});

test('a stream: every event of the documentation, in order, numbered, and its end is the whole', () => {
  const provider = createProvider();
  const text = 'I will look 👀 at it.';
  const answer: Answer = {
    parts: [{ think: 'Well then.' }, { say: text }, { call: 'read', args: { path: 'some/file' } }],
    stop: 'calls',
  };
  const body = {
    model: 'gpt-5',
    input: 'Look!',
    reasoning: { summary: 'auto' },
    include: ['reasoning.encrypted_content'],
  };
  const events = stream(provider, body, answer);
  expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, index) => index));
  expect(typesOf(events)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_text.delta',
    'response.reasoning_summary_text.done',
    'response.reasoning_summary_part.done',
    'response.output_item.done',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
    'response.completed',
  ]);
  const gathered = (type: string): string =>
    events
      .filter((event) => event['type'] === type)
      .map((event) => event['delta'])
      .join('');
  expect(gathered('response.output_text.delta')).toBe(text);
  expect(gathered('response.reasoning_summary_text.delta')).toBe('Well then.');
  expect(gathered('response.function_call_arguments.delta')).toBe('{"path":"some/file"}');
  const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
  expect(events.at(-1)).toMatchObject({ response: { status: 'completed', output: done } });
  expect(events[0]).toMatchObject({ response: { status: 'in_progress', output: [], usage: null } });
  // What an item begins with is not what it ends with.
  const added = events.find(({ type }) => type === 'response.output_item.added');
  expect(added?.['item']).toMatchObject({ summary: [], encrypted_content: expect.stringMatching(/^gAAAAAB/) });
  expect(added?.['item']).not.toMatchObject({ encrypted_content: (done[0] as Json)['encrypted_content'] });
});

test('a stream with and without filling', () => {
  const provider = createProvider();
  const filled = (more: Json): boolean =>
    stream(provider, { model: 'gpt-4.1', input: 'Hi', ...more }, thinkAndSay).some((event) => 'obfuscation' in event);
  expect(filled({})).toBe(true);
  expect(filled({ stream_options: { include_obfuscation: false } })).toBe(false);
});

test('gpt-oss thinks aloud: reasoning_text', () => {
  const events = stream(createProvider(), { model: 'gpt-oss-120b', input: 'Hi' }, thinkAndSay);
  expect(typesOf(events).slice(2, 8)).toEqual([
    'response.output_item.added',
    'response.content_part.added',
    'response.reasoning_text.delta',
    'response.reasoning_text.done',
    'response.content_part.done',
    'response.output_item.done',
  ]);
  expect(events.at(-1)).toMatchObject({
    response: { output: [{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] }, {}] },
  });
});

test('a custom tool is called with a text', () => {
  const tools = [{ type: 'custom', name: 'run', description: 'Runs.' }];
  const answer: Answer = { parts: [{ call: 'run', args: { input: 'ls -l' } }], stop: 'calls' };
  const events = stream(createProvider(), { model: 'gpt-4.1', input: 'Hi', tools }, answer);
  expect(typesOf(events).slice(2, -1)).toEqual([
    'response.output_item.added',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.done',
    'response.output_item.done',
  ]);
  expect(events.at(-1)).toMatchObject({
    response: {
      output: [{ id: expect.stringMatching(/^ctc_/), type: 'custom_tool_call', input: 'ls -l', name: 'run' }],
    },
  });
});

test.each([
  ['length', 'max_output_tokens'],
  ['filtered', 'content_filter'],
] as const)('an answer that ends by %s is incomplete', (stop, reason) => {
  const answer: Answer = { parts: [{ say: 'Let me' }, { call: 'read', args: {}, rawArgs: '{"pa' }], stop };
  const events = stream(createProvider(), { model: 'gpt-4.1', input: 'Hi' }, answer);
  expect(events.at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: {
      status: 'incomplete',
      incomplete_details: { reason },
      output: [{ status: 'completed' }, { status: 'incomplete', arguments: '{"pa' }],
    },
  });
});

test('BDR-005 Mantle numbers its calls from zero in every response', () => {
  const { ask } = createProvider();
  const answer: Answer = {
    parts: [
      { call: 'read', args: {} },
      { call: 'read', args: {} },
    ],
    stop: 'calls',
  };
  const ids = [1, 2].map(() =>
    ask({ model: 'mantle-gpt-5.5', input: 'Hi' }, answer).output.map((item) => item['call_id']),
  );
  expect(ids).toEqual([
    ['call_0', 'call_1'],
    ['call_0', 'call_1'],
  ]);
});

test('OAR-026 in a stream an overflow comes after the beginning', () => {
  const outcome = createProvider().handle(create({ model: 'gpt-tiny', input: 'x'.repeat(5000), stream: true }));
  if (outcome.kind !== 'refused') throw new Error('It was let through.');
  expect(outcome.violation.rule).toBe('OAR-026');
  expect(outcome.response.status).toBe(200);
  const events = eventsOf(outcome.response);
  expect(typesOf(events)).toEqual(['response.created', 'response.in_progress', 'response.failed']);
  expect(events.at(-1)).toMatchObject({ response: { status: 'failed', error: { code: 'context_length_exceeded' } } });
});

test('OAR-027 a limit inside a stream is about the response that has begun', () => {
  const provider = createProvider();
  const events = stream(provider, { model: 'gpt-5.1', input: 'Hi' }, thinkAndSay);
  const failed = provider.api.failInside({ kind: 'rate-limit', retryAfterMs: 11_054 }, provider.world) ?? '';
  const [event] = eventsOf({ status: 200, headers: {}, body: [failed] });
  const [{ response }] = [events[0] as { response: Json }];
  expect(event).toEqual({
    type: 'response.failed',
    sequence_number: events.length,
    response: {
      ...response,
      status: 'failed',
      error: {
        code: 'rate_limit_exceeded',
        message:
          'Rate limit reached for gpt-5.1 in organization org-main on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528. Please try again in 11.054s. Visit https://platform.openai.com/account/rate-limits to learn more.',
      },
    },
  });
});

test.each([
  ['overloaded', 'server_is_overloaded'],
  ['unavailable', 'slow_down'],
  ['server', 'server_error'],
  ['overflow', 'context_length_exceeded'],
] as const)('OAR-027 %s inside a stream is %s', (kind, code) => {
  const { api, world } = createProvider();
  const [event] = eventsOf({ status: 200, headers: {}, body: [api.failInside({ kind }, world) ?? ''] });
  expect(event).toMatchObject({ type: 'response.failed', response: { status: 'failed', error: { code } } });
});

test.each([
  [
    { kind: 'rate-limit', retryAfterMs: 174, hint: 'text' },
    429,
    'rate_limit_exceeded',
    {},
    /Please try again in 174ms\./,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 1500, hint: 'retry-after' },
    429,
    'rate_limit_exceeded',
    { 'retry-after': '2' },
    /12528\. Visit/,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 28, hint: 'retry-after-ms' },
    429,
    'rate_limit_exceeded',
    { 'retry-after-ms': '28' },
    /./,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 5000, hint: 'retry-after-date' },
    429,
    'rate_limit_exceeded',
    { 'retry-after': 'Mon, 21 Sep 2026 14:13:25 GMT' },
    /./,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 1570, hint: 'ratelimit-reset' },
    429,
    'rate_limit_exceeded',
    { 'x-ratelimit-reset-tokens': '1.57s', 'x-ratelimit-remaining-tokens': '0' },
    /./,
  ],
  [{ kind: 'quota' }, 429, 'insufficient_quota', {}, /exceeded your current quota/],
  [{ kind: 'overloaded' }, 503, 'server_is_overloaded', {}, /overloaded/],
  [{ kind: 'server' }, 500, 'server_error', {}, /server had an error/],
  [{ kind: 'auth' }, 401, 'invalid_api_key', {}, /Incorrect API key/],
  [{ kind: 'overflow' }, 400, 'context_length_exceeded', {}, /exceeds the context window/],
] as const)('the fault %j', (fault, status, code, headers, words) => {
  const { api, world } = createProvider();
  const response = api.fail(fault, world);
  expect(response).toMatchObject({ status, headers });
  expect(JSON.parse(textOf(response))).toMatchObject({ error: { code, message: expect.stringMatching(words) } });
});

test('what the model sees: all of the chain, with its own thinking', () => {
  const provider = createProvider();
  const first = provider.ask(
    { model: 'gpt-5', input: 'Read a.', instructions: 'Old.' },
    {
      parts: [{ think: 'A file.' }, { call: 'read', args: { path: 'a' } }],
      stop: 'calls',
    },
  );
  const callId = String(first.output[1]?.['call_id']);
  const outcome = provider.handle(
    create({
      model: 'gpt-5',
      instructions: 'New.',
      previous_response_id: first.id,
      input: [
        toolOutput(callId, [
          { type: 'input_text', text: 'A' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
        ]),
        user('And?'),
      ],
      tools: [tool('read')],
      tool_choice: { type: 'function', name: 'read' },
      max_output_tokens: 99,
    }),
  );
  const empty = { text: '', thinking: '', calls: [], results: [], media: [] };
  const { description, name, parameters } = tool('read');
  expect(outcome).toMatchObject({ kind: 'asked', model: 'gpt-5', stream: false, warnings: [] });
  expect(outcome.kind === 'asked' ? outcome.seen : undefined).toEqual({
    system: 'New.',
    tools: [{ name, description, schema: parameters }],
    turns: [
      { ...empty, role: 'user', text: 'Read a.' },
      { ...empty, role: 'model', thinking: 'A file.' },
      { ...empty, role: 'model', calls: [{ id: callId, name: 'read', args: { path: 'a' } }] },
      {
        ...empty,
        role: 'user',
        results: [{ id: callId, name: 'read', text: 'A', isError: false, media: ['image/png'] }],
      },
      { ...empty, role: 'user', text: 'And?' },
    ],
    toolChoice: { tool: 'read' },
    maxTokens: 99,
    thinks: true,
  });
});

test('what the model sees: thinking read back from its token', () => {
  const provider = createProvider();
  const body = { model: 'gpt-5', store: false, include: ['reasoning.encrypted_content'] };
  const { output } = provider.ask({ ...body, input: 'Hi' }, thinkAndSay);
  const outcome = provider.handle(
    create({ ...body, input: [user('Hi'), ...output, { role: 'developer', content: 'Now.' }] }),
  );
  expect(
    outcome.kind === 'asked' ? outcome.seen.turns.map(({ role, text, thinking }) => [role, text, thinking]) : [],
  ).toEqual([
    ['user', 'Hi', ''],
    ['model', '', 'Hm.'],
    ['model', 'Hello.', ''],
    ['system', 'Now.', ''],
  ]);
});

test('served without a model: models, one of them, a count', () => {
  const { handle } = createProvider();
  const served = (...args: Parameters<typeof request>): Json => {
    const outcome = handle(request(...args));
    return outcome.kind === 'served' ? JSON.parse(textOf(outcome.response)) : { kind: outcome.kind };
  };
  expect(served('GET', '/v1/models')).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([expect.objectContaining({ id: 'o4-mini' })]),
  });
  expect(served('GET', '/v1/models/gpt-5')).toMatchObject({ id: 'gpt-5', object: 'model' });
  expect(served('POST', '/v1/responses/input_tokens', { model: 'gpt-5', input: 'x'.repeat(401) })).toEqual({
    object: 'response.input_tokens',
    input_tokens: 101,
  });
});

test.each([
  ['an unknown place', request('POST', '/v1/answers', {}), 404, 'gate-route', 'Invalid URL (POST /v1/answers)'],
  ['a wrong method', request('GET', '/v1/responses'), 405, 'gate-method', /^Not allowed to GET on \/v1\/responses/],
  [
    'no key',
    { ...request('POST', '/v1/responses', {}), headers: {} },
    401,
    'gate-key',
    /^You didn't provide an API key/,
  ],
  ['no JSON', { ...create(undefined), raw: '{' }, 400, 'gate-json', /^We could not parse the JSON body/],
  ['no model', create({ input: 'Hi' }), 400, 'gate-shape', "Missing required parameter: 'model'."],
  [
    'an unknown model',
    create({ model: 'gpt-0', input: 'Hi' }),
    400,
    'gate-model',
    "The requested model 'gpt-0' does not exist.",
  ],
  [
    'an unknown model to be looked at',
    request('GET', '/v1/models/gpt-0'),
    404,
    'gate-model',
    "The model 'gpt-0' does not exist",
  ],
  [
    'an unknown response',
    request('GET', '/v1/responses/resp_1'),
    404,
    'gate-response',
    "Response with id 'resp_1' not found.",
  ],
  [
    'a conversation, of which there are none',
    create({ model: 'gpt-5', input: 'Hi', conversation: { id: 'conv_1' } }),
    404,
    'gate-conversation',
    "Conversation with id 'conv_1' not found.",
  ],
  [
    'too little room',
    create({ model: 'gpt-5', input: 'Hi', max_output_tokens: 1 }),
    400,
    'gate-shape',
    /Expected a value >= 16, but got 1/,
  ],
  [
    'effort at a model that cannot think',
    create({ model: 'gpt-4.1', input: 'Hi', reasoning: { effort: 'low' } }),
    400,
    'gate-effort',
    /^Unsupported parameter: 'reasoning\.effort'/,
  ],
  [
    'no effort at one that always thinks',
    create({ model: 'gpt-5', input: 'Hi', reasoning: { effort: 'none' } }),
    400,
    'gate-effort',
    /'none' is not supported with the 'gpt-5' model/,
  ],
  [
    'minimal effort at 5.6',
    create({ model: 'gpt-5.6-terra', input: 'Hi', reasoning: { effort: 'minimal' } }),
    400,
    'gate-effort',
    /'minimal' is not supported/,
  ],
  [
    'a role that does not exist',
    create({ model: 'gpt-5', input: [{ role: 'tool', content: 'x' }] }),
    400,
    'gate-shape',
    "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
  ],
  [
    'an item that does not exist',
    create({ model: 'gpt-5', input: [{ type: 'tool_use' }] }),
    400,
    'gate-shape',
    /^Invalid value: 'tool_use'\. Supported values are: 'message', /,
  ],
] as const)('%s is refused', (_, asked, status, rule, message) => {
  const outcome = createProvider().handle(asked);
  if (outcome.kind !== 'refused') throw new Error('It was let through.');
  expect(outcome.violation).toMatchObject({
    rule,
    status,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  expect(outcome.response.status).toBe(status);
});

test('a key of nobody is refused', () => {
  const provider = createProvider();
  const outcome = provider.handle(create({ model: 'gpt-5', input: 'Hi' }), { ...provider.world, account: '' });
  expect(outcome).toMatchObject({
    kind: 'refused',
    violation: { rule: 'gate-key', status: 401, code: 'invalid_api_key' },
  });
});
