/** Broken histories are repaired and reported to the client; a strict gateway refuses with the same report. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

const model = 'anthropic/claude-opus-4-8';
let usual: TestGateway;
let strict: TestGateway;
beforeAll(async () => {
  usual = await openGateway();
  strict = await openGateway({ strict: true });
});
afterAll(async () => {
  await usual.close();
  await strict.close();
});

const text = (said: string): readonly object[] => [{ type: 'text', text: said }];
const call = (id: string): object => ({ id, type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } });
const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }];
/** Two calls, one result, and one no one asked for. */
const broken = {
  model,
  tools,
  messages: [
    { role: 'user', content: 'Read both.' },
    { role: 'assistant', content: null, tool_calls: [call('call_1'), call('call_2')] },
    { role: 'user', content: 'Well?' },
    { role: 'tool', tool_call_id: 'call_2', content: 'content of b' },
  ],
};
const sound = { model, tools, messages: [{ role: 'user', content: 'Read both.' }] };

test('reports a repair in a header and, with its calls and places, in the log', async () => {
  const { status, headers } = await send(usual.gateway.url, '/v1/chat/completions', broken);
  expect(status).toBe(200);
  expect(headers.get('x-interlock-repairs')).toBe('synthesized=1, moved=1, rule=ANT-001');
  expect(headers.get('x-interlock-target')).toBe(model);
  const line = usual.lines.find(({ requestId }) => requestId === headers.get('x-interlock-request-id'));
  expect(line).toMatchObject({
    level: 'info',
    end: 'answered',
    repairs: [
      { kind: 'synthesized', rule: 'ANT-001', callIds: ['call_1'] },
      { kind: 'moved', rule: 'ANT-001', callIds: ['call_2'] },
    ],
  });
  const station = usual.stations.find((each) => nameOf(each) === model);
  expect(station?.simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', rules: [] });
});

test.each([
  ['/v1/messages', 'toolu_ABCDEFGHIJKLMNOPQRSTUVWX'],
  ['/v1/messages', 'functions.read:0'],
  ['/v1/chat/completions', 'call_ABCDEFGHIJKLMNOPQRSTUVWX'],
])('%s: a call is named as the client knows it: %s', async (path, id) => {
  const said = { type: 'tool_use', id, name: 'read', input: { path: 'a' } };
  const answer = path === '/v1/messages' ? { content: [said] } : { tool_calls: [call(id)] };
  const messages = [{ role: 'user', content: 'Read a.' }, { role: 'assistant', ...answer }, broken.messages[2]];
  const body = { model: 'openai/gpt-4.1', max_tokens: 100, messages };
  const { headers } = await send(usual.gateway.url, path, body);
  const line = usual.lines.find(({ requestId }) => requestId === headers.get('x-interlock-request-id'));
  expect(line).toMatchObject({ repairs: [{ kind: 'synthesized', rule: 'OAC-001', callIds: [id] }] });
});

const answered = { type: 'tool_result', tool_use_id: 'toolu_gone', content: 'b' };
const output = { type: 'function_call_output', call_id: 'call_gone', output: 'b' };
const response = { functionResponse: { id: 'adk-gone', name: 'read', response: { output: 'b' } } };
const hello = { role: 'user', parts: [{ text: 'Hello.' }] };

test.each<readonly [path: string, body: object, callIds: readonly string[]]>([
  [
    '/v1/chat/completions',
    { messages: [broken.messages[0], { role: 'tool', tool_call_id: 'call_gone', content: 'b' }] },
    ['call_gone'],
  ],
  [
    '/v1/chat/completions',
    { messages: [broken.messages[0], { role: 'tool', tool_call_id: `call_${'G'.repeat(24)}`, content: 'b' }] },
    [`call_${'G'.repeat(24)}`],
  ],
  [
    '/v1/messages',
    { max_tokens: 9, messages: [{ role: 'user', content: [answered, ...text('Hello.')] }] },
    ['toolu_gone'],
  ],
  ['/v1/responses', { input: [broken.messages[0], output] }, ['call_gone']],
  [
    `/v1beta/models/${encodeURIComponent('openai/gpt-4.1')}:generateContent`,
    { contents: [hello, { role: 'user', parts: [response] }] },
    ['adk-gone'],
  ],
])('%s: a result without its call is named by the id that the client sent: %#', async (path, body, callIds) => {
  const { headers } = await send(usual.gateway.url, path, { model: 'openai/gpt-4.1', ...body });
  const line = usual.lines.find(({ requestId }) => requestId === headers.get('x-interlock-request-id'));
  expect(line).toMatchObject({ repairs: [{ kind: 'orphan', rule: 'OAC-002', callIds }] });
});

const long = `start ${'x'.repeat(20_000)} end`;
const lone: readonly (readonly [path: (model: string) => string, body: object])[] = [
  [() => '/v1/chat/completions', { messages: [{ role: 'tool', tool_call_id: 'call_gone', content: long }] }],
  [() => '/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: [{ ...answered, content: long }] }] }],
  [() => '/v1/responses', { input: [{ ...output, output: long }] }],
  [
    (name) => `/v1beta/models/${encodeURIComponent(name)}:generateContent`,
    { contents: [{ role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: long } } }] }] },
  ],
  [() => '/api/chat', { messages: [{ role: 'tool', tool_name: 'read', content: long }] }],
];

