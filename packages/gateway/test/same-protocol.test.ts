/** Where client and target speak one protocol, the target gets the client's bytes: fields no one here knows, marks, betas, in their order. */
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { answeredBy, openRefusing, openUpstream, sayYes, sentFor, type Upstream } from './open-upstream.ts';

const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const schema = { type: 'object', properties: { path: { type: 'string', 'x-hint': 'a file' } }, required: ['path'] };
const answer = { role: 'assistant', content: 'yes' };

interface Row {
  readonly api: string;
  readonly target: RouteTarget;
  readonly path: string;
  /** At the gateway. */
  readonly at: string;
  readonly headers: Record<string, string>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: object;
}

const respondedYes = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'gpt-5.6-terra',
  output: [
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'yes', annotations: [] }],
    },
  ],
};

const rows: readonly Row[] = [
  {
    api: 'anthropic-messages',
    target: { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }] },
    path: '',
    at: '/v1/messages?beta=true',
    headers: {
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'context-management-2025-06-27,made-up-2027-01-01',
    },
    body: {
      metadata: { user_id: '{"session_id":"ü"}' },
      made_up: { deep: [1, null, { a: false }] },
      max_tokens: 4000,
      model: 'claude-x',
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      tools: [
        { name: 'read', description: 'Reads.', input_schema: schema, ...mark, made_up: true },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
      ],
      system: [
        { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1' },
        { type: 'text', text: 'Be brief.', ...mark },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read a.', ...mark }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_01', name: 'read', input: { path: 'a' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: 'A', ...mark }] },
      ],
    },
    answer: {
      id: 'msg_1',
      type: 'message',
      model: 'claude-opus-4-8',
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
      role: 'assistant',
      content: [{ type: 'text', text: 'yes' }],
    },
  },
  {
    api: 'openai-chat',
    target: { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1', credentials: [{ key: 'k' }] },
    path: '/v1',
    at: '/v1/chat/completions',
    headers: {},
    body: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hello', name: 'ann' },
      ],
      made_up: { a: [1] },
      logit_bias: { 50256: -100 },
      model: 'gpt-x',
      service_tier: 'flex',
      tools: [{ type: 'function', function: { name: 'read', description: 'Reads.', parameters: schema } }],
    },
    answer: {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-4.1',
      choices: [{ index: 0, message: answer, finish_reason: 'stop' }],
    },
  },
  {
    api: 'openai-responses',
    target: { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra', credentials: [{ key: 'k' }] },
    path: '/v1',
    at: '/v1/responses',
    headers: {},
    body: {
      client_metadata: { session: 's' },
      model: 'gpt-x',
      instructions: 'Be brief.',
      prompt_cache_key: 'session-1',
      input: [
        { type: 'compaction', encrypted_content: 'gAAAAonlyOpenAIcanreadthis' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
      ],
      store: false,
      include: ['reasoning.encrypted_content'],
      made_up: 7,
    },
    answer: respondedYes,
  },
  {
    api: 'gemini',
    target: { provider: 'google', model: 'gemini-2.5-pro', credentials: [{ key: 'k' }] },
    path: '/v1beta',
    at: '/v1beta/models/gemini-x:generateContent',
    headers: {},
    body: {
      made_up: { a: 1 },
      contents: [
        { role: 'user', parts: [{ text: 'This is the Gemini CLI.' }] },
        { role: 'user', parts: [{ text: 'hello' }] },
      ],
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      cachedContent: 'cachedContents/1',
    },
    answer: { candidates: [{ content: { role: 'model', parts: [{ text: 'yes' }] }, finishReason: 'STOP' }] },
  },
];

const text: Row = {
  api: 'openai-responses, a text',
  target: { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra', credentials: [{ key: 'k' }] },
  path: '/v1',
  at: '/v1/responses',
  headers: {},
  body: {
    model: 'gpt-x',
    input: 'hello',
    store: false,
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'custom', name: 'apply_patch', description: 'Edits files.', format: { type: 'text', made_up: 1 } }],
    made_up: 7,
  },
  answer: respondedYes,
};

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

