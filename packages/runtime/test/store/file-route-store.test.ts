/** The file with the state of routes: with real files and real processes. */
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { createRoute } from '../../src/route/create-route.ts';
import type { RouteConfig } from '../../src/route/route.ts';
import { createFileRouteStore } from '../../src/store/file-route-store.ts';
import { ownIdentity, type ProcessIdentity } from '../../src/store/jsonl/process-identity.ts';
import { createMemoryRouteStore } from '../../src/store/memory-route-store.ts';
import type { Cooldown, RouteStore } from '../../src/store/route-store.ts';
import { driveRequest } from '../route/drive.ts';
import { createVirtualClock } from '../virtual-clock.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = temporaryFolder('route-store');
  path = join(folder, 'state', 'routes.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const later = Date.UTC(2100, 0, 1);
const cooldown = (key: string, until = later): Cooldown => ({ key, reason: 'rate-limit', count: 1, until });

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

function runProcess(...words: readonly string[]): Promise<Ended> {
  const script = fileURLToPath(new URL('route-store-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@interlock/source', script, ...words]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, out, err })));
}

const kinds: readonly (readonly [string, () => RouteStore])[] = [
  ['memory', () => createMemoryRouteStore()],
  ['file', () => createFileRouteStore(path)],
];

test.each(kinds)('%s: keeps cooldowns by key, and counts from 0', async (_, create) => {
  const store = create();
  expect([
    await store.cooldowns(),
    await store.take('a'),
    await store.take('a'),
    await store.take('__proto__'),
  ]).toEqual([[], 0, 1, 0]);
  await store.put(cooldown('x'));
  await store.put(cooldown('y'));
  // Two concurrent failures: the longer window is kept, whichever is written last.
  await store.put(cooldown('x', later - 5));
  await store.put({ ...cooldown('y', later + 5), count: 2 });
  expect(await store.cooldowns()).toEqual([cooldown('x'), { ...cooldown('y', later + 5), count: 2 }]);
  await store.clear('x');
  await store.clear('never there');
  expect([await store.cooldowns(), await store.take('__proto__')]).toEqual([
    [{ ...cooldown('y', later + 5), count: 2 }],
    1,
  ]);
});

test('file and memory store agree after any operations', { timeout: patience }, async () => {
  const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', '"|%\n\u0000', '\ud800');
  const uses = fc.array(
    fc.oneof(
      fc.record({ use: fc.constant('put' as const), name: names, until: fc.integer({ min: later, max: later + 9 }) }),
      fc.record({ use: fc.constantFrom('clear' as const, 'take' as const), name: names }),
    ),
    { maxLength: 12 },
  );
  await holdsAsync(uses, 25, async (steps) => {
    const stores = [createMemoryRouteStore(), createFileRouteStore(path)];
    const seen = [];
    for (const store of stores) {
      const numbers: unknown[] = [];
      for (const step of steps) {
        if (step.use === 'put') await store.put(cooldown(step.name.toWellFormed(), step.until));
        else numbers.push(await store[step.use](step.name.toWellFormed()));
      }
      seen.push([await store.cooldowns(), numbers]);
    }
    expect(seen[1]).toEqual(seen[0]);
    await rm(path, { force: true });
  });
});

test('the file and its folder are private, and nothing else is left there', async () => {
  const store = createFileRouteStore(path);
  await store.put(cooldown('x'));
  const modes = [await stat(join(folder, 'state')), await stat(path)].map(({ mode }) => (mode & 0o777).toString(8));
  expect([modes, await readdir(join(folder, 'state'))]).toEqual([['700', '600'], ['routes.json']]);
});

