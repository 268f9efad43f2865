import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { times } from '../../../../../test/property/runs.ts';
import { ownIdentity, type ProcessIdentity } from '../../../src/store/jsonl/process-identity.ts';
import { createJsonlStore } from '../../../src/store/jsonl-store.ts';
import type { StoreWarning } from '../../../src/store/session-store.ts';
import { collect, headerOf, refusal, textRecord } from '../contract.ts';
import { kill, start } from './session-process.ts';
import { lockOf, tempFolder, tempStore, writeSession } from './temp-session.ts';

const hour = 3_600_000;

/** A lock as left by a process that has ended or that runs on another machine. */
async function leaveLock(path: string, holder: object | string, ageMs = 0): Promise<void> {
  await writeFile(path, typeof holder === 'string' ? holder : JSON.stringify(holder));
  const at = (Date.now() - ageMs) / 1000;
  await utimes(path, at, at);
}

const holderLike = (self: ProcessIdentity, more: object): object => ({
  ...self,
  token: 'old-1',
  since: 1_000,
  ...more,
});

describe('05-edge-cases 4.1 one writer per session across all processes', () => {
  test('a second process is told who holds the lock, after waiting ten seconds', async () => {
    const folder = await tempFolder();
    await writeSession(folder, ['one']);
    const holder = start('hold', folder);
    await holder.next();
    holder.child.stdin?.write('go\n');
    expect(await holder.next()).toBe('held');
    let slept = 0;
    const sleep = async (ms: number): Promise<void> => {
      slept += ms;
    };
    const clock = { now: () => Date.now(), sleep };
    const store = createJsonlStore(folder, { clock });
    onTestFinished(() => store.close());
    const self = await ownIdentity();
    await expect(store.open('s1')).rejects.toThrow(
      new RegExp(
        `^Session s1 is open for writing in process ${holder.child.pid} on ${self.host} since 20.*Z\\. Nothing`,
      ),
    );
    expect(slept).toBe(10_000);
    holder.child.stdin?.end();
    await once(holder.child, 'exit');
    await (await store.open('s1')).log.close();
    expect(await readdir(dirname(lockOf(folder, 's1')))).toEqual([]);
  });

  test('many processes take turns: nothing is lost or repeated', async () => {
    const folder = await tempFolder();
    await writeSession(folder, []);
    const running = Array.from({ length: times === 1 ? 4 : 8 }, () => start('turns', folder, 60_000));
    expect(await Promise.all(running.map(({ next }) => next()))).toEqual(running.map(() => 'done'));
    const { records, warnings } = await tempStore(folder).read('s1');
    const stored = await collect(records);
    expect(warnings).toEqual([]);
    expect(stored.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: running.length * 10 }, (_, index) => index + 1),
    );
    const expected = running.flatMap(({ child }) =>
      [0, 1, 2, 3, 4].flatMap((turn) => ['a', 'b'].map((half) => textRecord(`${child.pid} ${turn} ${half}`))),
    );
    const text = (value: unknown): string => JSON.stringify(value);
    expect(stored.map(({ record }) => text(record)).toSorted()).toEqual(expected.map(text).toSorted());
  });

  test('exactly one of many takes over the lock of a killed holder', async () => {
    const folder = await tempFolder();
    await writeSession(folder, ['one']);
    const takers = Array.from({ length: 6 }, () => start('hold', folder));
    await Promise.all(takers.map(({ next }) => next()));
    const [first, ...others] = takers;
    if (first === undefined) throw new Error('there are six');
    first.child.stdin?.write('go\n');
    expect(await first.next()).toBe('held');
    await kill(first);
    for (const { child } of others) child.stdin?.write('go\n');
    const answers = await Promise.all(others.map(({ next }) => next()));
    expect(answers.toSorted()).toEqual(['held', 'locked', 'locked', 'locked', 'locked']);
    await Promise.all(others.map(kill));
    const warnings: StoreWarning[] = [];
    const store = tempStore(folder, { onWarning: (warning) => warnings.push(warning) });
    const opened = await store.open('s1');
    const winner = others[answers.indexOf('held')]?.child.pid;
    expect(opened.warnings).toEqual([
      {
        code: 'lock-taken-over',
        message: `Session s1 was left open by process ${winner} on ${(await ownIdentity()).host}, which is no longer running. It was taken over.`,
      },
    ]);
    expect(warnings).toEqual(opened.warnings);
  });

  test('exactly one of many openers in one process gets a dead lock, again and again', async () => {
    const folder = await tempFolder();
    await writeSession(folder, []);
    const dead = holderLike(await ownIdentity(), { start: 'long ago' });
    for (let round = 0; round < 20; round += 1) {
      await leaveLock(lockOf(folder, 's1'), { ...dead, token: `round-${round}` });
      const store = createJsonlStore(folder, { lockWaitMs: 0 });
      const tries = await Promise.allSettled(Array.from({ length: 6 }, () => store.open('s1')));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await store.close();
      expect(await readdir(dirname(lockOf(folder, 's1')))).toEqual([]);
    }
  });
});