test.each([...rows, text])('$api', async ({ api, target, path, at, headers, body, answer: answered }) => {
  upstream = await openUpstream({
    target,
    path,
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answered));
    },
  });
  const response = await fetch(upstream.gateway.url + at, { method: 'POST', headers, body: JSON.stringify(body) });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('yes')]);
  const [sent] = upstream.sent;
  expect(sent?.body).toBe(JSON.stringify(api === 'gemini' ? body : { ...body, model: target.model }));
  for (const [name, value] of Object.entries(headers)) expect([name, sent?.headers[name]]).toEqual([name, value]);
  expect(upstream.lines).toMatchObject([{ passed: 'whole', repairs: [], leftOut: [] }]);
});

const arrived = ['call_1', 'call_3', 'call_2'];
const outOfOrder: Readonly<Record<string, object>> = {
  'anthropic-messages': {
    max_tokens: 1000,
    tools: [{ name: 'read', input_schema: { type: 'object', properties: {} } }],
    messages: [
      { role: 'user', content: 'Read them.' },
      {
        role: 'assistant',
        content: arrived.toSorted().map((id) => ({ type: 'tool_use', id, name: 'read', input: {}, made_up: 1 })),
      },
      { role: 'user', content: arrived.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` })) },
    ],
  },
  'openai-chat': {
    tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }],
    messages: [
      { role: 'user', content: 'Read them.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: arrived
          .toSorted()
          .map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
      },
      ...arrived.map((id) => ({ role: 'tool', tool_call_id: id, content: `of ${id}` })),
    ],
  },
  'openai-responses': {
    store: false,
    tools: [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false }],
    input: [
      { role: 'user', content: 'Read them.' },
      ...arrived.toSorted().map((call_id) => ({ type: 'function_call', call_id, name: 'read', arguments: '{}' })),
      ...arrived.map((call_id) => ({ type: 'function_call_output', call_id, output: `of ${call_id}` })),
    ],
  },
};

test.each(rows.filter(({ api }) => outOfOrder[api] !== undefined))(
  '$api: results in the order in which they arrived pass unchanged, as Claude Code sends them',
  async ({ api, target, path, at, headers, answer: answered }) => {
    upstream = await openUpstream({
      target,
      path,
      answer: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answered));
      },
    });
    const body = { model: target.model, ...outOfOrder[api] };
    await fetch(upstream.gateway.url + at, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(JSON.parse(upstream.sent[0]?.body ?? '')).toMatchObject(body);
    expect(upstream.lines).toMatchObject([{ passed: 'whole', repairs: [], leftOut: [] }]);
  },
);

test('anthropic-messages: if a history needs a repair, everything else is still passed on', async () => {
  const [row] = rows;
  if (row === undefined) throw new Error('There is no row.');
  upstream = await openUpstream({
    target: row.target,
    path: row.path,
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(row.answer));
    },
  });
  // The result of the call is missing.
  const messages = [...(row.body['messages'] as readonly object[]).slice(0, 2), { role: 'user', content: 'Well?' }];
  const response = await fetch(upstream.gateway.url + row.at, {
    method: 'POST',
    headers: row.headers,
    body: JSON.stringify({ ...row.body, messages }),
  });
  expect(response.status).toBe(200);
  const [sent] = upstream.sent;
  const got = JSON.parse(sent?.body ?? '');
  const { metadata, made_up, context_management, tools } = row.body;
  expect(got).toMatchObject({ metadata, made_up, context_management, tools });
  expect(sent?.headers['anthropic-beta']).toBe(row.headers['anthropic-beta']);
  expect(upstream.lines).toMatchObject([{ passed: 'fields', repairs: [{ kind: 'synthesized' }] }]);
});

/** For each API: a history whose result is missing, and what is said inside of fields that are only partly read. */
const inside: Readonly<Record<string, { readonly broken: object; readonly fields: object }>> = {
  'anthropic-messages': {
    broken: {
      messages: [
        { role: 'user', content: 'Read a.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_01', name: 'read', input: { path: 'a' } }] },
        { role: 'user', content: 'Well?' },
      ],
    },
    fields: {
      thinking: { type: 'adaptive', display: 'omitted' },
      output_config: { effort: 'low', task_budget: { type: 'tokens', total: 20_000 } },
    },
  },
  'openai-chat': {
    broken: {
      messages: [
        { role: 'user', content: 'Read a.' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
        },
        { role: 'user', content: 'Well?' },
      ],
    },
    fields: {
      presence_penalty: 0,
      seed: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'r', description: 'd', schema, strict: true } },
      tools: [{ type: 'function', function: { name: 'read', parameters: schema, strict: true, made_up: 1 } }],
    },
  },
  'openai-responses': {
    broken: {
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read a.' }] },
        { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{"path":"a"}' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Well?' }] },
      ],
    },
    fields: {
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'r', schema, strict: true } },
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
      tools: [{ type: 'function', name: 'read', parameters: schema, strict: true }],
    },
  },
  gemini: {
    broken: {
      contents: [
        { role: 'user', parts: [{ text: 'Read a.' }] },
        { role: 'model', parts: [{ functionCall: { name: 'read', args: { path: 'a' } } }] },
        { role: 'user', parts: [{ text: 'Well?' }] },
      ],
    },
    fields: {
      generationConfig: { topK: 3, seed: 7, responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING' } },
      toolConfig: { retrievalConfig: { languageCode: 'en' }, functionCallingConfig: { mode: 'VALIDATED' } },
      tools: [{ functionDeclarations: [{ name: 'read', behavior: 'BLOCKING', parameters: { type: 'object' } }] }],
      valueOf: 1,
    },
  },
};

test.each(rows)('$api: what is inside of fields is passed on with a repaired history, too', async (row) => {
  const { broken, fields } = inside[row.api] ?? {};
  upstream = await openUpstream({
    target: row.target,
    path: row.path,
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(row.answer));
    },
  });
  const body = JSON.stringify({ model: 'x', max_tokens: 4000, ...broken, ...fields });
  const response = await fetch(upstream.gateway.url + row.at, { method: 'POST', headers: row.headers, body });
  expect(response.status).toBe(200);
  expect(JSON.parse(upstream.sent[0]?.body ?? '')).toMatchObject(fields ?? {});
  expect(upstream.lines).toMatchObject([{ passed: 'fields', repairs: [{ kind: 'synthesized' }], leftOut: [] }]);
});

const called = (more: object = {}): object => ({ name: 'read', args: { file_path: 'a' }, ...more });
const snakes = {
  system_instruction: { parts: [{ text: 'Be brief.' }] },
  tools: [{ function_declarations: [{ name: 'read', parameters_json_schema: schema }] }, { google_search: {} }],
  tool_config: { include_server_side_tool_invocations: true, retrieval_config: { language_code: 'en' } },
  generation_config: {
    max_output_tokens: 99,
    response_modalities: ['TEXT'],
    thinking_config: { thinking_level: 'LOW' },
  },
  safety_settings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
  labels: { cost_center: 'a' },
};
const gemini3: RouteTarget = { provider: 'google', model: 'gemini-3.1-pro', credentials: [{ key: 'k' }] };

const annotations = [{ type: 'url_citation', url: 'https://a.test', title: 'A', start_index: 0, end_index: 3 }];
const repaired: readonly (readonly [api: string, at: string, list: string, said: readonly object[], orphan: object])[] =
  [
    [
      'openai-chat',
      '/v1/chat/completions',
      'messages',
      [{ role: 'assistant', content: 'yes', refusal: null, annotations }],
      { role: 'tool', tool_call_id: 'call_gone', content: 'x' },
    ],
    [
      'openai-responses',
      '/v1/responses',
      'input',
      [
        {
          ...{ type: 'message', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: 'yes', annotations, logprobs: [] }],
        },
        {
          type: 'function_call',
          call_id: `call_${'A'.repeat(24)}`,
          name: 'read',
          arguments: '{}',
          status: 'completed',
        },
      ],
      { type: 'function_call_output', call_id: 'call_gone', output: 'x' },
    ],
  ];

test.each(repaired)(
  '%s: what the model said stays as it is in a repaired history, too',
  async (api, at, list, said, orphan) => {
    upstream = await openRefusing({ provider: 'openai', protocol: api, model: 'gpt-4.1' } as RouteTarget, '/v1');
    const { body } = await sentFor(upstream, at, { [list]: [{ role: 'user', content: 'Go.' }, ...said, orphan] });
    expect((body[list] as readonly unknown[]).slice(1, 1 + said.length)).toEqual(said);
  },
);

test('gemini: a body in snake_case passes unchanged, too', async () => {
  const parts = [{ text: 'yes' }];
  upstream = await openUpstream({
    target: gemini3,
    path: '/v1beta',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }));
    },
  });
  const contents = [
    { parts: [{ text: 'Read a.' }] },
    { role: 'model', parts: [{ function_call: called(), thought_signature: 'skip_thought_signature_validator' }] },
    { role: 'user', parts: [{ function_response: { name: 'read', response: { result: { my_key: 1 } } } }] },
    { parts: [{ text: 'Well?' }, { inline_data: { mime_type: 'image/png', data: 'aW1n' }, media_resolution: {} }] },
  ];
  const { body, leftOut } = await sentFor(upstream, '/v1beta/models/x:generateContent', { contents, ...snakes });
  expect([body, leftOut]).toEqual([{ contents, ...snakes }, null]);
});

test('gemini: of a body in snake_case, nothing is lost if its history needs a repair', async () => {
  upstream = await openRefusing(gemini3, '/v1beta');
  const contents = [
    { parts: [{ text: 'Read a.' }] },
    { role: 'model', parts: [{ function_call: called() }] },
    { parts: [{ text: 'Well?' }] },
  ];
  const { body } = await sentFor(upstream, '/v1beta/models/x:generateContent', { contents, ...snakes });
  const { contents: list, ...fields } = body;
  expect(list).toMatchObject([{}, { parts: [{ functionCall: called() }] }, { parts: [{ functionResponse: {} }] }, {}]);
  expect(fields).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    tools: [{ functionDeclarations: [{ name: 'read', parameters: expect.anything() }] }, { googleSearch: {} }],
    toolConfig: { includeServerSideToolInvocations: true, retrievalConfig: { languageCode: 'en' } },
    generationConfig: {
      ...{ maxOutputTokens: 99, responseModalities: ['TEXT'] },
      thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true },
    },
    safetySettings: snakes.safety_settings,
    labels: snakes.labels,
  });
});

test('ollama-chat: the client decides what is cut off, and thinking without an amount is nothing unusual', async () => {
  const target: RouteTarget = { provider: 'ollama', model: 'qwen3' };
  upstream = await openUpstream({
    target,
    path: '',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: { role: 'assistant', content: 'yes' }, done: true, done_reason: 'stop' }));
    },
  });
  const ask = (more: object): ReturnType<typeof sentFor> => {
    const messages = [{ role: 'user', content: 'hello' }];
    return sentFor(upstream as Upstream, '/api/chat', {
      messages,
      stream: false,
      truncate: true,
      shift: true,
      ...more,
    });
  };
  const whole = await ask({ think: true });
  expect([whole.leftOut, whole.body]).toMatchObject([null, { think: true, truncate: true, shift: true }]);
  const moved = await ask({ think: 'high', options: { num_ctx: 99 } });
  expect([moved.leftOut, moved.body]).toMatchObject([
    'reasoning',
    { think: true, truncate: true, shift: true, options: { num_ctx: 99 } },
  ]);
});

test("gemini: Google's own tools that the model refuses next to functions are left out and named", async () => {
  const tools = [{ googleSearch: {} }, { functionDeclarations: [{ name: 'read' }], codeExecution: {} }];
  const contents = [{ role: 'user', parts: [{ text: 'hello' }] }];
  const parts = [{ text: 'yes' }];
  upstream = await openUpstream({
    target: { ...gemini3, model: 'gemini-2.5-pro' },
    path: '/v1beta',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }));
    },
  });
  const path = '/v1beta/models/x:generateContent';
  const { body, leftOut } = await sentFor(upstream, path, { contents, tools, labels: { a: 'b' } });
  expect([body, leftOut]).toEqual([
    { contents, tools: [{ functionDeclarations: [{ name: 'read' }] }], labels: { a: 'b' } },
    'tools.0.googleSearch, tools.1.codeExecution',
  ]);
  const alone = await sentFor(upstream, path, { contents, tools: [{ googleSearch: {} }] });
  expect([alone.body, alone.leftOut]).toEqual([{ contents, tools: [{ googleSearch: {} }] }, null]);
});

test.each(['deepseek-v4-pro', 'kimi-k3'])(
  'openai-chat: %s gets no rest of a schema that it cannot take',
  async (model) => {
    const provider = model.startsWith('kimi') ? 'moonshot' : 'deepseek';
    upstream = await openRefusing({ provider, model }, '/v1');
    const { body } = await sentFor(upstream, '/v1/chat/completions', {
      messages: [{ role: 'user', content: 'hello' }],
      tools: [{ type: 'function', function: { name: 'read', parameters: schema } }],
      response_format: { type: 'json_schema', json_schema: { name: 'r', description: 'd', strict: true, schema } },
    });
    expect([undefined, { type: 'json_object' }]).toContainEqual(body['response_format']);
  },
);

test('openai-chat: a document keeps its name where Mistral gets another history', async () => {
  upstream = await openRefusing({ provider: 'mistral', model: 'mistral-large-latest' }, '/v1');
  const document = { type: 'document_url', document_url: 'https://example.org/a.pdf', document_name: 'plan.pdf' };
  const messages = [{ role: 'user', content: [document, { type: 'text', text: 'What is it?' }] }];
  const { body } = await sentFor(upstream, '/v1/chat/completions', { messages });
  expect(body['messages']).toEqual(messages);
});

/** For each API: conversations with parts that only its own provider knows, or in forms that rendering does not use. */
const search = { name: 'search', input_schema: { type: 'object' } };
const cited = { citations: { enabled: true } };
const ownParts: readonly (readonly [what: string, api: string, fields: Readonly<Record<string, unknown>>])[] = [
  ...[
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    { type: 'container_upload', file_id: 'file_1' },
    { type: 'made_up', data: 'x' },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A' }, title: 't', context: 'c' },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A' }, ...cited },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, ...cited },
    { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'A' }], ...cited },
  ].map((part) => {
    const content = [{ type: 'text', text: 'What is it?' }, part, { type: 'text', text: 'Be brief.' }];
    return [JSON.stringify(part), 'anthropic-messages', { messages: [{ role: 'user', content }] }] as const;
  }),
  ...[
    [{ type: 'tool_reference', tool_name: 'read' }],
    [
      { type: 'text', text: 'One tool:' },
      { type: 'tool_reference', tool_name: 'read' },
      { type: 'text', text: 'That is all.' },
    ],
    [
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B' },
    ],
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }],
  ].map((content) => {
    const messages = [
      { role: 'user', content: 'Find a tool.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_01', name: 'search', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content }] },
    ];
    const tools = [search, { name: 'read', input_schema: schema, defer_loading: true }];
    return [JSON.stringify(content), 'anthropic-messages', { messages, tools }] as const;
  }),
  [
    'an answer with citations',
    'openai-responses',
    {
      input: [
        { role: 'user', content: 'Look.' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'yes', annotations }] },
        { role: 'user', content: 'Again.' },
      ],
    },
  ],
  [
    'a result that is only a picture',
    'openai-responses',
    {
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Look.' }] },
        { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{}' },
        {
          ...{ type: 'function_call_output', call_id: 'call_1' },
          output: [{ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }],
        },
      ],
    },
  ],
  [
    'an earlier answer that was spoken',
    'openai-chat',
    {
      messages: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', audio: { id: 'audio_1' } },
        { role: 'user', content: 'Again.' },
      ],
    },
  ],
  [
    'a file by its id',
    'openai-chat',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'file', file: { file_id: 'file-1' } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    },
  ],
  ...['input_image', 'input_file'].map((type) => {
    const content = [
      { type, file_id: 'file-1' },
      { type: 'input_text', text: 'What is it?' },
    ];
    const input = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content },
    ];
    return [`${type} by its id, in messages without a type`, 'openai-responses', { input }] as const;
  }),
  ...[
    { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } },
    { fileData: { mimeType: 'application/pdf', fileUri: 'gs://bucket/a.pdf' } },
    { fileData: { mimeType: 'image/png', fileUri: 'https://example.org/a.png' } },
    { fileData: { fileUri: 'https://www.youtube.com/watch?v=a' }, videoMetadata: { startOffset: '40s', fps: 2 } },
    { inlineData: { mimeType: 'image/png', data: 'aW1n' }, mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' } },
  ].map((part) => {
    const contents = [{ role: 'user', parts: [part, { text: 'What is it?' }] }];
    return [JSON.stringify(part), 'gemini', { contents }] as const;
  }),
  ...[{ result: 'A' }, { content: 'A', lines: 1 }, { error: { code: 5 } }, {}].map((response) => {
    const contents = [
      { parts: [{ text: 'Read a.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read', args: { path: 'a' } } }] },
      { parts: [{ functionResponse: { name: 'read', response, scheduling: 'WHEN_IDLE' } }] },
    ];
    return [`a result in the client's own words, ${JSON.stringify(response)},`, 'gemini', { contents }] as const;
  }),
];

test.each(ownParts)('%s passes unchanged to the provider of %s', async (_, api, fields) => {
  const row = rows.find((each) => each.api === api);
  if (row === undefined) throw new Error('There is no row.');
  upstream = await openUpstream({
    target: row.target,
    path: row.path,
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(row.answer));
    },
  });
  const body = JSON.stringify({ model: 'x', max_tokens: 4000, ...fields });
  const response = await fetch(upstream.gateway.url + row.at, { method: 'POST', headers: row.headers, body });
  expect(response.status).toBe(200);
  expect(JSON.parse(upstream.sent[0]?.body ?? '')).toMatchObject(fields);
  expect(upstream.lines).toMatchObject([{ passed: 'whole', repairs: [], leftOut: [] }]);
});

