/**
 * The one writer of a session in PostgreSQL. Records are written in batches, in order, one statement each, which checks the lease's
 * fence. If a connection is lost, it is unknown whether the batch arrived: before anything else is sent, the rows are compared with
 * the batch, and the fence is raised so that nothing can still arrive.
 */
import type { Clock } from '../../time/clock.ts';
import { encodeRecord } from '../encode-record.ts';
import { logClosed } from '../refusals.ts';
import type { SessionRecord } from '../session-record.ts';
import type { SessionHeader, SessionLog, StoredRecord } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import {
  type BatchEntry,
  batchCharacters,
  batchEntries,
  batchOf,
  compareBatch,
  insertBatch,
  lostError,
  type Progress,
} from './batch.ts';
import type { Database, Queries } from './database.ts';
import { type Lease, releaseLease, renewLease } from './lease.ts';
import { checksum } from './stored-text.ts';
import type { Tables } from './tables.ts';

export interface LogParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly clock: Clock;
  readonly header: SessionHeader;
  readonly lease: Lease;
  readonly fence: number;
  readonly last: number;
  onClose(log: SessionLog): void;
}

interface QueuedEntry extends BatchEntry {
  /** The caller that waits for it. Absent: it was already confirmed and will be written soon. */
  readonly waiting?: { resolve(stored: StoredRecord): void; reject(error: unknown): void };
}

const soonMs = 10;

