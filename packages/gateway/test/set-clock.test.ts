/** A clock that is set back, as by a time server, changes no interval. */
import { createHash } from 'node:crypto';
import type { Clock } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { openUpstream, sayYes } from './open-upstream.ts';
import { send } from './send.ts';

const day = 86_400_000;

function settableClock(): Clock & { at: number } {
  return {
    at: Date.UTC(2026, 10, 20),
    now() {
      return this.at;
    },
    sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
  };
}

test('a limited client is not refused for as long as the clock was set back', async () => {
  const clock = settableClock();
  const sha256 = createHash('sha256').update('one').digest('hex');
  const tokens = [{ name: 'one', sha256, requestsPerMinute: 2 }];
  const { gateway, lines, close } = await openUpstream({ answer: sayYes, tokens, clock });
  const ask = async (): Promise<number> => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
    return (await send(gateway.url, '/v1/chat/completions', body, { authorization: 'Bearer one' })).status;
  };
  try {
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    clock.at -= day;
    expect(await ask()).toBe(429);
    clock.at += 60_000;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    expect(lines.every(({ ms }) => ms === undefined || Number(ms) >= 0)).toBe(true);
  } finally {
    await close();
  }
});
