/**
 * Stores the state of routes in a small private file shared by any number of processes: cooldowns survive a restart, and no two turns
 * get the same round-robin number. Changes are made under a lock and replace the whole file, so readers need no lock.
 *
 * It never makes a turn fail: an unusable file is moved aside and a new one is started, and if nothing can be written, the state is
 * kept in memory. Both are reported to `onNotice`.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, systemClock } from '../time/clock.ts';
import { withFileLock } from './file-lock.ts';
import { ownIdentity, type ProcessIdentity } from './jsonl/process-identity.ts';
import { readMemory, writeMemory } from './route-file.ts';
import { clearCooldown, emptyMemory, putCooldown, type RouteMemory, takeNumber } from './route-memory.ts';
import type { RouteStore } from './route-store.ts';

export interface FileRouteStoreOptions {
  readonly clock?: Clock;
  /** Called with what could not be used, and what happened to it. */
  readonly onNotice?: (sentence: string) => void;
}

type Change<T> = (memory: RouteMemory) => { readonly memory: RouteMemory; readonly value: T };

export function createFileRouteStore(path: string, options: FileRouteStoreOptions = {}): RouteStore {
  const { clock = systemClock, onNotice = () => {} } = options;
  let self: Promise<ProcessIdentity> | undefined;
  let alone: RouteMemory | undefined;
  let latest: RouteMemory = emptyMemory;
  let queue: Promise<unknown> = Promise.resolve();

  const goOnAlone = (error: unknown): RouteMemory => {
    if (alone === undefined) {
      alone = latest;
      onNotice(`${path} cannot be used${codeOf(error)}: cooldowns are kept for this process only.`);
    }
    return alone;
  };

  /** Called only under the lock: another process may have repaired the file in the meantime. */
  const readOrPutAside = async (): Promise<RouteMemory> => {
    const read = readMemory(await readText(path));
    if ('memory' in read) return read.memory;
    const aside = `${path}.corrupt-${clock.now()}-${randomUUID().slice(0, 8)}`;
    await rename(path, aside);
    onNotice(`${path} cannot be used: ${read.unusable}. It is kept as ${aside}, and cooldowns start fresh.`);
    return emptyMemory;
  };

  /** False if the lock was lost; then nothing is changed. */
  const replace = async (memory: RouteMemory, isHeld: () => Promise<boolean>): Promise<boolean> => {
    const draft = `${path}.${randomUUID()}.tmp`;
    try {
      await writeFile(draft, writeMemory(memory, clock.now()), { mode: 0o600, flag: 'wx' });
      const held = await isHeld();
      if (held) await rename(draft, path);
      else await rm(draft, { force: true });
      return held;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  };

  const changeFile = async <T>(change: Change<T>): Promise<T> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    self ??= ownIdentity();
    const lock = { clock, stuckMs: 5_000, patienceMs: 20_000, self };
    const changed = await withFileLock(`${path}.lock`, lock, async (isHeld) => {
      const next = change(await readOrPutAside());
      return (await replace(next.memory, isHeld)) ? next : undefined;
    });
    if (changed === undefined) return changeFile(change);
    latest = changed.memory;
    return changed.value;
  };

  const changeAlone = <T>(change: Change<T>, error: unknown): T => {
    const { memory, value } = change(goOnAlone(error));
    alone = memory;
    return value;
  };

  /** Sequentially, so that a process waits only for others, not for itself. */
  const change = <T>(how: Change<T>): Promise<T> => {
    const changed = queue.then(() =>
      alone === undefined
        ? changeFile(how).catch((error: unknown) => changeAlone(how, error))
        : changeAlone(how, undefined),
    );
    queue = changed.catch(() => {});
    return changed;
  };

  const read = async (): Promise<RouteMemory> => {
    if (alone !== undefined) return alone;
    try {
      const found = readMemory(await readText(path));
      if ('memory' in found) latest = found.memory;
      else return await change((memory) => ({ memory, value: memory }));
      return latest;
    } catch (error) {
      return goOnAlone(error);
    }
  };

  return {
    cooldowns: async () => [...(await read()).cooldowns.values()],
    put: (cooldown) => change((memory) => ({ memory: putCooldown(memory, cooldown), value: undefined })),
    clear: (key) => change((memory) => ({ memory: clearCooldown(memory, key), value: undefined })),
    take: (counter) =>
      change((memory) => {
        const { number, memory: next } = takeNumber(memory, counter);
        return { memory: next, value: number };
      }),
  };
}

const emptyText = '{"version":1,"cooldowns":[],"counters":{}}';

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return emptyText;
    throw error;
  });
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (typeof code === 'string') return ` (${code})`;
  return error instanceof Error ? ` (${error.message})` : '';
}
