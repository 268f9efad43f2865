import { expect, test } from 'vitest';
import type { Failure } from '../../src/failure/failure.ts';
import { durationText, networkFailure } from '../../src/transport/network-failure.ts';

const party = {
  provider: 'acme',
  origin: 'https://api.acme.test',
  secrets: ['a-key-of-no-known-shape'],
  connectMs: 10_000,
};
const coded = (message: string, fields: object): Error => Object.assign(new Error(message), fields);
const failed = (cause: unknown): Error => new TypeError('fetch failed', { cause });

test.for<readonly [error: unknown, failure: Failure]>([
  [
    failed(coded('getaddrinfo', { code: 'ENOTFOUND', hostname: 'api.acme.test' })),
    {
      reason: 'network',
      message:
        'the host of https://api.acme.test cannot be found (ENOTFOUND): are the address, the network and the proxy correct?',
      code: 'ENOTFOUND',
    },
  ],
  [
    failed(
      new AggregateError([coded('connect', { code: 'ECONNREFUSED', address: '::1', port: 443 }), new Error('two')]),
    ),
    {
      reason: 'network',
      message:
        'nothing listens at https://api.acme.test (ECONNREFUSED ::1:443): is the server running, and are its address and the proxy correct?',
      code: 'ECONNREFUSED',
    },
  ],
  [
    failed(coded('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })),
    {
      reason: 'network',
      message:
        'the certificate of https://api.acme.test is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): self-signed certificate. If you trust its issuer, start with NODE_EXTRA_CA_CERTS=/path/to/ca.pem',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    },
  ],
  [
    failed(coded('Connect Timeout Error', { code: 'UND_ERR_CONNECT_TIMEOUT' })),
    {
      reason: 'timeout',
      message: 'no connection to https://api.acme.test within 10 s (connect timeout)',
      code: 'UND_ERR_CONNECT_TIMEOUT',
    },
  ],
  [
    failed(coded('read ETIMEDOUT', { code: 'ETIMEDOUT' })),
    {
      reason: 'timeout',
      message: 'the request to https://api.acme.test failed (ETIMEDOUT): read ETIMEDOUT',
      code: 'ETIMEDOUT',
    },
  ],
  [
    coded('outer', { code: 'OUTER', cause: new Error('inner with a-key-of-no-known-shape') }),
    {
      reason: 'network',
      message: 'the request to https://api.acme.test failed (OUTER): inner with [key]',
      code: 'OUTER',
    },
  ],
  ['a text', { reason: 'network', message: 'the request to https://api.acme.test failed: unknown error' }],
])('%o', ([error, failure]) => {
  expect(networkFailure(error, party)).toEqual(failure);
});

test('errors that are their own cause terminate', () => {
  const error = new Error('round');
  error.cause = error;
  expect(networkFailure(error, party)).toEqual({
    reason: 'network',
    message: 'the request to https://api.acme.test failed: round',
  });
});

test('durations', () => {
  expect([1, 999, 1_000, 1_500, 600_000].map(durationText)).toEqual(['1 ms', '999 ms', '1 s', '1.5 s', '600 s']);
});