test('encrypted reasoning is always asked for, because the next request needs it', async () => {
  const row = rows.find(({ api }) => api === 'openai-responses');
  if (row === undefined) throw new Error('There is no row.');
  upstream = await openUpstream({
    target: row.target,
    path: row.path,
    answer: (response) => response.writeHead(400).end('{}'),
  });
  const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] }];
  for (const include of [{}, { include: ['message.output_text.logprobs'] }]) {
    const body = JSON.stringify({ model: 'x', input, ...include });
    await fetch(upstream.gateway.url + row.at, { method: 'POST', body });
  }
  expect(upstream.sent.map(({ body }) => JSON.parse(body).include)).toEqual([
    ['reasoning.encrypted_content'],
    ['message.output_text.logprobs', 'reasoning.encrypted_content'],
  ]);
  expect(upstream.lines).toMatchObject([{ passed: 'whole' }, { passed: 'whole' }]);
});

test('a tool whose reference cannot be passed on with a repaired history is loaded at once', async () => {
  const [row] = rows;
  if (row === undefined) throw new Error('There is no row.');
  upstream = await openUpstream({
    target: row.target,
    path: row.path,
    answer: (response) => response.writeHead(400).end('{}'),
  });
  const messages = [
    { role: 'user', content: 'Find a tool.' },
    {
      role: 'assistant',
      content: ['toolu_01', 'toolu_02'].map((id) => ({ type: 'tool_use', id, name: 'search', input: {} })),
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_01', content: [{ type: 'tool_reference', tool_name: 'read' }] },
      ],
    },
  ];
  const tools = [search, { name: 'read', input_schema: schema, defer_loading: true }];
  const body = JSON.stringify({ model: 'x', max_tokens: 4000, messages, tools });
  await fetch(upstream.gateway.url + row.at, { method: 'POST', headers: row.headers, body });
  expect(JSON.parse(upstream.sent[0]?.body ?? '').tools).toEqual([
    { ...search, input_schema: { type: 'object', properties: {} } },
    { name: 'read', input_schema: schema },
  ]);
});

