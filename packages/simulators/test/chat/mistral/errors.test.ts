/** How Mistral says no, and fails. */
import { expect, test } from 'vitest';
import type { ApiFault, ApiRequest } from '../../../src/api.ts';
import { createChatApi } from '../../../src/chat/create-chat-api.ts';
import { mistralProfile } from '../../../src/chat/profiles/mistral.ts';
import { createWorld } from '../../../src/world.ts';
import { requestOf } from '../case-checks.ts';

const api = createChatApi(mistralProfile);
const world = createWorld({ account: 'main', endpoint: 'http://127.0.0.1', secret: 'secret' });
const path = '/v1/chat/completions';
const model = 'mistral-large-latest';

const faults: readonly (readonly [ApiFault['kind'], number, unknown])[] = [
  [
    'rate-limit',
    429,
    {
      object: 'error',
      message: 'Rate limit exceeded',
      type: 'rate_limited',
      param: null,
      code: '1300',
      raw_status_code: 429,
    },
  ],
  [
    'quota',
    402,
    {
      object: 'error',
      message: 'Payment required',
      type: 'payment_required',
      param: null,
      code: null,
      raw_status_code: 402,
    },
  ],
  [
    'overloaded',
    429,
    {
      object: 'error',
      message: 'Service tier capacity exceeded for this model.',
      type: 'service_tier_capacity_exceeded',
      param: null,
      code: '3505',
      raw_status_code: 429,
    },
  ],
  [
    'unavailable',
    503,
    {
      object: 'error',
      message: 'Service unavailable.',
      type: 'internal_server_error',
      param: null,
      code: '1000',
      raw_status_code: 503,
    },
  ],
  [
    'server',
    500,
    {
      object: 'error',
      message: 'Service unavailable.',
      type: 'internal_server_error',
      param: null,
      code: '1000',
      raw_status_code: 500,
    },
  ],
  ['auth', 401, { detail: 'Unauthorized' }],
  [
    'overflow',
    400,
    {
      object: 'error',
      message:
        'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
      type: 'invalid_request_prompt',
      param: null,
      code: null,
      raw_status_code: 400,
    },
  ],
];

test.each(faults)('%s in its own form, whole and inside a stream', (kind, status, body) => {
  const response = api.fail({ kind }, world);
  expect([response.status, response.headers['content-type']]).toEqual([status, 'application/json']);
  expect(JSON.parse(String(response.body))).toEqual(body);
  expect(api.failInside({ kind }, world)).toBe(`data: ${String(response.body)}\n\n`);
});

test.each([
  ['retry-after', { 'retry-after': '7' }],
  ['retry-after-date', { 'retry-after': 'Thu, 09 Oct 2025 08:53:27 GMT' }],
  ['retry-after-ms', { 'retry-after-ms': '6500' }],
  ['none', {}],
] as const)('a rate limit says when to come back: %s', (hint, headers) => {
  const { headers: sent } = api.fail({ kind: 'rate-limit', retryAfterMs: 6500, hint }, world);
  expect(sent).toEqual({ 'content-type': 'application/json', ...headers });
});

test('a rate limit says it in words', () => {
  const { body } = api.fail({ kind: 'rate-limit', retryAfterMs: 6500, hint: 'text' }, world);
  expect(body).toMatch(/try again (in 6\.5s|after 7 seconds)/);
});

const right = requestOf(path, { model, messages: [{ role: 'user', content: 'Go.' }] });
const gates: readonly (readonly [string, ApiRequest, number, string, unknown])[] = [
  ['another path', { ...right, path: '/v1/chat' }, 404, 'gate-route', { detail: 'Not Found' }],
  ['another method', { ...right, method: 'GET' }, 405, 'gate-method', { detail: 'Method Not Allowed' }],
  ['no key', { ...right, headers: {} }, 401, 'gate-no-key', { detail: 'Unauthorized' }],
  [
    'no JSON',
    { ...right, body: undefined, raw: '{' },
    422,
    'gate-json',
    {
      object: 'error',
      message: { detail: [{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error' }] },
      type: 'invalid_request_error',
      param: null,
      code: null,
      raw_status_code: 422,
    },
  ],
  [
    'no model',
    requestOf(path, { messages: [] }),
    422,
    'gate-no-model',
    {
      object: 'error',
      message: { detail: [{ type: 'missing', loc: ['body', 'model'], msg: 'Field required' }] },
      type: 'invalid_request_error',
      param: null,
      code: null,
      raw_status_code: 422,
    },
  ],
  [
    'an unknown model',
    requestOf(path, { model: 'x' }),
    400,
    'gate-model',
    {
      object: 'error',
      message: 'Invalid model: x',
      type: 'invalid_model',
      param: null,
      code: '1500',
      raw_status_code: 400,
    },
  ],
  [
    'no messages',
    requestOf(path, { model }),
    422,
    'gate-shape',
    {
      object: 'error',
      message: { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
      type: 'invalid_request_error',
      param: null,
      code: null,
      raw_status_code: 422,
    },
  ],
  [
    'an empty conversation',
    requestOf(path, { model, messages: [] }),
    400,
    'gate-shape',
    {
      object: 'error',
      message: 'Conversation must have at least one message',
      type: 'invalid_request_message_order',
      param: null,
      code: '3230',
      raw_status_code: 400,
    },
  ],
  [
    'a number for a role',
    requestOf(path, { model, messages: [{ role: 1 }] }),
    422,
    'gate-shape',
    {
      object: 'error',
      message: {
        detail: [{ type: 'type_error', loc: ['body', 'messages', '0', 'role'], msg: 'Input should be a string' }],
      },
      type: 'invalid_request_error',
      param: null,
      code: null,
      raw_status_code: 422,
    },
  ],
];

test.each(gates)('%s is sent away at the door', (_what, request, status, rule, body) => {
  const outcome = api.handle(request, world);
  expect(outcome.kind === 'refused' && [outcome.violation.rule, outcome.response.status]).toEqual([rule, status]);
  expect(outcome.kind === 'refused' && JSON.parse(String(outcome.response.body))).toEqual(body);
});
