/** When a database counts as lost, and when as back. Time is virtual. */
import { expect, test } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../runtime/test/virtual-clock.ts';
import { Availability } from '../src/database/availability.ts';
import { writeChecked } from '../src/database/checked-text.ts';
import { databaseAnswers } from '../src/database/database-answers.ts';
import { DatabaseLimits } from '../src/database/database-limits.ts';

interface Opened {
  readonly clock: VirtualClock;
  readonly availability: Availability;
  readonly told: string[];
  /** What the next probes do. */
  readonly probes: ('works' | 'fails' | 'hangs')[];
}

function open(): Opened {
  const clock = createVirtualClock(0);
  const told: string[] = [];
  const probes: Opened['probes'] = [];
  const availability = new Availability({
    clock,
    deadlineMs: 1_000,
    probe: async () => {
      const what = probes.shift() ?? 'works';
      told.push(`${clock.now()}: probe ${what}`);
      if (what === 'hangs') await new Promise(() => undefined);
      if (what === 'fails') throw new Error('still gone');
    },
    onLost: (error) => void told.push(`${clock.now()}: lost, ${error instanceof Error ? error.message : ''}`),
    onBack: () => void told.push(`${clock.now()}: back`),
  });
  return { clock, availability, told, probes };
}

test('abandons a hanging call after the deadline, once; nothing else waits', async () => {
  const { clock, availability, told } = open();
  const hanging = availability.run(() => new Promise(() => undefined));
  const failing = availability.run(() => clock.sleep(500).then(() => Promise.reject(new Error('gone'))));
  await clock.advance(500);
  expect(await failing).toBeUndefined();
  expect(await availability.run(async () => told.push('asked'))).toBeUndefined();
  await clock.advance(499);
  await clock.advance(1);
  expect(await hanging).toBeUndefined();
  await clock.advance(0);
  expect([availability.lost, told]).toEqual([false, ['500: lost, gone', '1000: probe works', '1000: back']]);
  expect(await availability.run(async () => 'answer')).toEqual({ value: 'answer' });
});

test('probes become rarer; the database counts as available only after missed writes were made', async () => {
  const { clock, availability, told, probes } = open();
  probes.push('fails', 'hangs', 'fails', 'works', 'works');
  let recoveries = 0;
  availability.onRecovery(async () => {
    recoveries += 1;
    if (recoveries === 1) throw new Error('gone again');
  });
  await availability.run(() => Promise.reject(new Error('gone')));
  await clock.advance(60_000);
  expect(told).toEqual([
    '0: lost, gone',
    '500: probe fails',
    '1500: probe hangs',
    '4500: probe fails',
    '8500: probe works',
    '16500: probe works',
    '16500: back',
  ]);
});

test('what is not found may exist until other instances have written what happened while the database was lost', async () => {
  const { clock, availability } = open();
  expect(availability.isPartial).toBe(false);
  await availability.run(() => Promise.reject(new Error('gone')));
  expect([availability.lost, availability.isPartial]).toEqual([true, true]);
  await clock.advance(500);
  expect([availability.lost, availability.isPartial]).toEqual([false, true]);
  // As long as another instance may wait before it looks again.
  await clock.advance(29_999);
  expect(availability.isPartial).toBe(true);
  await clock.advance(1);
  expect(availability.isPartial).toBe(false);
});

test('a closing gateway waits for nothing', async () => {
  const { clock, availability, told } = open();
  await availability.run(() => Promise.reject(new Error('gone')));
  availability.close();
  await clock.advance(60_000);
  expect([clock.sleeping, told]).toEqual([0, ['0: lost, gone']]);
});

