import { spawn } from 'node:child_process';
import { type FileHandle, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JsonlLog, type LogFile } from '../../../src/store/jsonl/jsonl-log.ts';
import type { StoredRecord } from '../../../src/store/session-store.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { collect, headerOf, refusal, textRecord } from '../contract.ts';
import { lockOf, pathsOf, tempFolder, tempStore } from './temp-session.ts';

async function logOn(path: string, flags: string, more: Partial<LogFile> = {}): Promise<JsonlLog> {
  const handle = await open(path, flags);
  const file: LogFile = {
    header: headerOf('s1'),
    handle,
    size: 0,
    ended: true,
    lastSequence: 0,
    clock: systemClock,
    isHeld: async () => true,
    release: async () => undefined,
    ...more,
  };
  const log = new JsonlLog(file);
  onTestFinished(async () => {
    await log.close().catch(() => undefined);
    // Restores the original after a test with a counting handle.
    await handle.close().catch(() => undefined);
  });
  return log;
}

/** The real handle, which also records the operations. */
function counted(handle: FileHandle, notes: string[]): FileHandle {
  return new Proxy(handle, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      notes.push(String(name));
      return value.bind(target);
    },
  });
}

describe('durable records are on disk first', () => {
  test('concurrent appends share one write and one sync; others are not synced', async () => {
    const notes: string[] = [];
    const path = join(await tempFolder(), 'log');
    await writeFile(path, '');
    const handle = counted(await open(path, 'a+'), notes);
    const log = await logOn(path, 'r', { handle });
    await Promise.all(Array.from({ length: 50 }, (_, index) => log.append(textRecord(`${index}`), index === 20)));
    expect(notes.splice(0)).toEqual(['stat', 'write', 'datasync']);
    await Promise.all(Array.from({ length: 50 }, (_, index) => log.append(textRecord(`${index}`), false)));
    expect(notes.splice(0)).toEqual(['write']);
    await log.flush();
    expect(notes.splice(0)).toEqual(['stat', 'datasync']);
    await log.flush();
    await log.append(textRecord('last'), false);
    await log.close();
    expect(notes.splice(0)).toEqual(['write', 'stat', 'datasync', 'close']);
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(102);
  });

  test('syncs other records soon after, by the clock', async () => {
    const notes: string[] = [];
    const path = join(await tempFolder(), 'log');
    await writeFile(path, '');
    const sleeps: { readonly ms: number; readonly wake: () => void }[] = [];
    const clock = { now: () => 5, sleep: (ms: number) => new Promise<void>((wake) => sleeps.push({ ms, wake })) };
    const handle = counted(await open(path, 'a+'), notes);
    const log = await logOn(path, 'r', { handle, clock });
    await log.append(textRecord('one'), false);
    await log.append(textRecord('two'), false);
    expect(sleeps.map(({ ms }) => ms)).toEqual([1_000]);
    sleeps[0]?.wake();
    await expect.poll(() => notes, { timeout: 240_000 }).toEqual(['write', 'write', 'stat', 'datasync']);
  });
});

describe('disk failures', () => {
  test('a full device: rejected', async () => {
    const log = await logOn('/dev/full', 'a+');
    const codes = await Promise.all([1, 2, 3].map((n) => refusal(log.append(textRecord(`${n}`), n === 1))));
    expect(codes).toEqual(['disk-full', 'disk-full', 'disk-full']);
    await expect(log.append(textRecord('again'), true)).rejects.toThrow(
      /^Session s1 could not be written: .*\(E[A-Z]+\)\. Nothing was written\./,
    );
  });

  test('a disk that cannot sync: rejected permanently', async () => {
    const log = await logOn('/dev/null', 'a+');
    const message = /could not be flushed to disk.*Records that were reported durable are safe/;
    await expect(log.append(textRecord('one'), true)).rejects.toThrow(message);
    await expect(log.append(textRecord('two'), false)).rejects.toThrow(message);
    expect(await refusal(log.flush())).toBe('unavailable');
  });

  test('a limit reached inside a line: nothing half written, nothing after it, and later appends still work', async () => {
    const folder = await tempFolder();
    const script = fileURLToPath(new URL('full-disk-process.ts', import.meta.url));
    const limited = ['-c', 'ulimit -f 256 && exec "$0" "$@"', process.execPath, script, folder];
    const child = spawn('/bin/sh', limited, { stdio: ['ignore', 'pipe', 'inherit'] });
    const said: Buffer[] = [];
    for await (const chunk of child.stdout) said.push(chunk);
    expect(JSON.parse(Buffer.concat(said).toString())).toEqual({
      before: 1,
      large: ['disk-full', 'disk-full'],
      behind: ['disk-full', 'disk-full'],
      after: 2,
      sideFile: 'disk-full',
    });
    const store = tempStore(folder);
    const { records, warnings } = await store.read('s1');
    expect((await collect(records)).map(({ record }) => record)).toEqual([textRecord('before'), textRecord('after')]);
    expect(warnings).toEqual([]);
    expect(await refusal(store.sideFiles.read('s1', 'large.txt'))).toBe('not-found');
  });
});

describe('a file changed from outside', () => {
  const gone = async (folder: string): Promise<void> => rm(folder, { recursive: true });
  const shorter = async (folder: string): Promise<void> => truncate(pathsOf(folder, 's1').file, 10);
  const longer = async (folder: string): Promise<void> =>
    writeFile(pathsOf(folder, 's1').file, 'somebody else\n', { flag: 'a' });
  const unlocked = async (folder: string): Promise<void> => rm(lockOf(folder, 's1'));
  const relocked = async (folder: string): Promise<void> => {
    await rm(lockOf(folder, 's1'));
    await writeFile(lockOf(folder, 's1'), 'mine now');
  };

  test.each([
    ['its folder was deleted', gone, 'gone'],
    ['it was truncated', shorter, 'conflict'],
    ['another process wrote to it', longer, 'conflict'],
    ['its lock was deleted', unlocked, 'conflict'],
    ['its lock belongs to another process', relocked, 'conflict'],
  ])('%s: nothing more is written', async (_name, happen, code) => {
    const folder = await tempFolder();
    const store = tempStore(folder);
    const log = await store.create(headerOf('s1'));
    await log.append(textRecord('one'), true);
    await happen(folder);
    const left = await readFile(pathsOf(folder, 's1').file).catch(() => 'gone');
    expect(await refusal(log.append(textRecord('two'), true))).toBe(code);
    expect(await refusal(log.append(textRecord('three'), false))).toBe(code);
    expect(await refusal(log.flush())).toBe(code);
    await log.close().catch(() => undefined);
    expect(await readFile(pathsOf(folder, 's1').file).catch(() => 'gone')).toEqual(left);
    if (happen === relocked) expect(await readFile(lockOf(folder, 's1'), 'utf8')).toBe('mine now');
  });
});

test('leaves a torn end alone until something is appended, which starts a new line', async () => {
  const path = join(await tempFolder(), 'log');
  await writeFile(path, 'torn');
  const log = await logOn(path, 'a+', { size: 4, ended: false, lastSequence: 7 });
  await log.flush();
  expect(await readFile(path, 'utf8')).toBe('torn');
  const stored: readonly StoredRecord[] = await Promise.all([
    log.append(textRecord('a'), false),
    log.append(textRecord('b'), true),
  ]);
  expect(stored.map(({ sequence }) => sequence)).toEqual([8, 9]);
  const [first, ...lines] = (await readFile(path, 'utf8')).split('\n');
  expect(first).toBe('torn');
  expect(lines.map((line) => (line === '' ? '' : JSON.parse(line).seq))).toEqual([8, 9, '']);
});
