import { describe, expect, test } from 'vitest';
import { OutOfTimeError, TimeLimit } from '../../src/tool/time-limit.ts';

describe('a time limit', () => {
  const limit = new TimeLimit();

  test('returns the result of the work, even undefined', () => {
    expect(limit.run(1_000, () => ({ a: 1 }))).toEqual({ a: 1 });
    expect(limit.run(1_000, () => undefined)).toBe(undefined);
  });

  test('throws what the work throws', () => {
    const error = new RangeError('mine');
    expect(() =>
      limit.run(1_000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  test.each<[string, () => unknown]>([
    ['a loop', () => forever()],
    ['a regular expression', () => /^(a+)+$/u.test(`${'a'.repeat(80)}!`)],
  ])('ends %s, and works again', (_, work) => {
    expect(() => limit.run(50, work)).toThrow(OutOfTimeError);
    expect(limit.run(1_000, () => 2)).toBe(2);
  });

  test('does not end work that only waits for the processor', () => {
    const shared = new Int32Array(new SharedArrayBuffer(4));
    let starts = 0;
    const result = limit.run(20, () => {
      starts += 1;
      // The wall clock continues while the thread is idle, as it does when other processes use the processor.
      Atomics.wait(shared, 0, 0, starts < 3 ? 500 : 0);
      return 'done';
    });
    expect({ result, startedAgain: starts > 1 }).toEqual({ result: 'done', startedAgain: true });
  });
});

function forever(): number {
  let count = 0;
  while (count >= 0) count = (count + 1) % 1_000;
  return count;
}
