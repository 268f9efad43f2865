/** A clock that is set back, as by a time server, makes no interval longer. */
import { expect, test } from 'vitest';
import { createRoute } from '../src/route/create-route.ts';
import { createCredentials } from '../src/route/credentials.ts';
import type { CredentialSource } from '../src/route/route.ts';
import { steadyTime } from '../src/time/steady-time.ts';
import { Budget } from '../src/turn/budget.ts';
import { driveRequest } from './route/drive.ts';
import { call, createKit, tool } from './scheduler/batch-kit.ts';
import { createVirtualClock } from './virtual-clock.ts';

const day = 86_400_000;

test('the time that a subagent has', () => {
  const clock = createVirtualClock();
  const unlimited = { steps: 100, tokens: 100, timeMs: Number.POSITIVE_INFINITY };
  const share = new Budget(unlimited, steadyTime(clock)).share(60_000);
  clock.setBack(day);
  expect([share.exhausted(), share.timeLeft]).toEqual([undefined, 60_000]);
  clock.setBack(-60_000);
  expect([share.exhausted(), share.timeLeft]).toEqual(['The time limit is reached.', 0]);
});

test('how long a key of a command is valid', async () => {
  const clock = createVirtualClock();
  let runs = 0;
  const runCommand = async (): Promise<{ readonly printed: string }> => {
    runs += 1;
    return { printed: `key-${runs}` };
  };
  const credentials = createCredentials({ clock, runCommand });
  const source: CredentialSource = { command: 'print-key', ttlMs: 60_000 };
  expect(await credentials.get(source)).toEqual(expect.objectContaining({ key: 'key-1' }));
  clock.setBack(day);
  expect(await credentials.get(source)).toEqual(expect.objectContaining({ key: 'key-1' }));
  await clock.advance(60_000);
  expect(await credentials.get(source)).toEqual(expect.objectContaining({ key: 'key-2' }));
});

test.each(['server', 'rate-limit', 'unknown'] as const)('the pause before another try, after: %s', async (reason) => {
  const clock = createVirtualClock();
  const endpoint = 'http://a.example/v1';
  const credentials = [{ key: 'k', account: 'one' }];
  const target = { provider: 'openai-compatible', model: 'm', endpoint, name: 'a', credentials };
  const route = createRoute({ policy: 'fixed', targets: [target] }, { clock, random: () => 0.5 });
  const turn = await route.begin();
  const needs = { tokens: 1_000 };
  await turn.next(needs);
  const step = await turn.failed({ reason, message: 'It failed.' }, false, needs);
  if (step.do !== 'wait') throw new Error(`${step.do} instead of a pause`);
  clock.setBack(day);
  const { lines, steps } = await driveRequest(turn, clock, ['ok'], needs);
  expect(lines.at(-1)).toBe('ok');
  const waited = steps.flatMap((each) => (each.do === 'wait' ? [each.ms] : []));
  expect(waited.every((ms) => ms <= step.ms)).toBe(true);
});

test('how long a call ran', async () => {
  const slow = tool('slow', {
    run: async () => {
      await kit.clock.sleep(1_000);
      kit.clock.setBack(day);
      return 'done';
    },
  });
  const kit = createKit([slow]);
  await kit.run([call('a', 'slow')]);
  const took = kit.events.flatMap((event) => ('ms' in event ? [event.ms] : []));
  expect(took.every((ms) => ms >= 0 && ms <= 1_000)).toBe(true);
  expect(took).toHaveLength(1);
});