test.each([
  ['/v1/chat/completions', { n: 1, seed: null, presence_penalty: 0, top_k: 0, user: '' }, null],
  ['/v1/chat/completions', { top_logprobs: 2 }, 'top_logprobs'],
  ['/v1/responses', { text: { verbosity: 'low' }, include: ['reasoning.encrypted_content'] }, 'verbosity'],
  ['/v1/responses', { include: ['file_search_call.results'] }, 'include.file_search_call.results'],
  [
    '/api/chat',
    { stream: false, options: { num_predict: 9, num_ctx: 8192 }, keep_alive: '5m' },
    'options.num_ctx, keep_alive',
  ],
])('%s %j elsewhere: what is left out is named, what asks nothing is not', async (path, fields, leftOut) => {
  const [row] = rows;
  upstream = await openUpstream({
    ...(row === undefined ? {} : { target: row.target, path: row.path }),
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(row?.answer));
    },
  });
  const said = [{ role: 'user', content: 'hello' }];
  const body = JSON.stringify({ model: 'x', [path === '/v1/responses' ? 'input' : 'messages']: said, ...fields });
  const response = await fetch(upstream.gateway.url + path, { method: 'POST', body });
  expect([response.status, response.headers.get('x-interlock-left-out')]).toEqual([200, leftOut]);
});