test('cooldowns and counters survive a restart; old ones are dropped', async () => {
  const clock = createVirtualClock(later);
  const day = 24 * 3_600_000;
  const before = createFileRouteStore(path, { clock });
  await before.put(cooldown('over', later - 8 * day));
  await before.put(cooldown('counted', later - 6 * day));
  await before.put(cooldown('running', later + day));
  await before.take('turns');
  const after = createFileRouteStore(path, { clock });
  expect([await after.take('turns'), await after.cooldowns()]).toEqual([
    1,
    [cooldown('counted', later - 6 * day), cooldown('running', later + day)],
  ]);
});

test('a route continues after a restart', async () => {
  const clock = createVirtualClock(later);
  const target = (name: string) => ({
    provider: 'openai-compatible',
    endpoint: 'http://a.example/v1',
    model: name,
    name,
    credentials: [{ key: name }],
  });
  const config: RouteConfig = { policy: 'round-robin', targets: ['a', 'b', 'c'].map(target) };
  const start = () => createRoute(config, { clock, store: createFileRouteStore(path), environment: {} });
  const request = async (...reasons: 'overloaded'[]) =>
    (await driveRequest(await start().begin(), clock, reasons)).lines.map((line) => line.slice(0, 6));
  expect([await request(), await request('overloaded'), await request(), await request(), await request()]).toEqual([
    ['send a', 'ok'],
    ['send b', 'send c', 'ok'],
    ['send c', 'ok'],
    ['send a', 'ok'],
    ['send c', 'ok'],
  ]);
  await clock.advance(30_000);
  expect(await start().look()).toEqual({
    targets: ['a', 'b', 'c'].map((name, index) => ({ name, accounts: [{ account: `key:${index + 1}` }] })),
  });
});

const unusable: readonly (readonly [string, string | Uint8Array, string])[] = [
  ['half a file', '{"version":1,"cool', 'it is damaged'],
  ['an empty one', '', 'it is damaged'],
  ['not a JSON object', '[]', 'it is damaged'],
  ['rubbish', new Uint8Array([0, 255, 254, 10]), 'it is damaged'],
  ['another shape', '{"version":1,"cooldowns":{},"counters":{}}', 'it is damaged'],
  ['a wrong number', '{"version":1,"cooldowns":[],"counters":{"a":-1}}', 'it is damaged'],
  [
    'a wrong cooldown',
    '{"version":1,"cooldowns":[{"key":"a","reason":"toString","count":1,"until":1}],"counters":{}}',
    'it is damaged',
  ],
  ['a newer one', '{"version":2}', 'it was written by a newer version'],
];

test.each(unusable)('%s is set aside, and a new file is started', async (_, content, why) => {
  await mkdir(join(folder, 'state'));
  await writeFile(path, content);
  const notices: string[] = [];
  const store = createFileRouteStore(path, { clock: createVirtualClock(7), onNotice: (text) => notices.push(text) });
  expect([await store.cooldowns(), await store.take('a'), await store.cooldowns()]).toEqual([[], 0, []]);
  const files = (await readdir(join(folder, 'state'))).toSorted();
  const aside = join(folder, 'state', files[1] ?? '');
  expect([files.length, files[0], aside.replace(/[0-9a-f]{8}$/, '')]).toEqual([2, 'routes.json', `${path}.corrupt-7-`]);
  expect(await readFile(aside)).toEqual(Buffer.from(content));
  expect(notices).toEqual([`${path} cannot be used: ${why}. It is kept as ${aside}, and cooldowns start fresh.`]);
});

test('if nothing can be written it remembers for this process, and says so once', async () => {
  await writeFile(join(folder, 'state'), 'a file where the folder should be');
  const notices: string[] = [];
  const store = createFileRouteStore(path, { onNotice: (text) => notices.push(text) });
  await store.put(cooldown('x'));
  expect([await store.take('a'), await store.take('a'), await store.cooldowns()]).toEqual([0, 1, [cooldown('x')]]);
  expect(notices).toEqual([`${path} cannot be used (EEXIST): cooldowns are kept for this process only.`]);
});

