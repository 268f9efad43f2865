import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../src/failure/retry-hint.ts';

const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
const retryInfo = (retryDelay: string): string =>
  JSON.stringify({ error: { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] } });

interface Row {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly wait: number | undefined;
}
const hintOf = ({ headers = {}, body = '' }: Row): number | undefined => retryAfterMs({ status: 429, headers, body });

describe('headers', () => {
  test.for<Row>([
    { headers: { 'retry-after-ms': '174' }, wait: 174 },
    { headers: { 'retry-after-ms': '174.2' }, wait: 175 },
    { headers: { 'x-ms-retry-after-ms': '250' }, wait: 250 },
    { headers: { 'retry-after': '20' }, wait: 20_000 },
    { headers: { 'retry-after': ' 1.5 ' }, wait: 1_500 },
    { headers: { 'retry-after': '0' }, wait: 0 },
    { headers: { 'retry-after': '345600' }, wait: 345_600_000 },
    { headers: { 'retry-after': 'Wed, 21 Oct 2026 07:29:30 GMT', date }, wait: 90_000 },
    { headers: { 'retry-after': 'Wed, 21 Oct 2026 07:00:00 GMT', date }, wait: 0 },
    { headers: { 'retry-after': 'Wed, 21 Oct 2026 07:29:30 GMT' }, wait: undefined },
    { headers: { 'retry-after': 'Wed, 21 Oct 2026 07:29:30', date }, wait: undefined },
    { headers: { 'retry-after': 'soon', date }, wait: undefined },
    { headers: { 'retry-after': '-5' }, wait: undefined },
    { headers: { 'retry-after': 'Infinity' }, wait: undefined },
    { headers: { 'retry-after': '9'.repeat(400) }, wait: undefined },
  ])('$headers: $wait', (row) => {
    expect(hintOf(row)).toBe(row.wait);
  });

  test('a given time replaces the date of the response', () => {
    const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:29:30 GMT' };
    expect(retryAfterMs({ status: 429, headers, body: '' }, Date.UTC(2026, 9, 21, 7, 29, 0))).toBe(30_000);
  });
});

describe('bodies', () => {
  test.for<Row>([
    { body: retryInfo('47.434392449s'), wait: 47_435 },
    { body: retryInfo('47s'), wait: 47_000 },
    { body: `[${retryInfo('1.5s')}]`, wait: 1_500 },
    { body: retryInfo('soon'), wait: undefined },
    { body: 'Please try again in 174ms.', wait: 174 },
    { body: 'Please try again in 1.898s. Visit', wait: 1_898 },
    { body: 'Please try again in 11.054s.', wait: 11_054 },
    { body: 'Please try again in 20s', wait: 20_000 },
    { body: 'Please try again in 6m0s. Visit', wait: 360_000 },
    { body: 'Please try again in 1h2m.', wait: 3_720_000 },
    { body: 'try again in 1d2h3m4.5s.', wait: 93_784_500 },
    { body: 'Try again in about 2 days and 3 hours', wait: 183_600_000 },
    { body: 'Please retry after 30 seconds.', wait: 30_000 },
    { body: 'Please retry in 47.434392449s.', wait: 47_435 },
    { body: 'Retry after 5 minutes', wait: 300_000 },
    { body: '{"error":{"message":"try again in 3s\\n"}}', wait: 3_000 },
    { body: 'Please try again in 5', wait: undefined },
    { body: 'Please try again later.', wait: undefined },
    { body: 'try again in 3 sheep', wait: undefined },
    { body: '', wait: undefined },
    { body: `try again in ${'9'.repeat(50)}s`, wait: undefined },
    { body: retryInfo(`${'9'.repeat(400)}s`), wait: undefined },
    // Text of the model in a failed response is not a hint.
    { body: '{"response":{"error":{"message":"m"},"output":"try again in 3s"}}', wait: undefined },
  ])('$body: $wait', (row) => {
    expect(hintOf(row)).toBe(row.wait);
  });
});