test.each([
  [{ cache_prompt: false, logprobs: false, user: 'u' }, 'cache_prompt, logprobs'],
  [{ reasoning: { effort: 'high', exclude: true } }, 'reasoning.exclude'],
  [{ thinking: { type: 'enabled', clear_thinking: false } }, 'thinking.clear_thinking'],
])('%j: all that a second request lacks after a refusal is named', async (fields, leftOut) => {
  upstream = await openUpstream({
    target: { provider: 'openrouter', model: 'openai/gpt-5', credentials: [{ key: 'k' }] },
    answer: (response, { body }) => {
      if (!/false|true/.test(body)) sayYes(response);
      else response.writeHead(400).end('{"error":{"message":"no"}}');
    },
  });
  const body = JSON.stringify({ model: 'x', messages: [{ role: 'user', content: 'hello' }], ...fields });
  const response = await fetch(`${upstream.gateway.url}/v1/chat/completions`, { method: 'POST', body });
  expect([response.status, upstream.sent.length]).toEqual([200, 2]);
  expect(response.headers.get('x-interlock-left-out')).toBe(leftOut);
});

const claude: RouteTarget = { provider: 'anthropic', model: 'claude-opus-4-8' };
const gpt = { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1' } as RouteTarget;
const chatRead = { type: 'function', function: { name: 'read', parameters: schema } };
const searchId = 'toolu_ABCDEFGHIJKLMNOPQRSTUVWX';
const reference = { type: 'tool_reference', tool_name: 'lost' };
const says = (part: object): object => ({ role: 'assistant', content: [part, { type: 'text', text: 'a' }] });

/** What a client has copied into its messages from other APIs, and the same messages without it. */
test.each<readonly [at: string, target: RouteTarget, list: string, given: object[], sent: object[]]>([
  [
    '/v1/messages',
    { provider: 'anthropic', model: 'claude-opus-4-8' },
    'messages',
    [
      { role: 'user', content: [{ type: 'text', text: 'Read a.', ...mark, thought_signature: 'x' }], timestamp: 1 },
      {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use', usage: {} },
        content: [
          { type: 'tool_use', id: 'toolu_ABCDEFGHIJKLMNOPQRSTUVWX', name: 'read', input: {}, signature: 'x', index: 0 },
        ],
      },
      {
        role: 'user',
        content: [
          {
            ...{ type: 'tool_result', tool_use_id: 'toolu_ABCDEFGHIJKLMNOPQRSTUVWX', content: 'A' },
            ...{ id: 'result_1', name: 'read', citations: [] },
          },
        ],
      },
    ],
    [
      { role: 'user', content: [{ type: 'text', text: 'Read a.', ...mark }] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_ABCDEFGHIJKLMNOPQRSTUVWX', name: 'read', input: {} }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_ABCDEFGHIJKLMNOPQRSTUVWX', content: 'A' }] },
    ],
  ],
  [
    '/v1beta/models/x:generateContent',
    { provider: 'google', model: 'gemini-3.1-pro' },
    'contents',
    [{ role: 'user', id: 'a', parts: [{ type: 'text', text: 'Hello.', providerOptions: {} }] }],
    [{ role: 'user', parts: [{ text: 'Hello.' }] }],
  ],
  [
    '/v1/responses',
    { provider: 'openai', model: 'gpt-5.4' },
    'input',
    [
      { role: 'user', content: [{ type: 'input_text', text: 'Read a.', cache_control: {} }], name: 'ann' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x', status: null },
      {
        ...{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}', status: 'completed' },
        ...{ parsed_arguments: {}, created_by: 'me' },
      },
      { type: 'function_call_output', call_id: 'call_1', output: 'A', name: 'read' },
    ],
    [
      { role: 'user', content: [{ type: 'input_text', text: 'Read a.' }] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}', status: 'completed' },
      { type: 'function_call_output', call_id: 'call_1', output: 'A' },
    ],
  ],
])(
  '%s: fields of other APIs in messages are not passed on; everything else stays',
  async (at, target, list, given, sent) => {
    const fields: Readonly<Record<string, object>> = {
      '/v1/messages': { max_tokens: 9, tools: [{ name: 'read', input_schema: schema }] },
      '/v1/responses': { store: false, tools: [{ type: 'function', name: 'read', parameters: schema }] },
    };
    const provider: Upstream = await openUpstream({
      ...{ transport: answeredBy(() => provider), path: '' },
      models: { find: () => ({ ...target, credentials: [{ key: 'k' }] }), list: () => [] },
      answer: (response) => response.writeHead(500).end('{}'),
    });
    upstream = provider;
    const { body } = await sentFor(upstream, at, { ...fields[at], [list]: given });
    const leftOut = expect.arrayContaining([
      { what: expect.stringMatching(`^${list}: .* \\(\\d+\\)$`), why: expect.stringContaining('another API') },
    ]);
    expect([body[list], upstream.lines]).toEqual([sent, [expect.objectContaining({ passed: 'whole', leftOut })]]);
  },
);

