/** Failures, whole and inside a stream that has started. */
import { expect, test } from 'vitest';
import { create, createProvider, eventsOf, type Json, textOf, thinkAndSay } from './provider.ts';
import { stream, typesOf } from './stream.ts';

test('OAR-026 in a stream an overflow comes after the start', () => {
  const outcome = createProvider().handle(create({ model: 'gpt-tiny', input: 'x'.repeat(5000), stream: true }));
  if (outcome.kind !== 'refused') throw new Error('It was let through.');
  expect(outcome.violation.rule).toBe('OAR-026');
  expect(outcome.response.status).toBe(200);
  const events = eventsOf(outcome.response);
  expect(typesOf(events)).toEqual(['response.created', 'response.in_progress', 'response.failed']);
  expect(events.at(-1)).toMatchObject({ response: { status: 'failed', error: { code: 'context_length_exceeded' } } });
});

test('OAR-027 a limit inside a stream concerns the started response', () => {
  const provider = createProvider();
  const events = stream(provider, { model: 'gpt-5.1', input: 'Hi' }, thinkAndSay);
  const failed = provider.api.failInside({ kind: 'rate-limit', retryAfterMs: 11_054 }, provider.world) ?? '';
  const [event] = eventsOf({ status: 200, headers: {}, body: [failed] });
  const [{ response }] = [events[0] as { response: Json }];
  expect(event).toEqual({
    type: 'response.failed',
    sequence_number: events.length,
    response: {
      ...response,
      status: 'failed',
      error: {
        code: 'rate_limit_exceeded',
        message:
          'Rate limit reached for gpt-5.1 in organization org-main on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528. Please try again in 11.054s. Visit https://platform.openai.com/account/rate-limits to learn more.',
      },
    },
  });
});

test.each([
  ['overloaded', 'server_is_overloaded'],
  ['unavailable', 'slow_down'],
  ['server', 'server_error'],
  ['overflow', 'context_length_exceeded'],
] as const)('OAR-027 %s inside a stream is %s', (kind, code) => {
  const { api, world } = createProvider();
  const [event] = eventsOf({ status: 200, headers: {}, body: [api.failInside({ kind }, world) ?? ''] });
  expect(event).toMatchObject({ type: 'response.failed', response: { status: 'failed', error: { code } } });
});

test.each([
  [
    { kind: 'rate-limit', retryAfterMs: 174, hint: 'text' },
    429,
    'rate_limit_exceeded',
    {},
    /Please try again in 174ms\./,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 1500, hint: 'retry-after' },
    429,
    'rate_limit_exceeded',
    { 'retry-after': '2' },
    /12528\. Visit/,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 28, hint: 'retry-after-ms' },
    429,
    'rate_limit_exceeded',
    { 'retry-after-ms': '28' },
    /./,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 5000, hint: 'retry-after-date' },
    429,
    'rate_limit_exceeded',
    { 'retry-after': 'Mon, 21 Sep 2026 14:13:25 GMT' },
    /./,
  ],
  [
    { kind: 'rate-limit', retryAfterMs: 1570, hint: 'ratelimit-reset' },
    429,
    'rate_limit_exceeded',
    { 'x-ratelimit-reset-tokens': '1.57s', 'x-ratelimit-remaining-tokens': '0' },
    /./,
  ],
  [{ kind: 'quota' }, 429, 'insufficient_quota', {}, /exceeded your current quota/],
  [{ kind: 'overloaded' }, 503, 'server_is_overloaded', {}, /overloaded/],
  [{ kind: 'server' }, 500, 'server_error', {}, /server had an error/],
  [{ kind: 'auth' }, 401, 'invalid_api_key', {}, /Incorrect API key/],
  [{ kind: 'overflow' }, 400, 'context_length_exceeded', {}, /exceeds the context window/],
] as const)('the fault %j', (fault, status, code, headers, words) => {
  const { api, world } = createProvider();
  const response = api.fail(fault, world);
  expect(response).toMatchObject({ status, headers });
  expect(JSON.parse(textOf(response))).toMatchObject({ error: { code, message: expect.stringMatching(words) } });
});
