/** Where sessions are stored. One contract for memory, files and a database; tested by `test/store/contract.ts`. */
import type { SessionRecord } from './session-record.ts';

export interface SessionHeader {
  readonly version: 1;
  readonly id: string;
  /** Sessions of different workspaces never mix. */
  readonly workspace: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly title?: string;
  /** The session it was forked from or started by, and its depth. */
  readonly parent?: string;
  readonly spawnDepth: number;
}

export interface StoredRecord {
  /** Starts at 1 and has no gaps in an undamaged session. */
  readonly sequence: number;
  readonly at: number;
  readonly record: SessionRecord;
}

/** Something in the store that could not be used. It is kept, never deleted. */
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
  /** Line of the file, or sequence number. */
  readonly place?: number;
}

/** The one writer of a session. */
export interface SessionLog {
  readonly header: SessionHeader;
  /**
   * `durable`: on disk when it resolves; otherwise soon after, in order. Rejects with a `StoreError`; nothing is partially written,
   * and records appended after it without waiting fail with it: a log never has a gap.
   */
  append(record: SessionRecord, durable: boolean): Promise<StoredRecord>;
  /** Resolves when everything appended so far is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedSession {
  readonly log: SessionLog;
  /** Oldest first, up to the moment of opening; can be read once. */
  readonly records: AsyncIterable<StoredRecord>;
  /** Complete when `records` has ended. */
  readonly warnings: readonly StoreWarning[];
}

export interface SessionSummary {
  readonly header: SessionHeader;
  /** When the last record was appended; for an empty session, when it was created. */
  readonly updatedAt: number;
  /** The highest sequence number. */
  readonly records: number;
}

export interface OpenOptions {
  /** Called once, before the first wait, with the holder of the session. */
  readonly onWait?: ((holder: string) => void) | undefined;
}

export interface SessionStore {
  create(header: SessionHeader): Promise<SessionLog>;
  /** For writing: one opener at a time, across all processes. */
  open(id: string, options?: OpenOptions): Promise<OpenedSession>;
  /** For reading only: takes no lock and changes nothing. */
  read(id: string): Promise<Omit<OpenedSession, 'log'> & { readonly header: SessionHeader }>;
  /** Newest first. */
  list(workspace?: string): Promise<readonly SessionSummary[]>;
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}