test.each<readonly [title: string, at: string, target: RouteTarget, given: object, sent: object, leftOut: string]>([
  ...(['step-start', 'source-url', 'citation'] as const).flatMap((type) => {
    const messages = [{ role: 'user', content: 'Hi.' }, says({ type, url: 'u' }), { role: 'user', content: 'And?' }];
    const part = { messages: expect.not.arrayContaining([says({ type, url: 'u' })]) };
    return [
      [type, '/v1/messages', claude, { max_tokens: 9, messages }, part, 'messages.1.content.0'],
      [type, '/v1/chat/completions', gpt, { messages }, part, 'messages.1.content.0'],
    ] as const;
  }),
  [
    'a function without a name',
    '/v1/chat/completions',
    gpt,
    { messages: [{ role: 'user', content: 'Hi.' }], tools: [{ type: 'function', function: { name: '' } }, chatRead] },
    { tools: [expect.objectContaining({ function: expect.objectContaining({ name: 'read' }) })] },
    'tools.0',
  ],
  [
    'a reference to a tool that is not there',
    '/v1/messages',
    claude,
    {
      max_tokens: 9,
      tools: [search],
      messages: [
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: searchId, name: 'search', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: searchId, content: [reference] }] },
      ],
    },
    {
      messages: expect.not.arrayContaining([
        { role: 'user', content: [expect.objectContaining({ content: [reference] })] },
      ]),
    },
    'messages.2.content.0.content.0',
  ],
])('%s at %s is not passed on, and is named', async (_title, at, target, given, sent, leftOut) => {
  const provider: Upstream = await openUpstream({
    ...{ transport: answeredBy(() => provider), path: '' },
    models: { find: () => ({ ...target, credentials: [{ key: 'k' }] }), list: () => [] },
    answer: (response) => response.writeHead(500).end('{}'),
  });
  upstream = provider;
  const { body } = await sentFor(upstream, at, given);
  expect(body).toMatchObject(sent);
  expect(upstream.lines[0]).toMatchObject({ leftOut: [expect.objectContaining({ what: leftOut })] });
});

