/** How Google reports errors, and how we report them in its format. */
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/failure/failure.ts';
import { protocolOf } from '../../../src/index.ts';

const gemini = protocolOf('gemini');

const body = (code: number, status: string, message: string, details: readonly object[] = []): string =>
  JSON.stringify({ error: { code, message, status, ...(details.length === 0 ? {} : { details }) } });

const overflow = 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).';
const quota = 'You exceeded your current quota, please check your plan and billing details.';
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '20.5s' };

const rows: readonly {
  readonly title: string;
  readonly status: number;
  readonly body: string;
  readonly failure: Failure;
}[] = [
  {
    title: 'GEM-032 a context that is too long',
    status: 400,
    body: body(400, 'INVALID_ARGUMENT', overflow),
    failure: { reason: 'context-overflow', message: overflow, status: 400, code: 'INVALID_ARGUMENT' },
  },
  {
    title: 'GEM-033 a rate limit with a fractional hint',
    status: 429,
    body: body(429, 'RESOURCE_EXHAUSTED', quota, [retryInfo]),
    failure: { reason: 'rate-limit', message: quota, status: 429, code: 'RESOURCE_EXHAUSTED', retryAfterMs: 20_500 },
  },
  {
    title: 'GEM-033 ignores the hint of a daily quota',
    status: 429,
    body: body(429, 'RESOURCE_EXHAUSTED', quota, [
      { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
      retryInfo,
    ]),
    failure: { reason: 'rate-limit', message: quota, status: 429, code: 'RESOURCE_EXHAUSTED' },
  },
  {
    title: 'GEM-034 exhausted, without a hint',
    status: 429,
    body: body(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    failure: {
      reason: 'rate-limit',
      message: 'Resource has been exhausted (e.g. check quota).',
      status: 429,
      code: 'RESOURCE_EXHAUSTED',
    },
  },
  {
    title: 'GEM-035 an error in a list',
    status: 400,
    body: `[${body(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.')}]`,
    failure: {
      reason: 'invalid-request',
      message: 'Request contains an invalid argument.',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
  },
  {
    title: 'GEM-012 a foreign signature',
    status: 400,
    body: body(400, 'INVALID_ARGUMENT', 'Corrupted thought signature.'),
    failure: {
      reason: 'invalid-request',
      message: 'Corrupted thought signature.',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
  },
  {
    title: 'a wrong key, which is a 400',
    status: 400,
    body: body(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { reason: 'API_KEY_INVALID' },
    ]),
    failure: {
      reason: 'auth-permanent',
      message: 'API key not valid. Please pass a valid API key.',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
  },
  {
    title: 'an unknown model',
    status: 404,
    body: body(404, 'NOT_FOUND', 'models/gemini-9 is not found for API version v1beta.'),
    failure: {
      reason: 'model-not-found',
      message: 'models/gemini-9 is not found for API version v1beta.',
      status: 404,
      code: 'NOT_FOUND',
    },
  },
  {
    title: 'text that is not JSON',
    status: 503,
    body: 'upstream connect error',
    failure: { reason: 'server', message: 'upstream connect error', status: 503 },
  },
];

describe('failures', () => {
  test.each(rows)('$title', ({ status, body, failure }) => {
    expect(gemini.classify({ status, headers: {}, body })).toEqual(failure);
  });

  test.each(['', 'null', '[]', '{"error":null}', '{"error":"no"}', '{"error":{"details":[null,{"violations":7}]}}'])(
    'a strange body is still classified: %s',
    (body) => {
      expect(gemini.classify({ status: 500, headers: {}, body })).toMatchObject({ reason: 'server', status: 500 });
    },
  );
});

const written: readonly (readonly [Failure, number, object])[] = [
  [
    { reason: 'rate-limit', message: 'Slow down.', retryAfterMs: 1500 },
    429,
    {
      code: 429,
      message: 'Slow down.',
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.5s' }],
    },
  ],
  [{ reason: 'auth', message: 'Who?' }, 401, { code: 401, message: 'Who?', status: 'UNAUTHENTICATED' }],
  // Google's SDK tries again after 503, but not after a status that only others have.
  [
    { reason: 'overloaded', message: 'Busy.', status: 529 },
    503,
    { code: 503, message: 'Busy.', status: 'UNAVAILABLE' },
  ],
  [{ reason: 'server', message: 'Oh.', status: 400 }, 500, { code: 500, message: 'Oh.', status: 'INTERNAL' }],
  [{ reason: 'server', message: 'Oh.', status: 520 }, 500, { code: 500, message: 'Oh.', status: 'INTERNAL' }],
  [
    { reason: 'invalid-request', message: 'No.', status: 422 },
    422,
    { code: 422, message: 'No.', status: 'INVALID_ARGUMENT' },
  ],
  [{ reason: 'network', message: 'Gone.', status: 200 }, 502, { code: 502, message: 'Gone.', status: 'UNAVAILABLE' }],
];

describe('failures reported in Google’s format', () => {
  test.each(written)('%o', (failure, status, error) => {
    expect(gemini.encodeFailure(failure)).toEqual({ status, body: { error } });
    expect(gemini.encodeResponse([{ type: 'reply-error', failure }], { id: '', model: '', created: 0 })).toEqual({
      error,
    });
  });

  test.each([
    [{ reason: 'rate-limit', message: 'Slow down.', status: 429, code: 'RESOURCE_EXHAUSTED', retryAfterMs: 2500 }],
    [{ reason: 'auth', message: 'Who are you?', status: 401, code: 'UNAUTHENTICATED' }],
    [{ reason: 'overloaded', message: 'Busy.', status: 503, code: 'UNAVAILABLE' }],
    [{ reason: 'timeout', message: 'Too slow.', status: 504, code: 'DEADLINE_EXCEEDED' }],
    [{ reason: 'server', message: 'Oh.', status: 500, code: 'INTERNAL' }],
    [{ reason: 'model-not-found', message: 'models/x is not found.', status: 404, code: 'NOT_FOUND' }],
    [{ reason: 'context-overflow', message: overflow, status: 400, code: 'INVALID_ARGUMENT' }],
    [{ reason: 'invalid-request', message: 'Bad role.', status: 400, code: 'INVALID_ARGUMENT' }],
  ] satisfies [Failure][])('survives a round trip through a stream: %o', (failure: Failure) => {
    const encoding = gemini.startEncoding({ id: '', model: '', created: 0 });
    const frames = encoding.event({ type: 'reply-error', failure });
    const decoding = gemini.startDecoding();
    const events = [...frames, ...encoding.end()].flatMap((frame) => decoding.frame(frame));
    expect([...events, ...decoding.end()]).toEqual([{ type: 'reply-error', failure }]);
  });
});
