/**
 * Writes a session file. Appends that wait together are written together and, if one of them is durable, synced once. What a failed
 * write left behind is cut off before anything else is written, so no line is ever incomplete.
 */
import type { FileHandle } from 'node:fs/promises';
import type { Clock } from '../../time/clock.ts';
import { encodeRecord } from '../encode-record.ts';
import { logClosed } from '../refusals.ts';
import type { SessionRecord } from '../session-record.ts';
import type { SessionHeader, SessionLog, StoredRecord } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { encodeRecordLine } from './line-format.ts';
import { storageFailure } from './storage-failure.ts';

export interface LogFile {
  readonly header: SessionHeader;
  /** Opened for appending, so that it cannot overwrite what another process has written. */
  readonly handle: FileHandle;
  readonly size: number;
  /** Whether the file ends with a line break at that point. */
  readonly ended: boolean;
  readonly lastSequence: number;
  /** The owner tag of its lines. */
  readonly owner?: string;
  readonly clock: Clock;
  /** Whether we still hold the session's lock. */
  readonly isHeld: () => Promise<boolean>;
  /** Releases the session; called once. */
  readonly release: () => Promise<void>;
}

/** An append, or a flush if there is no record. */
interface WaitingAppend {
  readonly entry: { readonly record: SessionRecord; readonly text: string; readonly at: number } | undefined;
  readonly durable: boolean;
  readonly resolve: (stored: StoredRecord | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Records that are not durable are synced this long after they were written, at the latest. */
const syncAfterMs = 1_000;
const maxBatchBytes = 8 * 1024 * 1024;

export class JsonlLog implements SessionLog {
  readonly header: SessionHeader;
  readonly #file: LogFile;
  readonly #closing = new AbortController();
  #queue: WaitingAppend[] = [];
  #running: Promise<void> | undefined;
  #closed: Promise<void> | undefined;
  #size: number;
  #ended: boolean;
  #sequence: number;
  /** How many bytes a failed write may have left after `#size`. */
  #leftover = 0;
  #unsynced = false;
  #syncPlanned = false;
  /** The file or the disk has changed unexpectedly. */
  #broken: { readonly error: unknown } | undefined;

  constructor(file: LogFile) {
    this.header = file.header;
    this.#file = file;
    this.#size = file.size;
    this.#ended = file.ended;
    this.#sequence = file.lastSequence;
  }

  async append(record: SessionRecord, durable: boolean): Promise<StoredRecord> {
    if (this.#closed !== undefined) throw logClosed(this.header.id);
    const entry = { record, text: encodeRecord(record), at: Math.trunc(this.#file.clock.now()) };
    const stored = await this.#enqueue(entry, durable);
    if (stored === undefined) throw new Error('an append returns what was stored');
    return stored;
  }

  async flush(): Promise<void> {
    if (this.#closed !== undefined) throw logClosed(this.header.id);
    await this.#enqueue(undefined, true);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    try {
      await this.#enqueue(undefined, true);
    } finally {
      await this.#running;
      try {
        await this.#file.handle.close();
      } finally {
        await this.#file.release();
      }
    }
  }

  #enqueue(entry: WaitingAppend['entry'], durable: boolean): Promise<StoredRecord | undefined> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ entry, durable, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async #run(): Promise<void> {
    // Appends made in the same tick join the batch.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch();
      try {
        const stored = await this.#commit(batch);
        for (const [index, { resolve }] of batch.entries()) resolve(stored[index]);
      } catch (error) {
        // Later ones were appended in the belief that this one would be stored.
        for (const { reject } of [...batch, ...this.#queue.splice(0)]) reject(error);
      }
    }
    this.#running = undefined;
    this.#planSync();
  }

  #takeBatch(): readonly WaitingAppend[] {
    let bytes = 0;
    const end = this.#queue.findIndex(({ entry }) => {
      bytes += entry?.text.length ?? 0;
      return bytes > maxBatchBytes;
    });
    // A record that is too large for a batch is written alone.
    return this.#queue.splice(0, end < 0 ? this.#queue.length : Math.max(1, end));
  }

  async #commit(batch: readonly WaitingAppend[]): Promise<readonly (StoredRecord | undefined)[]> {
    if (this.#broken !== undefined) throw this.#broken.error;
    const durable = batch.some((waiting) => waiting.durable);
    const lines: Buffer[] = [];
    let sequence = this.#sequence;
    const stored = batch.map(({ entry }) => {
      if (entry === undefined) return undefined;
      sequence += 1;
      lines.push(encodeRecordLine(sequence, entry.at, entry.text, this.#file.owner));
      return { sequence, at: entry.at, record: entry.record };
    });
    if (lines.length > 0 && !this.#ended) lines.unshift(Buffer.from('\n'));
    const bytes = lines.length === 1 && lines[0] !== undefined ? lines[0] : Buffer.concat(lines);
    const changes = bytes.length > 0 || this.#unsynced;
    try {
      await this.#cutLeftover();
      if (durable && changes) await this.#check();
      if (bytes.length > 0) await this.#write(bytes);
      if (durable && changes) await this.#sync();
    } catch (error) {
      await this.#cutLeftover().catch(() => undefined);
      throw this.#failure(error);
    }
    this.#leftover = 0;
    this.#size += bytes.length;
    this.#ended ||= bytes.length > 0;
    this.#sequence = sequence;
    return stored;
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#leftover = bytes.length;
    this.#unsynced = true;
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.handle.write(bytes, done);
      done += bytesWritten;
    }
  }

  async #sync(): Promise<void> {
    try {
      await this.#file.handle.datasync();
      this.#unsynced = false;
    } catch (error) {
      // A second sync would succeed, having forgotten what it could not write.
      const failure = storageFailure(
        error,
        `Session ${this.header.id} could not be flushed to disk`,
        'Records that were reported durable are safe.',
      );
      throw this.#break(failure);
    }
  }

  async #cutLeftover(): Promise<void> {
    if (this.#leftover === 0) return;
    const { size } = await this.#file.handle.stat();
    // More than we can have written: do not cut it.
    if (size < this.#size || size > this.#size + this.#leftover) throw this.#break(this.#changed(size));
    await this.#file.handle.truncate(this.#size);
    this.#leftover = 0;
  }

  /** Writing to a deleted file would look like success. */
  async #check(): Promise<void> {
    const { nlink, size } = await this.#file.handle.stat();
    const { id } = this.header;
    if (nlink === 0) {
      const what = `The file of session ${id} was deleted while it was open. Nothing was written.`;
      throw this.#break(new StoreError('gone', what, 'Put it back and open the session again, or start a new one.'));
    }
    if (size !== this.#size) throw this.#break(this.#changed(size));
    if (!(await this.#file.isHeld())) {
      const what = `The lock of session ${id} was removed or taken by another process. Nothing was written.`;
      throw this.#break(new StoreError('conflict', what, 'Open the session again.'));
    }
  }

  #changed(size: number): StoreError {
    const what = `The file of session ${this.header.id} has ${size} bytes instead of ${this.#size}: something else changed it. Nothing was written.`;
    return new StoreError('conflict', what, 'Open the session again.');
  }

  /** Makes everything fail with this error from now on: the session must be opened again. */
  #break(error: unknown): unknown {
    this.#broken = { error };
    return error;
  }

  #failure(error: unknown): unknown {
    const safe =
      this.#sequence === 0 ? 'Nothing was written.' : `Records 1 to ${this.#sequence} were written, nothing more.`;
    return storageFailure(error, `Session ${this.header.id} could not be written`, safe);
  }

  #planSync(): void {
    if (!this.#unsynced || this.#syncPlanned || this.#closed !== undefined || this.#broken !== undefined) return;
    this.#syncPlanned = true;
    void this.#file.clock.sleep(syncAfterMs, this.#closing.signal).then(async () => {
      this.#syncPlanned = false;
      // If it fails, the log is broken and the next append says so.
      if (this.#closed === undefined) await this.#enqueue(undefined, true).catch(() => undefined);
    });
  }
}
