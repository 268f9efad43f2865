/** How DeepSeek says no, and fails. */
import { expect, test } from 'vitest';
import type { ApiFault, ApiRequest } from '../../../src/api.ts';
import { createChatApi } from '../../../src/chat/create-chat-api.ts';
import { deepseekProfile } from '../../../src/chat/profiles/deepseek.ts';
import { createWorld } from '../../../src/world.ts';
import { requestOf } from '../case-checks.ts';

const api = createChatApi(deepseekProfile);
const world = createWorld({ account: 'main', endpoint: 'http://127.0.0.1', secret: 'secret' });
const path = '/chat/completions';
const model = 'deepseek-v4-pro';

const faults: readonly (readonly [ApiFault['kind'], number, unknown])[] = [
  [
    'rate-limit',
    429,
    { error: { type: 'rate_limit_error', param: null, code: 'invalid_request_error', message: 'Rate limit reached.' } },
  ],
  [
    'quota',
    402,
    { error: { type: 'unknown_error', param: null, code: 'invalid_request_error', message: 'Insufficient Balance' } },
  ],
  [
    'overloaded',
    503,
    {
      error: {
        type: 'service_unavailable_error',
        param: null,
        code: 'service_unavailable_error',
        message: 'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
      },
    },
  ],
  [
    'unavailable',
    503,
    {
      error: {
        type: 'service_unavailable_error',
        param: null,
        code: 'service_unavailable_error',
        message: 'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
      },
    },
  ],
  [
    'server',
    500,
    { error: { type: 'internal_error', param: null, code: 'internal_error', message: 'Internal Server Error' } },
  ],
  [
    'auth',
    401,
    {
      error: {
        type: 'authentication_error',
        param: null,
        code: 'invalid_request_error',
        message: 'Authentication Fails, Your api key: ****0000 is invalid',
      },
    },
  ],
  [
    'overflow',
    400,
    {
      error: {
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
        message:
          "This model's maximum context length is 131072 tokens. However, you requested 133980 tokens (133980 in the messages, 0 in the completion). Please reduce the length of the messages or completion.",
      },
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
  [
    'another path',
    { ...right, path: '/chat' },
    404,
    'gate-route',
    { error: { type: 'invalid_request_error', param: null, code: 'invalid_request_error', message: 'Not Found' } },
  ],
  [
    'no key',
    { ...right, headers: {} },
    401,
    'gate-no-key',
    {
      error: {
        type: 'authentication_error',
        param: null,
        code: 'invalid_request_error',
        message: 'Authentication Fails (auth header format should be Bearer sk-...)',
      },
    },
  ],
  [
    'no JSON',
    { ...right, body: undefined, raw: '{' },
    400,
    'gate-json',
    {
      error: {
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
        message: 'Failed to parse the request body as JSON: expected value at line 1 column 1',
      },
    },
  ],
  [
    'no model',
    requestOf(path, { messages: [] }),
    422,
    'gate-no-model',
    {
      error: {
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
        message: 'Failed to deserialize the JSON body into the target type: missing field `model`',
      },
    },
  ],
  [
    'an unknown model',
    requestOf(path, { model: 'x' }),
    400,
    'gate-model',
    {
      error: { type: 'invalid_request_error', param: null, code: 'invalid_request_error', message: 'Model Not Exist' },
    },
  ],
  [
    'no messages',
    requestOf(path, { model }),
    422,
    'gate-shape',
    {
      error: {
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
        message: 'Failed to deserialize the JSON body into the target type: missing field `messages`',
      },
    },
  ],
  [
    'an empty conversation',
    requestOf(path, { model, messages: [] }),
    400,
    'gate-shape',
    {
      error: {
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
        message: 'Empty input messages',
      },
    },
  ],
  [
    'a number for a role',
    requestOf(path, { model, messages: [{ role: 1 }] }),
    422,
    'gate-shape',
    {
      error: {
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
        message:
          'Failed to deserialize the JSON body into the target type: messages[0].role: invalid type: an integer, expected a string',
      },
    },
  ],
];

test.each(gates)('%s is sent away at the door', (_what, request, status, rule, body) => {
  const outcome = api.handle(request, world);
  expect(outcome.kind === 'refused' && [outcome.violation.rule, outcome.response.status]).toEqual([rule, status]);
  expect(outcome.kind === 'refused' && JSON.parse(String(outcome.response.body))).toEqual(body);
});
