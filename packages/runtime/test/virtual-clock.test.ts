import { describe, expect, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

describe('the virtual clock', () => {
  test('wakes sleepers at their own time, in order for equal times', async () => {
    const clock = createVirtualClock(0);
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms);
      woken.push(`${name} ${clock.now()}`);
    };
    void sleeper('c', 20);
    void sleeper('a', 10);
    void sleeper('b', 10).then(() => sleeper('d', 5));
    await clock.advance(14);
    expect({ woken, now: clock.now(), sleeping: clock.sleeping }).toEqual({
      woken: ['a 10', 'b 10'],
      now: 14,
      sleeping: 2,
    });
    await clock.runUntilIdle();
    expect({ woken, now: clock.now(), sleeping: clock.sleeping }).toEqual({
      woken: ['a 10', 'b 10', 'd 15', 'c 20'],
      now: 20,
      sleeping: 0,
    });
  });

  test('releases a sleeper when its signal is aborted, before and after it started', async () => {
    const clock = createVirtualClock(0);
    const controller = new AbortController();
    const first = clock.sleep(1_000, controller.signal);
    controller.abort();
    await first;
    await clock.sleep(1_000, controller.signal);
    expect({ now: clock.now(), sleeping: clock.sleeping }).toEqual({ now: 0, sleeping: 0 });
  });

  test('advances until a promise is settled, and no further', async () => {
    const clock = createVirtualClock(0);
    void clock.sleep(3_600_000);
    const value = clock.sleep(60_000).then(() => 'after a minute');
    expect(await clock.finish(value)).toBe('after a minute');
    expect({ now: clock.now(), sleeping: clock.sleeping }).toEqual({ now: 60_000, sleeping: 1 });
    const refusal = clock.sleep(1).then(() => Promise.reject(new Error('no')));
    await expect(clock.finish(refusal)).rejects.toThrow('no');
  });
});
