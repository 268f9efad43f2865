import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { readErrorFacts, readSaid, type Said } from '../../src/classify/said.ts';

describe('readSaid', () => {
  const rows: readonly (readonly [body: string, said: Said])[] = [
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
  ];
  test.for(rows)('%s', ([body, said]) => {
    expect(readSaid(body)).toEqual(said);
  });
});

test('codes are gathered from everywhere', () => {
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
    said: { message: 'm', code: '1', type: 't' },
    codes: ['1', 't', 's', 'error', 'i', 'API_KEY_INVALID', 'INNER'],
    retryDelay: '3s',
  });
});

test(
  'any JSON, and any text, is read without an exception',
  () =>
    holds(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((error) => JSON.stringify({ error })),
      ),
      500,
      (body) => {
        expect(typeof readErrorFacts(body).said.message).toBe('string');
      },
    ),
  patience,
);