export class PostgresLog implements SessionLog {
  readonly header: SessionHeader;
  readonly #parts: LogParts;
  /** In order; records without a waiting caller come first, so that a failure never leaves a gap. */
  #queue: QueuedEntry[] = [];
  /** The newest sequence number that was assigned. */
  #last: number;
  #progress: Progress;
  /** A statement was sent and its response did not arrive. */
  #uncertain = false;
  /** The last attempt failed: nothing is confirmed in advance until one succeeds. */
  #failing = false;
  /** Why nothing can be written anymore. */
  #over: StoreError | undefined;
  #overTold = false;
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #soon: NodeJS.Timeout | undefined;
  #renewing = false;
  readonly #renewal: NodeJS.Timeout;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.header = parts.header;
    this.#last = parts.last;
    this.#progress = { written: parts.last, fence: parts.fence };
    // Does not keep the process alive: it may exit and let the lease expire.
    this.#renewal = setInterval(() => void this.#renew(), Math.max(1, parts.lease.ms / 3)).unref();
  }

  async append(record: SessionRecord, durable: boolean): Promise<StoredRecord> {
    this.#refuseWhenOver();
    const entry = this.#encode(record);
    this.#last = entry.stored.sequence;
    if (!durable && !this.#failing && this.#hasRoom(entry)) {
      this.#queue.push(entry);
      this.#soon ??= setTimeout(() => this.#writeSoon(), soonMs);
      return entry.stored;
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...entry, waiting: { resolve, reject } });
      this.#write().catch(() => undefined);
    });
  }

  async flush(): Promise<void> {
    this.#refuseWhenOver();
    await this.#write();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Nothing is confirmed ahead of what a caller waits for, and not more than a batch. */
  #hasRoom(entry: BatchEntry): boolean {
    if (this.#queue.at(-1)?.waiting !== undefined || this.#queue.length >= batchEntries) return false;
    return this.#queue.reduce((sum, { body }) => sum + body.length, entry.body.length) <= batchCharacters;
  }

  #writeSoon(): void {
    this.#soon = undefined;
    this.#write().catch(() => undefined); // the next caller gets the error
  }

  #refuseWhenOver(): void {
    if (this.#closing !== undefined) throw logClosed(this.header.id);
    if (this.#over === undefined) return;
    this.#overTold = true;
    throw this.#over;
  }

  async #close(): Promise<void> {
    clearInterval(this.#renewal);
    const { database, tables, lease } = this.#parts;
    try {
      if (this.#over === undefined) await this.#write();
    } catch (error) {
      if (this.#over === undefined && this.#queue.length > 0) throw error;
      // Otherwise the waiting caller got the error, and nothing more was promised.
    } finally {
      clearTimeout(this.#soon);
      // Otherwise it expires.
      await releaseLease(database, tables, lease).catch(() => undefined);
      this.#parts.onClose(this);
    }
    if (this.#over !== undefined && !this.#overTold) throw this.#over;
  }

  #encode(record: SessionRecord): BatchEntry {
    const sequence = this.#last + 1;
    const at = this.#parts.clock.now();
    const body = encodeRecord(record);
    return { stored: { sequence, at, record }, body, checksum: checksum(this.header.id, sequence, at, body) };
  }

  /** Writes until nothing is left, one batch at a time; what arrives meanwhile is written in the same run. */
  #write(): Promise<void> {
    // Even if nothing is left: records that were refused may have to be deleted.
    if (this.#queue.length === 0 && !this.#uncertain) return Promise.resolve();
    this.#writing ??= this.#writeAll();
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      do {
        const batch = batchOf(this.#queue);
        await this.#parts.database.run((queries) => this.#send(queries, batch));
        this.#failing = false;
        for (const entry of batch) entry.waiting?.resolve(entry.stored);
        this.#queue.splice(0, batch.length);
      } while (this.#queue.length > 0);
    } catch (error) {
      throw this.#fail(error);
    } finally {
      // Done here and not in a callback of the promise: records appended in between would wait for a writer that has ended.
      this.#writing = undefined;
    }
  }

  /** Repeated after a lost connection. */
  async #send(queries: Queries, batch: readonly BatchEntry[]): Promise<void> {
    if (this.#uncertain) await this.#compare(queries, batch);
    if (await this.#insert(queries, batch)) return;
    // The session is no longer ours, or has changed: the comparison shows which.
    await this.#compare(queries, batch);
    if (!(await this.#insert(queries, batch))) throw lostError(this.header.id, null, this.#progress.written);
  }

  async #insert(queries: Queries, batch: readonly BatchEntry[]): Promise<boolean> {
    const { tables, lease } = this.#parts;
    this.#uncertain = true;
    const progress = await insertBatch(queries, tables, lease, this.#progress, batch);
    this.#uncertain = false;
    this.#progress = progress ?? this.#progress;
    return progress !== undefined;
  }

  async #compare(queries: Queries, batch: readonly BatchEntry[]): Promise<void> {
    const { tables, lease } = this.#parts;
    this.#progress = await compareBatch(queries, tables, lease, this.#progress, batch);
    this.#uncertain = false;
  }

  /** Waiting callers get the error; confirmed records are retried with the next operation. */
  #fail(thrown: unknown): unknown {
    const over =
      thrown instanceof StoreError && (thrown.code === 'conflict' || thrown.code === 'gone') ? thrown : undefined;
    const error = over ?? this.#explain(thrown);
    const waiting = this.#queue.filter((entry) => entry.waiting !== undefined);
    this.#failing = true;
    this.#queue = this.#queue.filter((entry) => entry.waiting === undefined);
    this.#last = this.#queue.at(-1)?.stored.sequence ?? this.#progress.written;
    if (over !== undefined) {
      this.#over = over;
      this.#overTold = waiting.length > 0 || this.#queue.length === 0;
      this.#queue = [];
      this.#uncertain = false;
      clearInterval(this.#renewal);
    }
    for (const entry of waiting) entry.waiting?.reject(error);
    return error;
  }

  #explain(thrown: unknown): unknown {
    if (!(thrown instanceof StoreError) || !this.#uncertain) return thrown;
    const what =
      `The session ${this.header.id} is stored up to record ${this.#progress.written}; whether later records arrived is not ` +
      'known, and is settled before anything else is written.';
    return new StoreError(thrown.code, what, thrown.message);
  }

  async #renew(): Promise<void> {
    if (this.#renewing) return;
    const { database, tables, lease } = this.#parts;
    this.#renewing = true;
    try {
      // If another process holds it, the next append reports it.
      if (!(await renewLease(database, tables, lease))) clearInterval(this.#renewal);
    } catch {
      // Retried the next time, or by the next append.
    } finally {
      this.#renewing = false;
    }
  }
}
