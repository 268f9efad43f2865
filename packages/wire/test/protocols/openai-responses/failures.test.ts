import { expect, test } from 'vitest';
import type { Failure, FailureReason } from '../../../src/failure/failure.ts';
import { protocolOf } from '../../../src/index.ts';

const openaiResponses = protocolOf('openai-responses');

const { classify, encodeFailure } = openaiResponses;

interface Case {
  readonly title: string;
  readonly status: number;
  readonly body: string;
  readonly failure: Failure;
}

const said = (message: string, code: string | null, type: string): string =>
  JSON.stringify({ error: { message, type, param: null, code } });

const cases: readonly Case[] = [
  {
    title: 'OAR-001 an open call',
    status: 400,
    body: said('No tool output found for function call call_1.', null, 'invalid_request_error'),
    failure: {
      reason: 'invalid-request',
      message: 'No tool output found for function call call_1.',
      status: 400,
      code: 'invalid_request_error',
    },
  },
  {
    title: 'OAR-003 a long id is not an overflow',
    status: 400,
    body: said(
      "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64.",
      'string_above_max_length',
      'invalid_request_error',
    ),
    failure: {
      reason: 'invalid-request',
      message: "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64.",
      status: 400,
      code: 'string_above_max_length',
    },
  },
  {
    title: 'OAR-011 foreign encrypted content',
    status: 400,
    body: said('The encrypted content could not be verified.', 'invalid_encrypted_content', 'invalid_request_error'),
    failure: {
      reason: 'invalid-request',
      message: 'The encrypted content could not be verified.',
      status: 400,
      code: 'invalid_encrypted_content',
    },
  },
  {
    title: 'OAR-026 an overflow',
    status: 400,
    body: said(
      'Your input exceeds the context window of this model.',
      'context_length_exceeded',
      'invalid_request_error',
    ),
    failure: {
      reason: 'context-overflow',
      message: 'Your input exceeds the context window of this model.',
      status: 400,
      code: 'context_length_exceeded',
    },
  },
  {
    title: 'no JSON',
    status: 502,
    body: '<html>Bad gateway</html>',
    failure: { reason: 'server', message: 'status 502 without an error message', status: 502 },
  },
  {
    title: 'an error that is a string',
    status: 500,
    body: '{"error":"It broke."}',
    failure: { reason: 'server', message: 'It broke.', status: 500 },
  },
];

test.each(cases)('$title', ({ status, body, failure }) => {
  expect(classify({ status, headers: {}, body })).toEqual(failure);
});

const reasons: readonly FailureReason[] = [
  'auth',
  'auth-permanent',
  'billing',
  'rate-limit',
  'overloaded',
  'timeout',
  'server',
  'context-overflow',
  'model-not-found',
  'invalid-request',
  'content-filter',
];

test.each(reasons)('a failure we report is read back: %s', (reason) => {
  const { status, body } = encodeFailure({ reason, message: 'Said.' });
  expect(classify({ status, headers: {}, body: JSON.stringify(body) })).toMatchObject({ reason, message: 'Said.' });
});