test('a write that the database rejects does not keep it unavailable; the others are written', async () => {
  const { clock, availability, told } = open();
  const written: string[] = [];
  let isUp = false;
  const answers = databaseAnswers(
    {
      keep: async (_, text) => {
        if (!isUp || text.includes('poison')) throw new Error('refused');
        written.push(/"thought":"(\w+)/.exec(text)?.[1] ?? '');
      },
      find: async () => [],
    },
    availability,
    { now: () => clock.now() },
  );
  const keep = (thought: string): Promise<void> =>
    answers.keep('c', [thought], {
      target: 't',
      account: 'a',
      origin: { provider: 'p' },
      parts: [{ type: 'thinking', thought }],
    });
  for (const thought of ['one', 'poison', 'two', `huge${'x'.repeat(5_000_000)}`, 'three']) await keep(thought);
  isUp = true;
  await clock.advance(60_000);
  expect([written, told.at(-1)]).toEqual([['one', 'two', 'three'], '1500: back']);
  // All of them are still here.
  expect((await answers.find('c', ['one', 'poison', 'two', 'three'])).map((each) => each !== undefined)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('answers that memory has dropped are not kept for the database either', async () => {
  const { clock, availability } = open();
  const written: string[] = [];
  let isUp = false;
  const answers = databaseAnswers(
    {
      keep: async ([name = '']) => {
        if (!isUp) throw new Error('gone');
        written.push(name);
      },
      find: async () => [],
    },
    availability,
    { now: () => clock.now() },
  );
  const thought = 'x'.repeat(3_000_000);
  const origin = { provider: 'p' };
  for (let at = 0; at < 16; at += 1) {
    await answers.keep('c', [`${at}`], { target: 't', account: 'a', origin, parts: [{ type: 'thinking', thought }] });
  }
  isUp = true;
  await clock.advance(60_000);
  // 64 MB are kept, and a character counts as two bytes.
  expect(written.map((name) => Number(JSON.parse(name)[2]))).toEqual(Array.from({ length: 11 }, (_, at) => at + 5));
});

test('an answer given while missed writes are made is written, too', async () => {
  const { clock, availability } = open();
  const written: string[] = [];
  let isUp = false;
  const answers = databaseAnswers(
    {
      keep: async ([name = '']) => {
        if (!isUp) throw new Error('gone');
        written.push(String(JSON.parse(name)[2]));
      },
      find: async () => [],
    },
    availability,
    { now: () => clock.now() },
  );
  const keep = (key: string): Promise<void> =>
    answers.keep('c', [key], { target: 't', account: 'a', origin: { provider: 'p' }, parts: [] });
  // Stored responses and limits follow the answers.
  availability.onRecovery(() => clock.sleep(200));
  await keep('before');
  isUp = true;
  await clock.advance(600);
  expect([availability.lost, written]).toEqual([true, ['before']]);
  await keep('meanwhile');
  await clock.advance(60_000);
  expect([availability.lost, written]).toEqual([false, ['before', 'meanwhile']]);
});

test('all calls of an answer yield the same object, whichever were asked for first', async () => {
  const { clock, availability } = open();
  const text = writeChecked({
    target: 't',
    account: 'a',
    origin: { provider: 'p' },
    parts: ['one', 'two', 'three'].map((id) => ({ type: 'call', id })),
  });
  const find = async (names: readonly string[]): Promise<readonly { keys: readonly string[]; text: string }[]> => [
    { keys: names, text },
  ];
  const answers = databaseAnswers({ keep: async () => undefined, find }, availability, { now: () => clock.now() });
  for (const keys of [['one'], ['two'], ['one', 'three'], ['one', 'two', 'three']]) {
    expect([keys, new Set(await answers.find('c', keys)).size]).toEqual([keys, 1]);
  }
});

test('places that a lost database could not take back are free when it is there again', async () => {
  const { clock, availability } = open();
  const held = new Set<string>();
  let state: 'up' | 'gone' | 'silent' = 'up';
  let renewals = 0;
  const asked = async (): Promise<void> => {
    if (state === 'gone') throw new Error('gone');
  };
  const limits = new DatabaseLimits(
    {
      take: async (_, place) => {
        await asked();
        held.add(place);
        if (state === 'silent') await new Promise(() => undefined);
        return { granted: true };
      },
      renew: async (_, places) => {
        await asked();
        renewals += 1;
        await clock.sleep(100);
        for (const place of places) held.add(place);
      },
      release: async (_, place) => {
        await asked();
        held.delete(place);
      },
    },
    availability,
    clock,
  );
  const enter = async (): Promise<() => void> => {
    const entry = await clock.finish(limits.enter('c', { concurrent: 1 }));
    return 'leave' in entry ? entry.leave : () => undefined;
  };
  const leave = await enter();
  state = 'gone';
  leave();
  await clock.advance(100);
  expect([availability.lost, held.size]).toEqual([true, 1]);
  state = 'up';
  await clock.advance(1_000);
  expect([availability.lost, held.size]).toEqual([false, 0]);
  // Taken, although no answer came.
  state = 'silent';
  const none = await enter();
  expect([availability.lost, held.size]).toEqual([true, 1]);
  state = 'up';
  await clock.advance(1_000);
  none();
  expect([availability.lost, held.size]).toEqual([false, 0]);
  // Given back while it is renewed.
  const last = await enter();
  const before = renewals;
  while (renewals === before) await clock.advance(50);
  last();
  await clock.advance(1_000);
  expect(held.size).toBe(0);
  limits.close();
});
