/** Access to the API, and what is refused without a rule of the rulebook. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/api/api.ts';
import { assistant, call, createBench, request, tool, user } from './bench.ts';

const hi = user('hi');
const tools = [tool()];

describe('authentication and routing', () => {
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

  test('an unknown key', () => {
    expect(send('POST', '/v1/messages', known, '', '')).toMatchObject({
      violation: { status: 401, message: 'invalid x-api-key' },
    });
  });

  test('accepts a bearer token as a key', () => {
    expect(send('GET', '/v1/models', { authorization: 'Bearer key', 'anthropic-version': '2023-06-01' })).toMatchObject(
      { kind: 'served' },
    );
  });

  test('serves models and token counts without asking the model', () => {
    const list = send('GET', '/v1/models', known);
    const { data } = JSON.parse(list.kind === 'served' ? String(list.response.body) : '{}');
    expect(data[1]).toMatchObject({ type: 'model', id: 'claude-sonnet-4-5', display_name: 'Claude Sonnet 4 5' });
    const { max_tokens: _, ...counted } = request([user('x'.repeat(400))]);
    const count = send('POST', '/v1/messages/count_tokens', known, JSON.stringify(counted));
    expect(count.kind === 'served' && JSON.parse(String(count.response.body))).toEqual({ input_tokens: 100 });
    const extra = send('POST', '/v1/messages/count_tokens', known, JSON.stringify(request([hi])));
    expect(extra).toMatchObject({ violation: { rule: 'ANT-033', path: 'max_tokens' } });
  });

  test('answers report the remaining limits', () => {
    const { headers } = (send('GET', '/v1/models', known) as Extract<Outcome, { kind: 'served' }>).response;
    expect(headers).toMatchObject({
      'request-id': expect.stringMatching(/^req_011C\w{22}$/),
      'anthropic-organization-id': 'main',
      'anthropic-ratelimit-requests-remaining': '3999',
      'anthropic-ratelimit-input-tokens-reset': '2025-10-09T08:54:20Z',
    });
  });
});

describe('checks without a rule', () => {
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

  test('a paused turn with server tools is accepted on models without prefill', () => {
    const paused = assistant([{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }]);
    expect(createBench().send({ body: request([hi, paused], { model: 'claude-opus-4-6' }) })).toMatchObject({
      kind: 'asked',
      warnings: [],
    });
  });
});
