/** What every provider of Chat Completions checks before its rules, in its wording. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { Api, ApiRequest, Outcome } from '../../src/api/api.ts';
import { glm, groq, openaiChat, openrouter, qwen, vllm, xai } from '../../src/chat/index.ts';
import { createTestWorld } from './check-provider.ts';

const request = (more: Partial<ApiRequest>): ApiRequest => ({
  method: 'POST',
  path: '/v1/chat/completions',
  query: new URLSearchParams(),
  headers: { authorization: 'Bearer key' },
  body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Go.' }] },
  raw: '',
  ...more,
});

const handle = (more: Partial<ApiRequest>, account = 'main', api: Api = openaiChat): Outcome =>
  api.handle(request(more), createTestWorld(account));

const refusal = (outcome: Outcome): unknown =>
  outcome.kind === 'refused'
    ? { rule: outcome.violation.rule, status: outcome.response.status, body: JSON.parse(String(outcome.response.body)) }
    : outcome;

const error = (message: unknown, more = {}): unknown => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...more },
});

const body = (more: Readonly<Record<string, unknown>>): Partial<ApiRequest> => ({
  body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Go.' }], ...more },
});

test.each<readonly [string, Partial<ApiRequest>, string, unknown]>([
  ['route', { path: '/v1/else' }, 'main', { status: 404, body: error('Invalid URL (POST /v1/else)') }],
  [
    'method',
    { method: 'GET' },
    'main',
    { status: 405, body: error(expect.stringContaining('Not allowed to GET'), { code: 'method_not_supported' }) },
  ],
  [
    'no-key',
    { headers: {} },
    'main',
    { status: 401, body: error(expect.stringContaining("didn't provide an API key")) },
  ],
  [
    'bad-key',
    {},
    '',
    { status: 401, body: error(expect.stringContaining('Incorrect API key'), { code: 'invalid_api_key' }) },
  ],
  [
    'json',
    { body: undefined },
    'main',
    { status: 400, body: error(expect.stringContaining('could not parse the JSON')) },
  ],
  ['json', { body: [] }, 'main', { status: 400, body: error(expect.stringContaining('could not parse the JSON')) }],
  [
    'no-model',
    body({ model: undefined }),
    'main',
    { status: 400, body: error('you must provide a model parameter', { param: 'model' }) },
  ],
  [
    'model',
    body({ model: 'gpt-none' }),
    'main',
    {
      status: 404,
      body: error('The model `gpt-none` does not exist or you do not have access to it.', {
        param: 'model',
        code: 'model_not_found',
      }),
    },
  ],
  [
    'shape',
    body({ messages: undefined }),
    'main',
    {
      status: 400,
      body: error("Missing required parameter: 'messages'.", {
        param: 'messages',
        code: 'missing_required_parameter',
      }),
    },
  ],
  [
    'shape',
    body({ messages: [] }),
    'main',
    { status: 400, body: error(expect.stringContaining('empty array'), { param: 'messages', code: 'empty_array' }) },
  ],
  [
    'shape',
    body({ messages: [{ role: 'user', content: 7 }] }),
    'main',
    {
      status: 400,
      body: error(
        "Invalid type for 'messages[0].content': expected a string or an array of objects, but got an integer instead.",
        { param: 'messages[0].content', code: 'invalid_type' },
      ),
    },
  ],
  [
    'shape',
    body({ messages: [{ role: 'assistant', tool_calls: [{ id: 1 }] }] }),
    'main',
    { status: 400, body: error(expect.any(String), { param: 'messages[0].tool_calls[0].id', code: 'invalid_type' }) },
  ],
  [
    'shape',
    body({ tools: [{ type: 'function', function: { name: 'a', parameters: 'b' } }] }),
    'main',
    { status: 400, body: error(expect.any(String), { param: 'tools[0].function.parameters', code: 'invalid_type' }) },
  ],
])('rejects at once: %s %j', (kind, more, account, expected) => {
  expect(refusal(handle(more, account))).toEqual({ rule: `gate-${kind}`, ...(expected as object) });
});

test('lists its models, and describes one', () => {
  const list = handle({ method: 'GET', path: '/v1/models', body: undefined });
  const one = handle({ method: 'GET', path: '/v1/models/gpt-4o', body: undefined });
  const about = {
    id: 'gpt-4o',
    object: 'model',
    created: 1_760_000_000,
    owned_by: 'openai-chat',
    context_window: 128_000,
  };
  expect(list.kind === 'served' && JSON.parse(String(list.response.body))).toEqual({
    object: 'list',
    data: expect.arrayContaining([about]),
  });
  expect(one.kind === 'served' && JSON.parse(String(one.response.body))).toEqual(about);
  expect(refusal(handle({ method: 'GET', path: '/v1/models/none' }))).toMatchObject({ status: 404 });
});

test('a local server requires no key', () => {
  const asked = { ...body({ model: 'vllm-tiny' }), headers: {} };
  expect(handle(asked, 'main', vllm).kind).toBe('asked');
});

test.each<readonly [Api, number]>([
  [groq, 401],
  [xai, 400],
  [qwen, 401],
  [glm, 401],
  [openrouter, 401],
])('rejects an unknown key in its own way: $name', (api, status) => {
  const path = {
    groq: '/openai/v1',
    xai: '/v1',
    qwen: '/compatible-mode/v1',
    glm: '/api/paas/v4',
    openrouter: '/api/v1',
  }[api.name];
  const outcome = handle({ path: `${path}/chat/completions` }, '', api);
  expect(outcome.kind === 'refused' && outcome.response.status).toBe(status);
  expect(api.fail({ kind: 'auth' }, createTestWorld()).status).toBe(status);
});

describe('any input', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const apis = [openaiChat, groq, xai, qwen, glm, openrouter, vllm];
  const fields = fc.record(
    {
      reasoning_details: fc.oneof(
        json,
        fc.array(
          fc.record({ type: fc.constantFrom('reasoning.text', 'reasoning.encrypted'), signature: json, data: json }),
        ),
      ),
      refusal: json,
      role: fc.constant('assistant'),
      content: fc.constantFrom('x', null),
    },
    { requiredKeys: ['role'] },
  );
  const requests = fc.record({
    api: fc.constantFrom(...apis),
    method: fc.constantFrom('GET', 'POST', 'PUT', '__proto__'),
    path: fc.oneof(
      fc.string(),
      fc.constantFrom(
        '/v1/chat/completions',
        '/openai/v1/chat/completions',
        '/compatible-mode/v1/chat/completions',
        '/api/paas/v4/chat/completions',
        '/api/v1/chat/completions',
        '/v1/models/%E0%A4%A',
      ),
    ),
    query: fc.oneof(
      fc.constant(''),
      fc.string().map((version) => `api-version=${version}`),
    ),
    body: fc.oneof(
      json,
      fc.record({
        model: fc.constantFrom(
          'gpt-4o',
          'grok-4',
          'qwen-plus',
          'glm-5',
          'anthropic/claude-opus-4.6',
          'google/gemini-3-pro-preview',
        ),
        messages: fc.array(fields, { minLength: 1, maxLength: 3 }),
        response_format: json,
        reasoning: json,
        chat_template_kwargs: json,
        thinking_budget: json,
        logprobs: json,
        stream: fc.boolean(),
      }),
    ),
  });

  test(
    'throws nothing and causes no internal error',
    () =>
      holds(requests, 2000, ({ api, query, ...rest }) => {
        const outcome = handle({ ...rest, query: new URLSearchParams(query) }, 'main', api);
        const response =
          outcome.kind === 'asked'
            ? outcome.answer({ parts: [{ think: 'a' }, { say: 'b' }], stop: 'end' })
            : outcome.response;
        expect(response.status).toBeLessThan(500);
      }),
    patience,
  );
});

test.each<readonly [Api, string, string]>([
  [openaiChat, '/v1', 'gpt-4o'],
  [groq, '/openai/v1', 'groq-tiny'],
  [xai, '/v1', 'grok-4'],
  [qwen, '/compatible-mode/v1', 'qwen-plus'],
  [glm, '/api/paas/v4', 'glm-5'],
  [openrouter, '/api/v1', 'openai/gpt-4o'],
])('rejects an unknown role: $name', (api, path, model) => {
  const messages = [{ role: 'narrator', content: 'Once.' }];
  const outcome = handle({ path: `${path}/chat/completions`, body: { model, messages } }, 'main', api);
  expect(outcome).toMatchObject({ kind: 'refused', violation: { status: 400, path: 'messages[0].role' } });
});
