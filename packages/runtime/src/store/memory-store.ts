/** Sessions in memory, for tests and for users who want nothing on disk. */
import { type Clock, systemClock } from '../time/clock.ts';
import { encodeRecord } from './encode-record.ts';
import { logClosed, noSuchSession, noSuchSideFile, sessionExists, storeClosed } from './refusals.ts';
import { checkSessionId, checkSideFileName } from './session-id.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionHeader, SessionLog, SessionStore, SessionSummary, StoredRecord } from './session-store.ts';
import type { KeepsSideFiles, SideFiles } from './side-files.ts';
import { StoreError } from './store-error.ts';

/** A stored session. */
interface StoredSession {
  readonly header: SessionHeader;
  readonly lines: { readonly at: number; readonly text: string }[];
  readonly files: Map<string, Uint8Array>;
  writer: object | undefined;
}

export type MemoryShelf = Map<string, StoredSession>;

export interface MemoryStoreOptions {
  readonly clock?: Clock;
  /** Shared by several stores; without it the sessions end with the store. */
  readonly shelf?: MemoryShelf;
}

export type MemoryStore = SessionStore & KeepsSideFiles;

export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  return new MemorySessions(options.clock ?? systemClock, options.shelf ?? new Map());
}

class MemorySessions implements SessionStore, KeepsSideFiles {
  readonly sideFiles: SideFiles;
  readonly #clock: Clock;
  readonly #shelf: MemoryShelf;
  readonly #logs = new Set<MemoryLog>();
  #closed = false;

  constructor(clock: Clock, shelf: MemoryShelf) {
    this.#clock = clock;
    this.#shelf = shelf;
    this.sideFiles = {
      keep: async (id, name, data) => {
        checkSideFileName(name);
        this.#find(id).files.set(name, Buffer.from(data));
        return `memory:${id}/${name}`;
      },
      read: async (id, name) => {
        checkSideFileName(name);
        const data = this.#find(id).files.get(name);
        if (data === undefined) throw noSuchSideFile(id, name);
        return Buffer.from(data);
      },
    };
  }

  async create(header: SessionHeader): Promise<SessionLog> {
    this.#ready(header.id);
    if (this.#shelf.has(header.id)) throw sessionExists(header.id);
    const session: StoredSession = { header: structuredClone(header), lines: [], files: new Map(), writer: undefined };
    this.#shelf.set(header.id, session);
    return this.#write(session);
  }

  async open(id: string): ReturnType<SessionStore['open']> {
    const session = this.#find(id);
    return { log: this.#write(session), records: recordsOf(session), warnings: [] };
  }

  async read(id: string): ReturnType<SessionStore['read']> {
    const session = this.#find(id);
    return { header: session.header, records: recordsOf(session), warnings: [] };
  }

  async list(workspace?: string): Promise<readonly SessionSummary[]> {
    if (this.#closed) throw storeClosed();
    return [...this.#shelf.values()]
      .filter(({ header }) => workspace === undefined || header.workspace === workspace)
      .map(({ header, lines }) => ({
        header,
        updatedAt: lines.at(-1)?.at ?? header.createdAt,
        records: lines.length,
      }))
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
  }

  async delete(id: string): Promise<void> {
    this.#free(this.#find(id));
    this.#shelf.delete(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const log of this.#logs) await log.close();
  }

  #ready(id: string): void {
    if (this.#closed) throw storeClosed();
    checkSessionId(id);
  }

  #find(id: string): StoredSession {
    this.#ready(id);
    const session = this.#shelf.get(id);
    if (session === undefined) throw noSuchSession(id);
    return session;
  }

  #free(session: StoredSession): void {
    if (session.writer !== undefined)
      throw new StoreError(
        'locked',
        `Session ${session.header.id} is open for writing in this process.`,
        'Close it there first.',
      );
  }

  #write(session: StoredSession): SessionLog {
    this.#free(session);
    const log: MemoryLog = new MemoryLog(session, this.#clock, () => this.#logs.delete(log));
    this.#logs.add(log);
    session.writer = log;
    return log;
  }
}

class MemoryLog implements SessionLog {
  readonly #session: StoredSession;
  readonly #clock: Clock;
  readonly #onClose: () => void;

  constructor(session: StoredSession, clock: Clock, onClose: () => void) {
    this.#session = session;
    this.#clock = clock;
    this.#onClose = onClose;
  }

  get header(): SessionHeader {
    return this.#session.header;
  }

  async append(record: SessionRecord): Promise<StoredRecord> {
    this.#check();
    const text = encodeRecord(record);
    const at = this.#clock.now();
    const sequence = this.#session.lines.push({ at, text });
    return { sequence, at, record };
  }

  async flush(): Promise<void> {
    this.#check();
  }

  async close(): Promise<void> {
    if (this.#session.writer === this) this.#session.writer = undefined;
    this.#onClose();
  }

  #check(): void {
    if (this.#session.writer !== this) throw logClosed(this.header.id);
  }
}

function recordsOf(session: StoredSession): AsyncIterable<StoredRecord> {
  const lines = session.lines.slice();
  return (async function* () {
    for (const [index, { at, text }] of lines.entries()) yield { sequence: index + 1, at, record: JSON.parse(text) };
  })();
}
