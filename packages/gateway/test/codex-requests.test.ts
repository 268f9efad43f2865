/** Requests shaped like Codex's: free-form tools, namespaces, and the tools only OpenAI has. */
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { openUpstream, sentFor } from './open-upstream.ts';
import { send } from './send.ts';

const patch = '*** Begin Patch\n*** Update File: a\n+x\n*** End Patch';
let opened: TestGateway;
beforeAll(async () => {
  const model = script([
    {
      call: [
        { tool: 'apply_patch', args: { input: patch } },
        { tool: 'lookup', args: { q: 'x' } },
      ],
    },
    { say: 'Done: {{results}}' },
  ]);
  opened = await openGateway({ model });
});
afterAll(() => opened.close());

const request = {
  instructions: 'You are Codex.',
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: 'thread-1',
  client_metadata: { session: '1' },
  tools: [
    { type: 'function', name: 'shell', parameters: { type: 'object', properties: {} } },
    {
      type: 'custom',
      name: 'apply_patch',
      description: 'Edits files.',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch"' },
    },
    {
      type: 'namespace',
      name: 'mcp__notes',
      tools: [{ type: 'function', name: 'lookup', parameters: { type: 'object', properties: {} } }],
    },
    { type: 'web_search' },
    { type: 'tool_search' },
  ],
};
const question = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Patch a.' }] };

interface Item {
  readonly type: string;
  readonly call_id?: string;
}

const models = [
  'anthropic/claude-opus-4-8',
  'google/gemini-3.1-pro',
  'mistral/mistral-large-latest',
  'moonshot/kimi-k3',
];

test.each(models)('%s: a free-form call is returned as one, and its output is accepted', async (model) => {
  const { status, body, headers } = await send(opened.gateway.url, '/v1/responses', {
    ...request,
    model,
    input: [question],
  });
  expect(status).toBe(200);
  expect(headers.get('x-interlock-left-out')).toContain('tools.3');
  const { output } = body as { readonly output: readonly Item[] };
  const calls = output.filter(({ type }) => type.endsWith('_call'));
  expect(calls).toEqual([
    expect.objectContaining({
      type: 'custom_tool_call',
      name: 'apply_patch',
      input: patch,
      id: expect.stringMatching(/^ctc_/),
    }),
    expect.objectContaining({ type: 'function_call', name: 'lookup', namespace: 'mcp__notes' }),
  ]);
  const results = calls.map(({ type, call_id }) => ({ type: `${type}_output`, call_id, output: `ok ${call_id}` }));
  const second = await send(opened.gateway.url, '/v1/responses', {
    ...request,
    model,
    input: [question, ...output, ...results],
  });
  expect(second.status).toBe(200);
  for (const { call_id } of calls) expect(JSON.stringify(second.body)).toContain(`ok ${call_id}`);
  expect(opened.lines.at(-1)).toMatchObject({ end: 'answered', repairs: [], seals: { missed: 0 } });
});

test('streamed, its input has its own event', async () => {
  const { body } = await send(opened.gateway.url, '/v1/responses', {
    ...request,
    model: models[0],
    stream: true,
    input: [question],
  });
  const events = String(body)
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, at) => at));
  expect(events.filter(({ type }) => type.includes('custom_tool_call_input'))).toMatchObject([
    { type: 'response.custom_tool_call_input.delta', delta: patch },
    { type: 'response.custom_tool_call_input.done', input: patch },
  ]);
});

test.each([
  {
    provider: 'xai',
    model: 'grok-4.6',
    live: true,
    searches: [{ type: 'web_search' }],
    told: 'tools.2.external_web_access',
  },
  { provider: 'xai', model: 'grok-4.6', live: false, searches: [], told: 'tools.2' },
  {
    ...{ provider: 'openai-compatible', model: 'qwen3', live: false, told: null },
    searches: [{ type: 'web_search', external_web_access: false }],
  },
])('$provider with Responses: each tool is offered once, by its own name; a live search: $live', async (row) => {
  const { searches, told, live, ...target } = row;
  const upstream = await openUpstream({
    target: { ...target, protocol: 'openai-responses', credentials: [{ key: 'k' }] },
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'resp_1', object: 'response', status: 'completed', output: [] }));
    },
  });
  const [shell, , inNamespace] = request.tools;
  const tools = [shell, inNamespace, { type: 'web_search', external_web_access: live }];
  const { body, leftOut } = await sentFor(upstream, '/v1/responses', { ...request, tools, input: [question] });
  await upstream.close();
  const named = (name: string): unknown => expect.objectContaining({ type: 'function', name });
  expect([body['tools'], leftOut]).toEqual([[named('shell'), ...searches, named('lookup')], told]);
});

/** What newer models of OpenAI get: every tool in a namespace, in an item of the input. */
const exec = { type: 'custom', name: 'exec', description: 'Runs code.', format: { type: 'text' } };
const search = { type: 'function', name: 'search', parameters: { type: 'object', properties: {} } };
const additional = {
  type: 'additional_tools',
  id: 'at_1',
  role: 'developer',
  tools: [
    { type: 'namespace', name: 'functions', tools: [exec] },
    { type: 'namespace', name: 'mcp__a', tools: [search] },
    { type: 'namespace', name: 'mcp__b', tools: [search] },
  ],
};

