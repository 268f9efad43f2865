/** Faults in this API’s own format. */
import { describe, expect, test } from 'vitest';
import type { ApiFault } from '../../src/api/api.ts';
import { createBench } from './bench.ts';

describe('faults', () => {
  const fail = (fault: ApiFault): unknown => {
    const { api, world } = createBench();
    const { status, headers, body } = api.fail(fault, world());
    const { error } = JSON.parse(String(body));
    const hints = Object.entries(headers).filter(([name]) => /^retry|requests-(remaining|reset)|should/.test(name));
    return { status, type: error.type, message: error.message, ...Object.fromEntries(hints) };
  };
  const left = {
    'anthropic-ratelimit-requests-remaining': '3999',
    'anthropic-ratelimit-requests-reset': '2025-10-09T08:54:20Z',
  };
  const limited = {
    status: 429,
    type: 'rate_limit_error',
    message: "This request would exceed your account's rate limit. Please try again later.",
    'x-should-retry': 'true',
    ...left,
  };

  test.each([
    [{ kind: 'rate-limit' }, limited],
    [
      { kind: 'rate-limit', retryAfterMs: 1500 },
      { ...limited, 'retry-after': '2' },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 1500, hint: 'retry-after-ms' },
      { ...limited, 'retry-after-ms': '1500' },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 60_000, hint: 'retry-after-date' },
      { ...limited, 'retry-after': 'Thu, 09 Oct 2025 08:54:20 GMT' },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 5000, hint: 'ratelimit-reset' },
      {
        ...limited,
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2025-10-09T08:53:25.000Z',
      },
    ],
    [
      { kind: 'rate-limit', retryAfterMs: 5000, hint: 'text' },
      { ...limited, message: `${limited.message} Please try again in 5s.` },
    ],
    [{ kind: 'rate-limit', retryAfterMs: 5000, hint: 'none' }, limited],
    [
      { kind: 'overloaded' },
      { status: 529, type: 'overloaded_error', message: 'Overloaded', 'x-should-retry': 'true', ...left },
    ],
    [
      { kind: 'unavailable' },
      { status: 503, type: 'api_error', message: 'Service temporarily unavailable', 'x-should-retry': 'true', ...left },
    ],
    [
      { kind: 'server' },
      { status: 500, type: 'api_error', message: 'Internal server error', 'x-should-retry': 'true', ...left },
    ],
    [
      { kind: 'auth' },
      { status: 401, type: 'authentication_error', message: 'invalid x-api-key', 'x-should-retry': 'false' },
    ],
    [
      { kind: 'overflow' },
      {
        status: 400,
        type: 'invalid_request_error',
        message: 'prompt is too long: 208310 tokens > 200000 maximum',
        'x-should-retry': 'false',
        ...left,
      },
    ],
  ] as const satisfies readonly (readonly [ApiFault, unknown])[])('ANT-072, ANT-073: %o', (fault, expected) => {
    expect(fail(fault)).toEqual(expected);
  });

  test('ANT-073: inside a stream', () => {
    const { api, world } = createBench();
    const event = api.failInside({ kind: 'overloaded' }, world()) ?? '';
    expect(event).toMatch(
      /^event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error","message":"Overloaded"\},/,
    );
  });
});