test('a deleted folder loses nothing of this process', async () => {
  const notices: string[] = [];
  const store = createFileRouteStore(path, { onNotice: (text) => notices.push(text) });
  await store.put(cooldown('x'));
  await rm(join(folder, 'state'), { recursive: true });
  await writeFile(join(folder, 'state'), '');
  expect([await store.take('a'), await store.cooldowns()]).toEqual([0, [cooldown('x')]]);
  expect(notices.length).toBe(1);
});

test('several processes: no number is used twice, and no write is lost', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const ended = await Promise.all(names.map((name) => runProcess('take', path, name, '25')));
  expect(ended.map(({ code, err }) => [code, err])).toEqual(names.map(() => [0, '']));
  const numbers = ended.flatMap(({ out }) => JSON.parse(out) as number[]);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, number) => number));
  const keys = (await createFileRouteStore(path).cooldowns()).map(({ key }) => key);
  const written = names.flatMap((name) => Array.from({ length: 25 }, (_, time) => `${name} ${time}`));
  expect(keys.toSorted()).toEqual(written.toSorted());
});

test('the lock of a killed process is taken over by exactly one waiter', async () => {
  await createFileRouteStore(path).put(cooldown('x'));
  const { signal } = await runProcess('die', path);
  const left = await readdir(join(folder, 'state'));
  const stores = Array.from({ length: 8 }, () => createFileRouteStore(path));
  const numbers = await Promise.all(stores.map((store) => store.take('turns')));
  expect({ signal, held: left.includes('routes.json.lock'), numbers: numbers.toSorted() }).toEqual({
    signal: 'SIGKILL',
    held: true,
    numbers: [0, 1, 2, 3, 4, 5, 6, 7],
  });
  expect(await stores[0]?.cooldowns()).toEqual([cooldown('x')]);
  expect((await readdir(join(folder, 'state'))).toSorted()).toEqual(['routes.json', 'routes.json.half-written']);
});

function lockText(holder: ProcessIdentity): string {
  return JSON.stringify({ ...holder, token: 'some-name', since: 0 });
}

const stuck: readonly (readonly [string, string])[] = [
  ['a live process that does nothing', lockText(await ownIdentity())],
  ['another machine', lockText({ ...(await ownIdentity()), host: 'some-other-machine' })],
  ['an unknown holder', ''],
  ['rubbish', '../../x ../../y z'],
];

test.each(stuck)('takes over a lock held far too long by %s', async (_, holder) => {
  await mkdir(join(folder, 'state'));
  await writeFile(`${path}.lock`, holder);
  const clock = createVirtualClock();
  const store = createFileRouteStore(path, { clock });
  expect(await clock.finish(store.take('turns'))).toBe(0);
  expect(clock.now()).toBeGreaterThan(1_000_000 + 5_000);
  expect(await readdir(join(folder, 'state'))).toEqual(['routes.json']);
});

test('also takes over a lock whose taker died; leaves an active taker alone', async () => {
  await mkdir(join(folder, 'state'));
  // A pid that no system uses.
  await writeFile(`${path}.lock`, lockText({ ...(await ownIdentity()), pid: 4_194_304_999 }));
  const claim = `${path}.lock.some-name.heir`;
  await writeFile(claim, '');
  // A time in the future, so that the lock is recent however slow this machine is.
  await utimes(claim, 4_000_000_000, 4_000_000_000);
  const clock = createVirtualClock();
  const notices: string[] = [];
  const waiting = createFileRouteStore(path, { clock, onNotice: (text) => notices.push(text) });
  expect(await clock.finish(waiting.take('turns'))).toBe(0);
  expect(notices).toEqual([
    `${path} cannot be used (The lock ${path}.lock was not released within 20 s.): cooldowns are kept for this process only.`,
  ]);
  await utimes(claim, 1, 1);
  expect(await clock.finish(createFileRouteStore(path, { clock }).take('turns'))).toBe(0);
  expect(await readdir(join(folder, 'state'))).toEqual(['routes.json']);
});
