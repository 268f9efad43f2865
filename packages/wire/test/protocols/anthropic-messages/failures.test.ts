import { expect, test } from 'vitest';
import type { Failure, FailureReason } from '../../../src/failure/failure.ts';
import { classify, encodeFailure } from '../../../src/protocols/anthropic-messages/failures.ts';

const error = (type: string, message: string): string =>
  JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' });

const table: readonly (readonly [string, number, Readonly<Record<string, string>>, string, Failure])[] = [
  [
    'ANT-070 a prompt that is too long',
    400,
    {},
    error('invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
    {
      reason: 'context-overflow',
      message: 'prompt is too long: 208310 tokens > 200000 maximum',
      status: 400,
      code: 'invalid_request_error',
      requestId: 'req_1',
    },
  ],
  [
    'ANT-071 prompt and answer together',
    400,
    { 'request-id': 'req_header' },
    error('invalid_request_error', 'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000'),
    {
      reason: 'context-overflow',
      message: 'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000',
      status: 400,
      code: 'invalid_request_error',
      requestId: 'req_header',
    },
  ],
  [
    'ANT-072 a rate limit with a hint',
    429,
    { 'retry-after': '7' },
    error('rate_limit_error', "This request would exceed your account's rate limit."),
    {
      reason: 'rate-limit',
      message: "This request would exceed your account's rate limit.",
      status: 429,
      code: 'rate_limit_error',
      retryAfterMs: 7000,
      requestId: 'req_1',
    },
  ],
  [
    'ANT-073 overload',
    529,
    {},
    error('overloaded_error', 'Overloaded'),
    { reason: 'overloaded', message: 'Overloaded', status: 529, code: 'overloaded_error', requestId: 'req_1' },
  ],
  [
    'ANT-001 a broken transcript',
    400,
    {},
    error(
      'invalid_request_error',
      'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: a',
    ),
    {
      reason: 'invalid-request',
      message: 'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: a',
      status: 400,
      code: 'invalid_request_error',
      requestId: 'req_1',
    },
  ],
  ['an error as plain text', 500, {}, '{"error":"boom"}', { reason: 'server', message: 'boom', status: 500 }],
  ['not JSON', 502, {}, 'Bad gateway', { reason: 'server', message: 'Bad gateway', status: 502 }],
];

test.each(table)('%s', (_, status, headers, body, expected) => {
  expect(classify({ status, headers, body })).toEqual(expected);
});

const told: readonly (readonly [FailureReason, number, string])[] = [
  ['auth', 401, 'authentication_error'],
  ['auth-permanent', 403, 'permission_error'],
  ['billing', 402, 'billing_error'],
  ['rate-limit', 429, 'rate_limit_error'],
  ['overloaded', 529, 'overloaded_error'],
  ['timeout', 504, 'timeout_error'],
  ['network', 502, 'api_error'],
  ['server', 500, 'api_error'],
  ['model-not-found', 404, 'not_found_error'],
  ['invalid-request', 400, 'invalid_request_error'],
  ['content-filter', 400, 'invalid_request_error'],
  ['unknown', 500, 'api_error'],
];

test.each(told)('reports %s to clients as %d %s', (reason, status, type) => {
  expect(encodeFailure({ reason, message: 'So it is.', requestId: 'req_1' })).toEqual({
    status,
    body: { type: 'error', error: { type, message: 'So it is.' }, request_id: 'req_1' },
  });
});

test.each([
  ['maximum context length is 8192 tokens', 'prompt is too long: maximum context length is 8192 tokens'],
  ['prompt is too long: 2 tokens > 1 maximum', 'prompt is too long: 2 tokens > 1 maximum'],
])('ANT-070 clients recognize an overflow by its text: %s', (message, expected) => {
  const { status, body } = encodeFailure({ reason: 'context-overflow', message });
  expect({ status, body }).toEqual({
    status: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message: expected } },
  });
  expect(classify({ status, headers: {}, body: JSON.stringify(body) }).reason).toBe('context-overflow');
});
