/** How Moonshot says no, and fails. */
import { expect, test } from 'vitest';
import type { ApiFault, ApiRequest } from '../../../src/api.ts';
import { createChatApi } from '../../../src/chat/create-chat-api.ts';
import { moonshotProfile } from '../../../src/chat/profiles/moonshot.ts';
import { createWorld } from '../../../src/world.ts';
import { requestOf } from '../case-checks.ts';

const api = createChatApi(moonshotProfile);
const world = createWorld({ account: 'main', endpoint: 'http://127.0.0.1', secret: 'secret' });
const path = '/v1/chat/completions';
const model = 'kimi-k3';

const faults: readonly (readonly [ApiFault['kind'], number, unknown])[] = [
  [
    'rate-limit',
    429,
    {
      error: { message: 'Your account main request reached organization max RPM: 3', type: 'rate_limit_reached_error' },
    },
  ],
  [
    'quota',
    429,
    {
      error: {
        message: 'Your account main is suspended, please check your plan and billing details',
        type: 'exceeded_current_quota_error',
      },
    },
  ],
  [
    'overloaded',
    429,
    {
      error: { message: 'The engine is currently overloaded, please try again later', type: 'engine_overloaded_error' },
    },
  ],
  ['unavailable', 503, { error: { message: 'The service is temporarily unavailable', type: 'server_error' } }],
  ['server', 500, { error: { message: 'Internal server error', type: 'server_error' } }],
  ['auth', 401, { error: { message: 'Invalid Authentication', type: 'invalid_authentication_error' } }],
  [
    'overflow',
    400,
    {
      error: {
        message: 'Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)',
        type: 'invalid_request_error',
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
    { ...right, path: '/v1/chat' },
    404,
    'gate-route',
    { error: { message: 'url.not_found: POST /v1/chat', type: 'resource_not_found_error' } },
  ],
  [
    'no key',
    { ...right, headers: {} },
    401,
    'gate-no-key',
    { error: { message: 'Invalid Authentication', type: 'invalid_authentication_error' } },
  ],
  [
    'no JSON',
    { ...right, body: undefined, raw: '{' },
    400,
    'gate-json',
    { error: { message: 'Invalid request: failed to parse the JSON body', type: 'invalid_request_error' } },
  ],
  [
    'no model',
    requestOf(path, { messages: [] }),
    400,
    'gate-no-model',
    { error: { message: 'Invalid request: model is required', type: 'invalid_request_error' } },
  ],
  [
    'an unknown model',
    requestOf(path, { model: 'x' }),
    404,
    'gate-model',
    { error: { message: 'Not found the model x or Permission denied', type: 'resource_not_found_error' } },
  ],
  [
    'no messages',
    requestOf(path, { model }),
    400,
    'gate-shape',
    { error: { message: 'Invalid request: messages is missing', type: 'invalid_request_error' } },
  ],
  [
    'a number for a role',
    requestOf(path, { model, messages: [{ role: 1 }] }),
    400,
    'gate-shape',
    {
      error: {
        message: 'Invalid request: messages[0].role should be a string, not an integer',
        type: 'invalid_request_error',
      },
    },
  ],
];

test.each(gates)('%s is sent away at the door', (_what, request, status, rule, body) => {
  const outcome = api.handle(request, world);
  expect(outcome.kind === 'refused' && [outcome.violation.rule, outcome.response.status]).toEqual([rule, status]);
  expect(outcome.kind === 'refused' && JSON.parse(String(outcome.response.body))).toEqual(body);
});
