/**
 * A real store with outages: it refuses a number of appends, then works again. As the contract of stores says, records that were appended
 * after a refused one without waiting are refused with it.
 */
import {
  type KeepsSideFiles,
  type SessionLog,
  type SessionRecord,
  type SessionStore,
  StoreError,
} from '@interlock/runtime';

export type WholeStore = SessionStore & KeepsSideFiles;

export interface FlakyStore extends WholeStore {
  /** Refuses the next `appends` appends, after letting `after` of them through. */
  fail(appends: number, after?: number): void;
  /** Ends the outage. */
  mend(): void;
  /** How many appends were refused so far, and how many are in progress. */
  readonly refused: number;
  readonly writing: number;
}

export function createFlakyStore(inner: WholeStore): FlakyStore {
  let pass = 0;
  let left = 0;
  let refused = 0;
  let writing = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    writing += 1;
    try {
      return await work;
    } finally {
      writing -= 1;
    }
  };
  /** While a refusal is being delivered, all appends behind it get the same. */
  let falling: Promise<never> | undefined;

  const isDown = (): boolean => {
    if (falling !== undefined) return true;
    if (left === 0) return false;
    pass -= 1;
    return pass < 0;
  };
  const refuse = (): Promise<never> => {
    refused += 1;
    left = Math.max(0, left - 1);
    falling ??= new Promise((_, reject) =>
      setImmediate(() => {
        falling = undefined;
        reject(new StoreError('disk-full', 'The disk is full.', 'Make room.'));
      }),
    );
    return falling;
  };
  const wrap = (log: SessionLog): SessionLog => ({
    header: log.header,
    append: (record: SessionRecord, durable) => counted(isDown() ? refuse() : log.append(record, durable)),
    flush: () => (falling === undefined ? log.flush() : falling),
    close: () => log.close(),
  });
  return {
    sideFiles: {
      keep: (id, name, data) => (falling === undefined ? inner.sideFiles.keep(id, name, data) : falling),
      read: (id, name) => inner.sideFiles.read(id, name),
    },
    create: async (header) => wrap(await inner.create(header)),
    open: async (id) => {
      const opened = await inner.open(id);
      return { ...opened, log: wrap(opened.log) };
    },
    read: (id) => inner.read(id),
    list: (workspace) => inner.list(workspace),
    delete: (id) => inner.delete(id),
    close: () => inner.close(),
    fail: (appends, after = 0) => {
      left = appends;
      pass = after;
    },
    mend: () => {
      left = 0;
    },
    get refused() {
      return refused;
    },
    get writing() {
      return writing;
    },
  };
}