describe('tools in an item of the input', () => {
  const code = 'text("hi");\n// "quoted"';
  let codeMode: TestGateway;
  beforeAll(async () => {
    const calls = (names: readonly string[]) => ({
      call: [{ tool: 'exec', args: { input: code } }, ...names.map((tool) => ({ tool, args: { q: 'x' } }))],
    });
    codeMode = await openGateway({
      model: (seen) =>
        script([
          calls(seen.tools.map(({ name }) => name).filter((name) => /^mcp__.__search$/.test(name))),
          { say: 'Done: {{results}}' },
        ])(seen),
    });
  });
  afterAll(() => codeMode.close());

  test.each([
    ...models.map((model) => ({ model, others: ['mcp__a', 'mcp__b'], passed: 'none', streamed: true })),
    // One that knows namespaces is not asked in other words, also not after it has thought and called.
    { model: 'openai/gpt-5.6-terra', others: [], passed: 'whole', streamed: false },
    { model: 'openai/gpt-5.6-terra', others: [], passed: 'whole', streamed: true },
  ])('$model, streamed: $streamed: each call has the kind and the namespace of its tool', async (each) => {
    const { model, others, passed, streamed } = each;
    const ask = (input: readonly object[]) =>
      send(codeMode.gateway.url, '/v1/responses', {
        ...{ model, instructions: 'You are Codex.', store: false, include: ['reasoning.encrypted_content'] },
        ...{ stream: streamed, reasoning: { effort: 'medium', summary: 'auto' } },
        input: [additional, question, ...input],
      });
    const first = await ask([]);
    const { output } = (streamed ? lastResponse(String(first.body)) : first.body) as { output: readonly Item[] };
    const calls = output.filter(({ type }) => type.endsWith('_call'));
    expect([first.status, calls]).toEqual([
      200,
      [
        expect.objectContaining({ type: 'custom_tool_call', name: 'exec', namespace: 'functions', input: code }),
        ...others.map((namespace) =>
          expect.objectContaining({ type: 'function_call', name: 'search', namespace, arguments: '{"q":"x"}' }),
        ),
      ],
    ]);
    const results = calls.map(({ type, call_id }) => ({ type: `${type}_output`, call_id, output: `ok ${call_id}` }));
    const second = await ask([...output, ...results]);
    expect(second.status).toBe(200);
    for (const { call_id } of calls) expect(JSON.stringify(second.body)).toContain(`ok ${call_id}`);
    const { leftOut, ...line } = codeMode.lines.at(-1) ?? {};
    expect(line).toMatchObject({ end: 'answered', passed, repairs: [], seals: { missed: 0 } });
    // Not every model can be told how much to think.
    expect((leftOut as readonly { readonly what: string }[]).filter(({ what }) => what !== 'reasoning')).toEqual([]);
  });
});

test.each([...models, 'openai/gpt-5.6-terra'])('%s: no output of a free-form call is lost', async (model) => {
  const output = (text: string) => ({ type: 'custom_tool_call_output', call_id: 'call_1', output: text });
  const call = { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: patch };
  const input = [question, call, output('[[notified]]'), output('[[result]]'), question, output('[[later]]')];
  const { status } = await send(opened.gateway.url, '/v1/responses', { ...request, model, input });
  const station = opened.stations.find((each) => nameOf(each) === model);
  const sent = JSON.stringify(station?.simulator.log.at(-1)?.seen);
  const times = ['[[notified]]', '[[result]]', '[[later]]'].map((mark) => sent.split(mark).length - 1);
  expect([status, times]).toEqual([200, [1, 1, 1]]);
});

const marks = ['[[heading]]', '[[task]]'];

/** Only OpenAI knows these items, and can read what it has encrypted. */
test.each([...models.map((model) => ({ model, home: false })), { model: 'openai/gpt-5.6-terra', home: true }])(
  '$model: messages between agents arrive',
  async ({ model, home }) => {
    const message = (...encrypted: readonly string[]) => ({
      ...{ type: 'agent_message', author: '/root', recipient: '/root/a' },
      content: [
        { type: 'input_text', text: '[[heading]]' },
        ...encrypted.map((text) => ({ type: 'encrypted_content', encrypted_content: text })),
      ],
    });
    const sealed = 'c2VhbGVk'.repeat(12);
    const input = [question, message('[[task]]'), message(sealed)];
    const { status } = await send(opened.gateway.url, '/v1/responses', { ...request, model, input });
    const station = opened.stations.find((each) => nameOf(each) === model);
    const sent = JSON.stringify(station?.simulator.log.at(-1)?.seen);
    expect([status, ...marks.map((mark) => sent.includes(mark)), sent.includes(sealed)]).toEqual([
      200,
      true,
      true,
      home,
    ]);
  },
);

function lastResponse(stream: string): unknown {
  const data = stream.split('\n').filter((line) => line.startsWith('data: '));
  return JSON.parse(data.at(-1)?.slice(6) ?? '{}').response;
}
