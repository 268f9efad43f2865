/** Where sessions are kept. One contract for memory, files and a database; `test/store/contract.ts` holds them to it. */
import type { SessionRecord } from './session-record.ts';

export interface SessionHeader {
  readonly version: 1;
  readonly id: string;
  /** What the session belongs to; sessions of two folders never mix. */
  readonly workspace: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly title?: string;
  /** The session it was forked from or started by, and its depth. */
  readonly parent?: string;
  readonly spawnDepth: number;
}

export interface StoredRecord {
  /** From 1, without gaps in a sound session. */
  readonly sequence: number;
  readonly at: number;
  readonly record: SessionRecord;
}

/** Something in the store that could not be used. It is kept aside, never deleted. */
export interface StoreWarning {
  readonly code:
    | 'torn'
    | 'corrupt'
    | 'duplicate'
    | 'foreign'
    | 'reordered'
    | 'gap'
    | 'unknown-kind'
    | 'newer-format'
    | 'lock-taken-over';
  readonly message: string;
  /** Line of the file, or sequence. */
  readonly place?: number;
}

/** The one writer of a session. */
export interface SessionLog {
  readonly header: SessionHeader;
  /**
   * `durable`: on disk when it resolves; otherwise soon after, in order. Rejects with a `StoreError`; nothing is half written,
   * and what was appended behind it without waiting is refused with it: a log never has a hole.
   */
  append(record: SessionRecord, durable: boolean): Promise<StoredRecord>;
  /** Everything appended so far is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedSession {
  readonly log: SessionLog;
  /** Oldest first, up to the moment of opening; read once. */
  readonly records: AsyncIterable<StoredRecord>;
  /** Complete when `records` has ended. */
  readonly warnings: readonly StoreWarning[];
}

export interface SessionSummary {
  readonly header: SessionHeader;
  /** When the last record was appended; of an empty session, when it was created. */
  readonly updatedAt: number;
  /** The highest sequence. */
  readonly records: number;
}

export interface OpenOptions {
  /** Called once, before the first wait, with the holder of the session. */
  readonly onWait?: ((holder: string) => void) | undefined;
}

export interface SessionStore {
  create(header: SessionHeader): Promise<SessionLog>;
  /** For writing: one opener at a time, in all processes. */
  open(id: string, options?: OpenOptions): Promise<OpenedSession>;
  /** For reading only: takes no lock and changes nothing. */
  read(id: string): Promise<Omit<OpenedSession, 'log'> & { readonly header: SessionHeader }>;
  /** Newest first. */
  list(workspace?: string): Promise<readonly SessionSummary[]>;
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}
