/**
 * One writer per session across all processes. The lock is a file that names its holder; it is created atomically by linking. A holder
 * that is no longer running (or whose pid now belongs to another process) loses it. To take over, a process links
 * `<lock>.<token>.heir`: only one can succeed for that lock, and only this heir replaces it. An heir that died can have heirs itself.
 *
 * A holder on another machine cannot be checked. While it writes, it updates the time in its lock at least every ten minutes; after a
 * day without updates it counts as dead. If it comes back, its next durable append detects the lost lock and fails.
 */
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { Clock } from '../../time/clock.ts';
import { makePrivateFile } from '../private-files.ts';
import { type ProcessIdentity, processStart } from './process-identity.ts';
import { errnoOf } from './storage-failure.ts';

export interface LockOptions {
  readonly clock: Clock;
  readonly self: ProcessIdentity;
  /** Always unique. */
  readonly mintToken: () => string;
  /** How long to wait for a running holder. */
  readonly waitMs: number;
  /** The first pause; pauses double up to 50 ms. Default: 50. */
  readonly pauseMs?: number;
  /** A holder that keeps the lock for longer while we wait counts as dead, even if it is running. Default: never. */
  readonly stuckMs?: number;
  /** Called once, before the first wait, with the holder. */
  readonly onWait?: ((holder: string) => void) | undefined;
}

interface Holder extends ProcessIdentity {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A lock on disk; no `holder`: it could not be read. */
interface SeenLock {
  readonly token: string;
  readonly holder: Holder | undefined;
  readonly touchedAt: number;
}

const retryMs = 50;
const foreignMs = 24 * 3_600_000;
const touchMs = 600_000;
const unreadableMs = 10_000;

export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** As text: `process 12 on host since …`. */
  readonly holder: string;

  constructor(seen: SeenLock | undefined) {
    const by = seen === undefined ? 'another process' : nameOf(seen);
    const since = seen?.holder === undefined ? '' : ` since ${new Date(seen.holder.since).toISOString()}`;
    super(`The lock is held by ${by}${since}.`);
    this.holder = `${by}${since}`;
  }
}

export class SessionLock {
  /** The dead holder it was taken from, if any. */
  readonly takenFrom: string | undefined;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #clock: Clock;
  #touchedAt: number;
  #released = false;

  constructor(path: string, handle: FileHandle, clock: Clock, takenFrom: string | undefined) {
    this.#path = path;
    this.#handle = handle;
    this.#clock = clock;
    this.takenFrom = takenFrom;
    this.#touchedAt = clock.now();
  }

  /** False if another process has replaced or removed it: then our file has no name anymore. */
  async isHeld(): Promise<boolean> {
    const { nlink } = await this.#handle.stat();
    if (nlink === 0) return false;
    const now = this.#clock.now();
    if (now - this.#touchedAt >= touchMs) {
      this.#touchedAt = now;
      await this.#handle.utimes(now / 1000, now / 1000);
    }
    return true;
  }

  /** May be called more than once. */
  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    try {
      if (await this.isHeld()) await rm(this.#path, { force: true });
    } finally {
      await this.#handle.close();
    }
  }
}

/** Rejects with a `LockedError` if the wait was too long. */
export async function acquireLock(path: string, options: LockOptions): Promise<SessionLock> {
  const { clock, self, mintToken, waitMs } = options;
  const own: Holder = { ...self, token: mintToken(), since: clock.now() };
  const draft = `${path}.${own.token}.new`;
  try {
    await writeNew(draft, JSON.stringify(own));
    const isStuck = watchHolder(options.stuckMs);
    for (let waited = 0, pause = options.pauseMs ?? retryMs; ; waited += pause, pause = Math.min(retryMs, 2 * pause)) {
      if (await linkNew(draft, path)) return await hold(path, clock, undefined);
      const seen = await look(path);
      const isOver = seen !== undefined && (isStuck(seen.token, waited) || (await isDead(seen, options)));
      if (isOver && (await takeOver(path, draft, seen, options))) return await hold(path, clock, nameOf(seen));
      if (waited === 0 && waitMs > 0) options.onWait?.(seen === undefined ? 'another process' : nameOf(seen));
      if (waited >= waitMs) throw new LockedError(seen);
      await clock.sleep(Math.min(pause, waitMs - waited));
    }
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Whether a running process holds it. Does not take it. */
export async function isLocked(path: string, options: LockOptions): Promise<boolean> {
  const seen = await look(path);
  return seen !== undefined && !(await isDead(seen, options));
}

/** Returns whether the same holder has been seen for more than `stuckMs` of waiting. */
function watchHolder(stuckMs = Number.POSITIVE_INFINITY): (token: string, waited: number) => boolean {
  let known = '';
  let since = 0;
  return (token, waited) => {
    if (token !== known) since = waited;
    known = token;
    return waited - since > stuckMs;
  };
}

async function hold(path: string, clock: Clock, takenFrom: string | undefined): Promise<SessionLock> {
  return new SessionLock(path, await open(path, 'r'), clock, takenFrom);
}

/** Whether we became the heir and now hold the lock. */
async function takeOver(path: string, draft: string, dead: SeenLock, options: LockOptions): Promise<boolean> {
  const trail: string[] = [];
  for (let last: SeenLock = dead; ; ) {
    const claim = `${path}.${last.token}.heir`;
    trail.push(claim);
    if (await linkNew(draft, claim)) break;
    const heir = await look(claim);
    // Gone: another process has taken over. Running: it is about to.
    if (heir === undefined || !(await isDead(heir, options))) return false;
    last = heir;
  }
  // Claims are removed only after the lock was replaced. If it is still the dead one, nobody has taken over.
  const still = (await look(path))?.token === dead.token;
  if (still) await rename(draft, path);
  for (const claim of still ? trail : trail.slice(-1)) await rm(claim, { force: true });
  return still;
}

/** False if the name is taken. */
async function linkNew(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
  }
  // No hard links here (FAT, some network folders). The file is empty for a moment, so an unreadable lock is given time.
  try {
    await writeNew(path, await readFile(draft, 'utf8'));
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  const handle = await makePrivateFile(path);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

async function look(path: string): Promise<SeenLock | undefined> {
  try {
    const [text, { mtimeMs, ino }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const holder = parseHolder(text);
    return { holder, token: holder?.token ?? `unreadable-${ino}-${Math.trunc(mtimeMs)}`, touchedAt: mtimeMs };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    const { pid, since, start, host, namespace, token } = value ?? {};
    if (!Number.isSafeInteger(pid) || typeof pid !== 'number' || pid <= 0 || typeof since !== 'number')
      return undefined;
    if (typeof start !== 'string' || typeof host !== 'string' || typeof namespace !== 'string') return undefined;
    // The token becomes part of a file name.
    if (typeof token !== 'string' || !/^[A-Za-z0-9-]{1,64}$/.test(token)) return undefined;
    return { pid, since, start, host, namespace, token };
  } catch {
    return undefined;
  }
}

async function isDead({ holder, touchedAt }: SeenLock, { clock, self }: LockOptions): Promise<boolean> {
  const age = clock.now() - touchedAt;
  if (holder === undefined) return age > unreadableMs;
  if (holder.host !== self.host || holder.namespace !== self.namespace) return age > foreignMs;
  const found = await processStart(holder.pid);
  if (found === 'none' || found === 'ended') return true;
  return found !== 'hidden' && holder.start !== 'hidden' && found.start !== holder.start;
}

function nameOf({ holder }: SeenLock): string {
  return holder === undefined ? 'an unknown process' : `process ${holder.pid} on ${holder.host}`;
}