describe('limits that refill', () => {
  const requests = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6s' };
  test.for<Row>([
    { headers: requests, wait: 6_000 },
    { headers: { ...requests, 'x-ratelimit-reset-requests': '1m30s' }, wait: 90_000 },
    { headers: { ...requests, 'x-ratelimit-remaining-requests': '1' }, wait: undefined },
    { headers: { 'x-ratelimit-reset-requests': '6s' }, wait: undefined },
    {
      headers: { ...requests, 'x-ratelimit-remaining-tokens': '9', 'x-ratelimit-reset-tokens': '1h' },
      wait: 6_000,
    },
    {
      headers: { ...requests, 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '7.57s' },
      wait: 7_570,
    },
    {
      headers: { 'x-ratelimit-remaining-requests-day': '0', 'x-ratelimit-reset-requests-day': '33011.38' },
      wait: 33_011_380,
    },
    { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1792567740', date }, wait: 60_000 },
    { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1792567740000', date }, wait: 60_000 },
    { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1792567740' }, wait: undefined },
    { headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }, wait: 5_000 },
    {
      headers: {
        'anthropic-ratelimit-input-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': '2026-10-21T07:28:10Z',
        'anthropic-ratelimit-requests-remaining': '49',
        'anthropic-ratelimit-requests-reset': '2026-10-21T09:00:00Z',
        date,
      },
      wait: 10_000,
    },
    {
      headers: {
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-tokens-reset': '2026-10-21T07:28:10Z',
      },
      wait: undefined,
    },
    { headers: { ...requests, 'x-ratelimit-remaining-requests': '' }, wait: undefined },
    // Anthropic's subscriptions name the exhausted limit in the text.
    {
      headers: {
        'anthropic-ratelimit-unified-5h-status': 'rejected',
        'anthropic-ratelimit-unified-5h-reset': '1792567740',
        'anthropic-ratelimit-unified-7d-status': 'allowed_warning',
        'anthropic-ratelimit-unified-7d-reset': '1793000000',
        date,
      },
      wait: 60_000,
    },
    // A router passes on the headers it received.
    {
      headers: { date },
      body: '{"error":{"metadata":{"headers":{"X-RateLimit-Remaining":"0","X-RateLimit-Reset":"1792567740000"}}}}',
      wait: 60_000,
    },
    {
      headers: { date, 'x-ratelimit-remaining': '7' },
      body: '{"error":{"metadata":{"headers":{"X-RateLimit-Remaining":"0","X-RateLimit-Reset":"1792567740000"}}}}',
      wait: undefined,
    },
  ])('$headers: $wait', (row) => {
    expect(hintOf(row)).toBe(row.wait);
  });
});

test('a limit of blanks is read in linear time', () => {
  const headers = { 'x-ratelimit-remaining': `${' '.repeat(2_000_000)}x`, 'x-ratelimit-reset': '6s' };
  expect(hintOf({ headers, wait: undefined })).toBe(undefined);
});

test('the first hint in the order of XCT-008 wins', () => {
  const hints: readonly Row[] = [
    { headers: { 'retry-after-ms': '1' }, wait: 1 },
    { headers: { 'x-ms-retry-after-ms': '2' }, wait: 2 },
    { headers: { 'retry-after': '3' }, wait: 3_000 },
    { body: retryInfo('4s'), wait: 4_000 },
    { body: 'try again in 5s', wait: 5_000 },
    { headers: { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6s' }, wait: 6_000 },
  ];
  for (const [at, { wait }] of hints.entries()) {
    const rest = hints.slice(at);
    const headers = Object.assign({}, ...rest.map((hint) => hint.headers));
    // RetryInfo and the text of its message are in one body.
    const body = rest.flatMap((hint) => hint.body ?? []).join(' ');
    const both = rest.some((hint) => hint.wait === 4_000)
      ? JSON.stringify({ error: { ...JSON.parse(retryInfo('4s')).error, message: 'try again in 5s' } })
      : body;
    expect(retryAfterMs({ status: 429, headers, body: both })).toBe(wait);
  }
});
