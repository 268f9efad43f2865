import type { JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { type ErrorFacts, type ErrorFields, readErrorFacts, readErrorFields } from '../../src/failure/error-fields.ts';

describe('readErrorFields', () => {
  const rows: readonly (readonly [body: string, fields: ErrorFields])[] = [
    ['{"error":{"message":"m","type":"t","code":"c"}}', { message: 'm', code: 'c', type: 't' }],
    ['{"error":{"message":"m","type":"t","param":null,"code":null}}', { message: 'm', type: 't' }],
    ['{"type":"error","error":{"type":"t","message":"m"},"request_id":"r"}', { message: 'm', type: 't' }],
    ['{"error":{"code":400,"message":"m","status":"S"}}', { message: 'm', code: '400', type: 'S' }],
    ['[{"error":{"code":400,"message":"m","status":"S"}}]', { message: 'm', code: '400', type: 'S' }],
    ['{"type":"response.failed","response":{"error":{"code":"c","message":"m"}}}', { message: 'm', code: 'c' }],
    ['{"code":"c","error":"m"}', { message: 'm', code: 'c' }],
    ['{"error":"m"}', { message: 'm' }],
    ['{"object":"error","message":"m","type":"t","code":40}', { message: 'm', code: '40', type: 't' }],
    ['{"detail":"m"}', { message: 'm' }],
    ['{"detail":[{"loc":["body","a",0],"msg":"m"},{"msg":"n"}]}', { message: 'body.a.0: m; n' }],
    ['{"message":{"detail":[{"loc":["x"],"msg":"m"}]}}', { message: 'x: m' }],
    ['<html><head><title> 502 Bad Gateway </title></head></html>', { message: '502 Bad Gateway' }],
    ['<html></html>', { message: '' }],
    [' upstream connect error \n', { message: 'upstream connect error' }],
    ['', { message: '' }],
    ['null', { message: 'null' }],
    ['{}', { message: '' }],
    ['{"error":{"message":{"a":1},"code":[],"type":7}}', { message: '' }],
    ['{"error":{"message":"m","metadata":{"raw":"plain"}}}', { message: 'm: plain' }],
    ['{"error":{"message":"m","metadata":{"raw":{"error":{"message":"n"}}}}}', { message: 'm: n' }],
    ['{"error":{"message":"{\\"error\\":{\\"message\\":\\"n\\"}}","code":4}}', { message: 'n', code: '4' }],
    ['{"error":"{\\"error\\":{\\"message\\":\\"n\\",\\"type\\":\\"t\\"}}"}', { message: 'n', type: 't' }],
    ['{"error":{"message":"{no JSON}"}}', { message: '{no JSON}' }],
  ];
  test.for(rows)('%s', ([body, fields]) => {
    expect(readErrorFields(body)).toEqual(fields);
  });
});

test('collects codes from everywhere', () => {
  const raw = JSON.stringify({ error: { status: 'INNER', details: [{ retryDelay: '3s' }] } });
  const details = [null, { '@type': 'x/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }, 7];
  const error = {
    message: 'm',
    code: 1,
    type: 't',
    status: 's',
    innererror: { code: 'i' },
    details,
    metadata: { raw },
  };
  expect(readErrorFacts(JSON.stringify({ type: 'error', error }))).toEqual({
    fields: { message: 'm', code: '1', type: 't' },
    codes: ['1', 't', 's', 'error', 'i', 'API_KEY_INVALID', 'INNER'],
    retryDelay: '3s',
  });
});

describe('retry hints in a body', () => {
  const violations = [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }];
  const inner = JSON.stringify({ error: { message: 'n', details: [{ violations }] } });
  const rows: readonly (readonly [body: JsonValue, facts: Omit<ErrorFacts, 'fields' | 'codes'>])[] = [
    [{ error: { resets_in_seconds: 602705 } }, { retryDelay: '602705s' }],
    [{ error: 'loading', estimated_time: 20.5 }, { retryDelay: '20.5s' }],
    [{ title: 'slow', retry_after: 60 }, { retryDelay: '60s' }],
    [{ error: { retry_after: -1, retry_after_seconds: '9' } }, {}],
    [{ error: { details: [{ retryDelay: '3s' }], retry_after: 9 } }, { retryDelay: '3s' }],
    [
      { error: { metadata: { headers: { 'X-RateLimit-Reset': 5, B: null } } } },
      { headers: { 'x-ratelimit-reset': '5', b: '' } },
    ],
    [{ error: { details: [{ violations }] } }, { isDaily: true }],
    [{ error: { message: inner } }, { isDaily: true }],
    [{ error: { details: [{ violations: [{ quotaId: 'PerMinute' }] }] } }, {}],
  ];
  test.for(rows)('%j', ([body, facts]) => {
    const { fields: _, codes: __, ...rest } = readErrorFacts(JSON.stringify(body));
    expect(rest).toEqual(facts);
  });
});

test('reads errors nested up to three deep', () => {
  const nested = (depth: number): string =>
    depth === 0
      ? JSON.stringify({ error: { code: 'deep' } })
      : JSON.stringify({ error: { message: nested(depth - 1) } });
  expect(readErrorFacts(nested(3)).codes).toEqual(['deep']);
  expect(readErrorFacts(nested(4)).codes).toEqual([]);
});

test(
  'reads any JSON and any text without throwing',
  () =>
    holds(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((error) => JSON.stringify({ error })),
      ),
      500,
      (body) => {
        expect(typeof readErrorFacts(body).fields.message).toBe('string');
      },
    ),
  patience,
);
