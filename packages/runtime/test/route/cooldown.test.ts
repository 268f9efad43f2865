/** The arithmetic of cooldowns, row by row. */
import type { Failure, FailureReason } from '@interlock/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { coolDown, cooldownKey, hintOf } from '../../src/route/cooldown.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const now = 1_000_000_000;

const failure = (reason: FailureReason, retryAfterMs?: number): Failure => ({
  reason,
  message: 'as the provider said',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** The windows of consecutive failures, each right after the end of the previous window. */
const series: readonly (readonly [FailureReason, readonly number[]])[] = [
  ['timeout', [30 * second, minute, 5 * minute, 5 * minute]],
  ['server', [30 * second, minute, 5 * minute, 5 * minute]],
  ['overloaded', [30 * second, minute, 5 * minute, 5 * minute]],
  ['network', [30 * second, minute, 5 * minute, 5 * minute]],
  ['rate-limit', [30 * second, minute, 2 * minute, 4 * minute, 8 * minute]],
  ['billing', [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440].map((minutes) => minutes * minute)],
  ['auth-permanent', [10, 20, 40, 60, 60].map((minutes) => minutes * minute)],
];

test.each(series)('%s: the windows of consecutive failures', (reason, windows) => {
  let cooldown: ReturnType<typeof coolDown>;
  let time = now;
  const found = windows.map(() => {
    cooldown = coolDown(cooldown, failure(reason), time);
    const window = (cooldown?.until ?? 0) - time;
    time = cooldown?.until ?? 0;
    return window;
  });
  expect(found).toEqual(windows);
  expect(cooldown).toMatchObject({ reason, count: windows.length });
});

test('a rate limit without a hint never waits longer than a day, however often it occurs', () => {
  const previous = { reason: 'rate-limit', count: 5_000, until: now - 1 } as const;
  expect(coolDown(previous, failure('rate-limit'), now)?.until).toBe(now + 24 * hour);
});

const single: readonly {
  readonly title: string;
  readonly previous?: NonNullable<ReturnType<typeof coolDown>>;
  readonly failure: Failure;
  readonly becomes: ReturnType<typeof coolDown>;
}[] = [
  ...(['auth', 'model-not-found', 'context-overflow', 'invalid-request', 'content-filter', 'unknown'] as const).map(
    (reason) => ({ title: `${reason} has no cooldown`, failure: failure(reason, hour), becomes: undefined }),
  ),
  {
    title: "a rate limit's hint is its window, even if shorter",
    failure: failure('rate-limit', 174),
    becomes: { reason: 'rate-limit', count: 1, until: now + 174 },
  },
  {
    title: 'keeps a hint of several days',
    failure: failure('rate-limit', 96 * hour),
    becomes: { reason: 'rate-limit', count: 1, until: now + 96 * hour },
  },
  {
    title: 'for other reasons a hint is a minimum',
    failure: failure('overloaded', 10 * minute),
    becomes: { reason: 'overloaded', count: 1, until: now + 10 * minute },
  },
  {
    title: 'and never a maximum',
    failure: failure('overloaded', 5 * second),
    becomes: { reason: 'overloaded', count: 1, until: now + 30 * second },
  },
  {
    title: 'another failure neither extends nor recounts a running window',
    previous: { reason: 'server', count: 2, until: now + 1 },
    failure: failure('server'),
    becomes: { reason: 'server', count: 2, until: now + 1 },
  },
  {
    title: 'a shorter hint does not shorten it',
    previous: { reason: 'rate-limit', count: 1, until: now + minute },
    failure: failure('rate-limit', second),
    becomes: { reason: 'rate-limit', count: 1, until: now + minute },
  },
  {
    title: 'a longer hint extends it',
    previous: { reason: 'server', count: 1, until: now + second },
    failure: failure('rate-limit', minute),
    becomes: { reason: 'rate-limit', count: 1, until: now + minute },
  },
  {
    title: 'a failure of another kind starts its own count',
    previous: { reason: 'timeout', count: 9, until: now - 1 },
    failure: failure('rate-limit'),
    becomes: { reason: 'rate-limit', count: 1, until: now + 30 * second },
  },
  {
    title: 'temporary failures of any reason count together',
    previous: { reason: 'timeout', count: 1, until: now },
    failure: failure('network'),
    becomes: { reason: 'network', count: 2, until: now + minute },
  },
  {
    title: 'an invalid duration is not a hint',
    failure: failure('rate-limit', Number.NaN),
    becomes: { reason: 'rate-limit', count: 1, until: now + 30 * second },
  },
];

test.each(single)('$title', ({ previous, failure: failed, becomes }) => {
  expect(coolDown(previous, failed, now)).toEqual(becomes);
});

test.each([
  [undefined, undefined],
  [0, 0],
  [-1, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, 10 * 366 * 24 * hour],
])('a hint of %s ms counts as %s', (given, counts) => {
  expect(hintOf(failure('rate-limit', given))).toBe(counts);
});

test('every number is configurable', () => {
  const config = {
    passingMs: [1, 2],
    rateLimitMs: 3,
    rateLimitCapMs: 4,
    billingMs: 5,
    billingCapMs: 6,
    authMs: 7,
    authCapMs: 8,
  };
  const windows = (['server', 'rate-limit', 'billing', 'auth-permanent'] as const).map((reason) =>
    [undefined, 1, 2].map((count) => {
      const previous = count === undefined ? undefined : { reason, count, until: now };
      return (coolDown(previous, failure(reason), now, config)?.until ?? 0) - now;
    }),
  );
  expect(windows).toEqual([
    [1, 2, 2],
    [3, 4, 4],
    [5, 6, 6],
    [7, 8, 8],
  ]);
});

test.each([
  ['rate-limit', 'openai|env:K|gpt'],
  ['timeout', 'openai|env:K|gpt'],
  ['model-not-found', 'openai|env:K|gpt'],
  ['server', 'openai|env:K|gpt'],
  ['overloaded', 'openai|env:K|gpt'],
  ['network', 'openai|env:K|gpt'],
  ['auth', 'openai|env:K'],
  ['auth-permanent', 'openai|env:K'],
  ['billing', 'openai|env:K'],
] as const)('%s applies to %s', (reason, key) => {
  expect(cooldownKey('openai', 'env:K', 'gpt', reason)).toBe(key);
});

test('two different credentials never have the same key', () => {
  const part = fc.string({ unit: fc.constantFrom('|', '%', '7', 'C', 'a') });
  holds(fc.tuple(part, part, part, part, part, part), 300, ([a, b, c, d, e, f]) => {
    const same = a === d && b === e && c === f;
    expect(cooldownKey(a, b, c, 'timeout') === cooldownKey(d, e, f, 'timeout')).toBe(same);
  });
});
