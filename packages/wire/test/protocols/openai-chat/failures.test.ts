import { describe, expect, test } from 'vitest';
import type { Failure, FailureReason } from '../../../src/failure/failure.ts';
import { classify, encodeFailure } from '../../../src/protocols/openai-chat/failures.ts';

const rows: readonly (readonly [string, number, unknown, Omit<Failure, 'status'>])[] = [
  [
    'OAC-001 an incomplete pair',
    400,
    {
      error: {
        message:
          "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        type: 'invalid_request_error',
        param: 'messages.[3].role',
        code: null,
      },
    },
    {
      reason: 'invalid-request',
      message:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
      code: 'invalid_request_error',
    },
  ],
  [
    'OAC-022 a rate limit with its delay in the text',
    429,
    { error: { message: 'Rate limit reached. Please try again in 174ms.', code: 'rate_limit_exceeded' } },
    {
      reason: 'rate-limit',
      message: 'Rate limit reached. Please try again in 174ms.',
      code: 'rate_limit_exceeded',
      retryAfterMs: 174,
    },
  ],
  [
    'XAI-005 a sentence with a code',
    400,
    { code: 'Client specified an invalid argument', error: 'Each message must have at least one content element.' },
    {
      reason: 'invalid-request',
      message: 'Each message must have at least one content element.',
      code: 'Client specified an invalid argument',
    },
  ],
  [
    'ORT-001 an error inside an error',
    400,
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"prompt is too long: 9 tokens > 5 maximum"}}', provider_name: 'X' },
      },
    },
    {
      reason: 'context-overflow',
      message: 'Provider returned error: prompt is too long: 9 tokens > 5 maximum',
      code: '400',
    },
  ],
  [
    'MIS-017 a list of errors',
    422,
    {
      object: 'Error',
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', 'messages', 1, 'reasoning_content'],
          msg: 'Extra inputs are not permitted',
        },
      ],
      type: 'invalid_request_error',
      code: 3001,
    },
    {
      reason: 'invalid-request',
      message: 'body.messages.1.reasoning_content: Extra inputs are not permitted',
      code: '3001',
    },
  ],
  [
    'an error in a list of one',
    503,
    [{ error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' } }],
    { reason: 'overloaded', message: 'The model is overloaded. Please try again later.', code: 'UNAVAILABLE' },
  ],
  [
    'GRQ-002 a call the server rejected may pass the next time',
    400,
    { error: { message: 'Tool call validation failed', type: 'invalid_request_error', code: 'tool_use_failed' } },
    { reason: 'server', message: 'Tool call validation failed', code: 'tool_use_failed' },
  ],
  ['plain text', 502, 'Bad gateway', { reason: 'server', message: 'Bad gateway' }],
];

test.each(rows)('%s', (_, status, body, failure) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(classify({ status, headers: {}, body: text })).toEqual({ status, ...failure });
});

describe('a failure we report', () => {
  const reasons: readonly (readonly [FailureReason, FailureReason])[] = [
    ['auth', 'auth-permanent'],
    ['auth-permanent', 'auth-permanent'],
    ['billing', 'billing'],
    ['rate-limit', 'rate-limit'],
    ['overloaded', 'overloaded'],
    ['timeout', 'timeout'],
    ['network', 'server'],
    ['server', 'server'],
    ['context-overflow', 'context-overflow'],
    ['model-not-found', 'model-not-found'],
    ['invalid-request', 'invalid-request'],
    ['content-filter', 'content-filter'],
    ['unknown', 'server'],
  ];
  test.each(reasons)('%s keeps its meaning as far as OpenAI can express it', (reason, read) => {
    const { status, body } = encodeFailure({ reason, message: 'It went wrong.' });
    expect(classify({ status, headers: {}, body: JSON.stringify(body) }).reason).toBe(read);
  });

  test('looks like OpenAI’s own', () => {
    expect(encodeFailure({ reason: 'context-overflow', message: 'too long', status: 200, requestId: 'x' })).toEqual({
      status: 400,
      body: {
        error: { message: 'too long', type: 'invalid_request_error', param: null, code: 'context_length_exceeded' },
      },
    });
  });
});
