/**
 * A lock that a file is for as long as it exists: for work of milliseconds, by any number of processes. Whoever holds it and dies
 * is noticed by its process id, or by holding it for far too long; a living holder does neither.
 *
 * Taking over is a race of its own: two that find the same dead holder must not both get the lock, nor one of them take the
 * other's. So whoever wants to take over first makes a file named after the dead holder (only one can), then looks again whether
 * the lock is still that holder's, and only then replaces it.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import process from 'node:process';
import type { Clock } from '../clock.ts';
import { isRunning } from '../process/is-running.ts';

export interface FileLockOptions {
  readonly clock: Clock;
  /** How long a living holder may hold it before it counts as stuck. */
  readonly stuckMs: number;
  /** The longest that anybody waits. */
  readonly patienceMs: number;
}

const longestPauseMs = 20;

/**
 * Runs `work` while nobody else does. Rejects with what the disk or `work` says, or when the wait was too long. A process that was
 * stopped for a while may have lost the lock without knowing: `isHeld` is to be asked right before the effect.
 */
export async function withFileLock<T>(
  path: string,
  options: FileLockOptions,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const holder = `${process.pid} ${randomUUID()} ${hostname()}`;
  const isHeld = async (): Promise<boolean> => (await holderOf(path)) === holder;
  await acquire(path, holder, options);
  try {
    return await work(isHeld);
  } finally {
    if (await isHeld()) await rm(path, { force: true });
  }
}

async function acquire(path: string, holder: string, { clock, stuckMs, patienceMs }: FileLockOptions): Promise<void> {
  let seen = '';
  let waitedForSeen = 0;
  let waited = 0;
  for (let pause = 1; ; pause = Math.min(longestPauseMs, pause * 2)) {
    if (await create(path, holder)) return;
    const present = await holderOf(path);
    if (present !== undefined) {
      waitedForSeen = present === seen ? waitedForSeen : 0;
      seen = present;
      const isStale = isDead(present) || waitedForSeen > stuckMs;
      if (isStale && (await takeOver(path, present, holder))) return;
    }
    if (waited > patienceMs) throw new Error(`The lock ${path} was not free for ${patienceMs / 1_000} s.`);
    await clock.sleep(pause);
    waited += pause;
    waitedForSeen += pause;
  }
}

/** False if it exists. */
async function create(path: string, content: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
  return true;
}

/** Undefined: nobody's. A holder that has not written its name yet, or died before, is known by its file. */
async function holderOf(path: string): Promise<string | undefined> {
  try {
    const name = await readFile(path, 'utf8');
    if (name !== '') return name;
    const { ino, mtimeMs } = await stat(path);
    return `nameless ${ino}-${mtimeMs}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Only a process of this machine can be asked. */
function isDead(holder: string): boolean {
  const [pid = '', , host] = holder.split(' ');
  return host === hostname() && /^[1-9]\d{0,9}$/.test(pid) && !isRunning(Number(pid));
}

async function takeOver(path: string, dead: string, holder: string): Promise<boolean> {
  const claim = `${path}.${(dead.split(' ')[1] ?? '').replaceAll(/[^\w-]/g, '_')}`;
  if (!(await create(claim, holder))) {
    await dropOld(claim, path);
    return false;
  }
  if ((await holderOf(path)) === dead) {
    await rename(claim, path);
    return true;
  }
  await rm(claim, { force: true });
  return false;
}

/** Whoever wanted to take over has died over it: by the disk's own clock, the only one that everybody has in common. */
async function dropOld(claim: string, path: string): Promise<void> {
  const claimed = await stat(claim).catch(() => undefined);
  const probe = `${path}.${randomUUID()}`;
  if (claimed === undefined || !(await create(probe, ''))) return;
  const now = await stat(probe);
  await rm(probe, { force: true });
  if (now.mtimeMs - claimed.mtimeMs > oldClaimMs) await rm(claim, { force: true });
}

const oldClaimMs = 10_000;

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}