test('API-specific fields of answers reach clients of that API, whole and streamed; other clients get the text', async () => {
  const logprobs = { content: [{ token: 'yes', logprob: -0.1, top_logprobs: [] }] };
  const message = { ...answer, annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.org' } }] };
  const head = { id: 'x', created: 1, model: 'm', system_fingerprint: 'fp_1' };
  upstream = await openUpstream({
    answer: (response, { body }) => {
      const stream = JSON.parse(body).stream === true;
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      const said = stream ? { delta: { content: 'yes' } } : { message };
      const finish = { index: 0, ...said, logprobs, finish_reason: 'stop' };
      const text = JSON.stringify({ ...head, choices: [finish] });
      response.end(stream ? `data: ${text}\n\ndata: [DONE]\n\n` : text);
    },
  });
  const { url } = upstream.gateway;
  const ask = async (path: string, more: object): Promise<string> => {
    const body = { model: 'gpt-x', messages: [{ role: 'user', content: 'hello' }], max_tokens: 9, ...more };
    return (await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })).text();
  };
  const asked = { logprobs: true };
  expect(JSON.parse(await ask('/v1/chat/completions', asked))).toMatchObject({
    model: 'gpt-x',
    system_fingerprint: 'fp_1',
    choices: [{ message, logprobs, finish_reason: 'stop' }],
  });
  const frames = (await ask('/v1/chat/completions', { ...asked, stream: true })).split('\n\n').slice(0, -2);
  const choices = frames.map((frame) => JSON.parse(frame.slice('data: '.length)).choices[0]);
  expect(choices.find(({ delta }) => delta.content === 'yes')).toMatchObject({ logprobs });
  const other = JSON.parse(await ask('/v1/messages', {}));
  expect([other.content, JSON.stringify(other)]).toEqual([
    [{ type: 'text', text: 'yes' }],
    expect.not.stringMatching(/logprob|fp_1|citation/),
  ]);
});
