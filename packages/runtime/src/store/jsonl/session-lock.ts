/**
 * One writer of a session in all processes. The lock is a file that names its holder; it appears whole or not at all, by linking.
 * A holder that no longer runs (same number, other start: no longer) loses it. Who takes over is settled by linking `<lock>.<token>.heir`:
 * only one can, for that one lock, and only the heir replaces it. An heir that died has heirs of its own.
 *
 * A holder on another machine cannot be looked at. It writes the time into its lock at least every ten minutes while it writes; left
 * alone for a day, it counts as dead. Should it come back, its next durable append finds that it has lost the lock and is refused.
 */
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { Clock } from '../../time/clock.ts';
import { makePrivateFile } from '../private-files.ts';
import { type ProcessIdentity, processStart } from './process-identity.ts';
import { errnoOf } from './storage-failure.ts';

export interface LockOptions {
  readonly clock: Clock;
  readonly self: ProcessIdentity;
  /** Never the same twice. */
  readonly mintToken: () => string;
  /** How long to wait for a holder that runs. */
  readonly waitMs: number;
  /** The first pause; pauses double up to 50 ms. Default: 50. */
  readonly pauseMs?: number;
  /** A holder that keeps the lock for longer while we wait counts as dead, even if it runs. Default: never. */
  readonly stuckMs?: number;
  /** Called once, before the first wait, with who holds it. */
  readonly onWait?: ((holder: string) => void) | undefined;
}

interface Holder extends ProcessIdentity {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A lock on disk; without `holder` it could not be read. */
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
  /** In words: `process 12 on host since …`. */
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

  /** False once another process has replaced or removed it: then our file has no name anymore. */
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

  /** Once is enough; more often does no harm. */
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

/** Rejects with a `LockedError` when the wait was too long. */
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

/** Whether a running process holds it. Takes nothing. */
export async function isLocked(path: string, options: LockOptions): Promise<boolean> {
  const seen = await look(path);
  return seen !== undefined && !(await isDead(seen, options));
}

/** Says whether the same holder has been seen for more than `stuckMs` of waiting. */
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

/** Whether we are the one heir, and the lock is now ours. */
async function takeOver(path: string, draft: string, dead: SeenLock, options: LockOptions): Promise<boolean> {
  const trail: string[] = [];
  for (let last: SeenLock = dead; ; ) {
    const claim = `${path}.${last.token}.heir`;
    trail.push(claim);
    if (await linkNew(draft, claim)) break;
    const heir = await look(claim);
    // Gone: another process has finished taking over. Running: it is about to.
    if (heir === undefined || !(await isDead(heir, options))) return false;
    last = heir;
  }
  // Claims are removed only after the lock was replaced. If it still is the dead one, no one has been here before us.
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
  // No links here (FAT, some network folders). For a moment it is empty, which is why an unreadable lock is given time.
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
    // It becomes part of a file's name.
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