test.each(lone)(
  'a request that has only a result without its call reaches every model as a note: %#',
  async (path, body) => {
    for (const station of usual.stations) {
      const name = nameOf(station);
      const { headers } = await send(usual.gateway.url, path(name), { model: name, stream: false, ...body });
      expect([name, headers.get('x-interlock-repairs')]).toEqual([name, expect.stringMatching(/^orphan=1/)]);
      const asked = station.simulator.log.at(-1);
      expect(asked).toMatchObject({ verdict: 'accepted' });
      const seen = JSON.stringify(asked?.seen);
      expect([name, seen.split('no longer on record').length, seen.split(long).length]).toEqual([name, 2, 2]);
    }
    const refused = await send(strict.gateway.url, path(model), { model, ...body });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('orphan')]);
  },
);

test('a strict gateway rejects with the same explanation and sends nothing', async () => {
  const { status, body } = await send(strict.gateway.url, '/v1/chat/completions', broken);
  expect(status).toBe(400);
  const text = JSON.stringify(body);
  for (const word of ['synthesized (call_1)', 'moved (call_2)', 'ANT-001']) expect(text).toContain(word);
  expect(strict.stations.flatMap(({ simulator }) => simulator.log)).toEqual([]);
  expect((await send(strict.gateway.url, '/v1/chat/completions', sound)).status).toBe(200);
});

/** What each API has around the words of a refusal. */
const refusals: readonly (readonly [path: string, body: object, around: (message: unknown) => object])[] = [
  [
    '/v1/chat/completions',
    { messages: [broken.messages[0], { role: 'tool', tool_call_id: 'gone-1', content: 'b' }] },
    (message) => ({ error: { message, type: 'invalid_request_error' } }),
  ],
  [
    '/v1/messages',
    {
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ ...answered, tool_use_id: 'gone-1' }, ...text('Hello.')] }],
    },
    (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  ],
  [
    '/v1/responses',
    { input: [broken.messages[0], { ...output, call_id: 'gone-1' }] },
    (message) => ({ error: { message, type: 'invalid_request_error' } }),
  ],
  [
    `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    {
      contents: [
        hello,
        { role: 'user', parts: [{ functionResponse: { ...response.functionResponse, id: 'gone-1' } }] },
      ],
    },
    (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  ],
  [
    '/api/chat',
    { messages: [broken.messages[0], { role: 'tool', tool_call_id: 'gone-1', content: 'b' }] },
    (message) => ({ error: message }),
  ],
];

test.each(refusals)('%s: a strict gateway names the repair in the format of the client', async (path, body, around) => {
  const { status, headers, body: told } = await send(strict.gateway.url, path, { model, ...body });
  expect([status, headers.get('x-interlock-repairs')]).toEqual([400, 'orphan=1, rule=ANT-003']);
  expect(told).toMatchObject(around(expect.stringMatching(/strict.*: orphan \(gone-1\), rule ANT-003/)));
});

test('reports what the target does not support', async () => {
  const { headers } = await send(usual.gateway.url, '/v1/chat/completions', {
    ...sound,
    seed: 7,
    logit_bias: { 1: 2 },
    service_tier: 'flex',
  });
  expect(headers.get('x-interlock-left-out')).toBe('logit_bias, seed, serviceTier');
});

test('headers stay within 2 KB', async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ [`field_${at}_${'x'.repeat(50)}`]: 1 }));
  const { headers } = await send(usual.gateway.url, '/v1/chat/completions', Object.assign({}, broken, ...many));
  const told = `${headers.get('x-interlock-repairs')}${headers.get('x-interlock-left-out')}`;
  expect(told).toMatch(/and \d+ more$/);
  expect(told.length).toBeLessThan(2048);
});

test('a target of the same protocol gets the body unchanged: cache marks, betas and unknown fields included', async () => {
  const body = {
    model,
    max_tokens: 100,
    metadata: { user_id: 'u' },
    context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hello', cache_control: { type: 'ephemeral' } }] }],
  };
  const { status, headers } = await send(usual.gateway.url, '/v1/messages', body, {
    'anthropic-beta': 'context-management-2025-06-27',
    'anthropic-version': '2023-06-01',
  });
  expect(status).toBe(200);
  expect(headers.get('x-interlock-left-out')).toBeNull();
  expect(usual.lines.at(-1)).toMatchObject({ passed: 'whole', repairs: [], leftOut: [] });
});