describe('which locks are taken over', () => {
  const cases: readonly (readonly [string, (self: ProcessIdentity) => object | string, number, 'locked' | 'taken'])[] =
    [
      ['ours, still running', (self) => holderLike(self, {}), 0, 'locked'],
      ['our pid with another start time: reused', (self) => holderLike(self, { start: 'long ago' }), 0, 'taken'],
      ['an unused pid', (self) => holderLike(self, { pid: 2 ** 22 + 1 }), 0, 'taken'],
      ['another machine’s', (self) => holderLike(self, { host: 'elsewhere' }), 23 * hour, 'locked'],
      ['another machine’s, untouched for a day', (self) => holderLike(self, { host: 'elsewhere' }), 25 * hour, 'taken'],
      ['another container’s', (self) => holderLike(self, { namespace: 'pid:[1]', pid: 2 ** 22 + 1 }), 0, 'locked'],
      ['an empty one that may be in the middle of a write', () => '', 0, 'locked'],
      ['an empty one', () => '', 60_000, 'taken'],
      ['garbage', () => '\u0000\u0001{', 60_000, 'taken'],
      ['one that names a file as its token', (self) => holderLike(self, { token: '../../x' }), 60_000, 'taken'],
      ['one of a process numbered 0', (self) => holderLike(self, { pid: 0 }), 60_000, 'taken'],
    ];
  test.each(cases)('%s', async (_name, holder, ageMs, expected) => {
    const folder = await tempFolder();
    await writeSession(folder, ['one']);
    const path = lockOf(folder, 's1');
    const left = holder(await ownIdentity());
    await leaveLock(path, left, ageMs);
    const store = tempStore(folder);
    const outcome = await refusal(store.open('s1'));
    expect(outcome).toBe(expected === 'locked' ? 'locked' : 'nothing was refused');
    if (expected === 'locked')
      expect(await readFile(path, 'utf8')).toBe(typeof left === 'string' ? left : JSON.stringify(left));
    await store.close();
    expect(await readdir(dirname(path))).toEqual(expected === 'locked' ? ['s1.lock'] : []);
  });

  test.each([
    ['a dead heir of a dead holder', { start: 'long ago' }, 'nothing was refused', []],
    ['an heir that is running and about to', {}, 'locked', ['s1.lock', 's1.lock.old-1.heir']],
  ])('%s', async (_name, heir, expected, left) => {
    const folder = await tempFolder();
    await writeSession(folder, ['one']);
    const self = await ownIdentity();
    const path = lockOf(folder, 's1');
    await leaveLock(path, holderLike(self, { start: 'long ago' }));
    await leaveLock(`${path}.old-1.heir`, holderLike(self, { token: 'old-2', ...heir }));
    const store = tempStore(folder);
    expect(await refusal(store.open('s1'))).toBe(expected);
    await store.close();
    expect((await readdir(dirname(path))).toSorted()).toEqual(left);
  });

  test('a session that cannot be opened holds no lock', async () => {
    const folder = await tempFolder();
    const store = tempStore(folder);
    await (await store.create(headerOf('s1'))).close();
    expect(await refusal(store.create(headerOf('s1')))).toBe('exists');
    expect(await readdir(dirname(lockOf(folder, 's1')))).toEqual([]);
  });
});
