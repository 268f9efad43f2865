/** Reads a stored session as if it were opened now, without locking, writing or sending anything. */
import { tmpdir } from 'node:os';
import {
  type FileChanges,
  type RequestFacts,
  type RouteTarget,
  resumeSession,
  type Session,
  type SessionHeader,
  type SessionStore,
  type StoredRecord,
  type StoreWarning,
} from '@interlock/runtime';
import { type Content, rebuildLedger } from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import { usageError } from '../io/command-error.ts';
import { counted } from '../print/counted.ts';
import { viewOf } from './session-view.ts';

export interface ReadSession {
  readonly header: SessionHeader;
  readonly contents: readonly Content[];
  readonly turns: number;
  readonly usage: Usage;
  /** Its own requests and, with `by`, those of its subagents, in the order in which they ended. */
  readonly requests: readonly RequestFacts[];
  /** Queued messages that have not been sent yet. */
  readonly queued: readonly string[];
  readonly updatedAt: number;
  /** The last system prompt; '' if nothing was sent yet. */
  readonly system: string;
  /** Problems with records in the store. */
  readonly warnings: readonly StoreWarning[];
}

export async function readSession(store: SessionStore, id: string): Promise<ReadSession> {
  let system = '';
  let updatedAt: number | undefined;
  const requests: RequestFacts[] = [];
  const { header } = await store.read(id);
  const view = viewOf(store, {
    // It is not used, and the session's own folder may be gone.
    workspace: tmpdir(),
    through: (records) =>
      observe(records, ({ at, record }) => {
        updatedAt = at;
        if (record.kind === 'setup') system = record.system;
        if (record.kind !== 'request') return;
        const { kind: _, ...request } = record;
        requests.push(request);
      }),
  });
  const session = await openForReading(view, id);
  const { contents, turns, usage, queued, warnings } = session.state;
  await session.close();
  const facts = { header, contents, turns, usage, requests, queued, warnings, system };
  return { ...facts, updatedAt: updatedAt ?? header.createdAt };
}

/** The changes of a session to files, compared with their current content. Nothing is locked or written. */
export async function readChanges(store: SessionStore, id: string): Promise<FileChanges> {
  const session = await openForReading(viewOf(store, {}), id, true);
  try {
    return await session.fileChanges();
  } finally {
    await session.close();
  }
}

/** A copy in the same store, with the first turns or all of them. */
export async function forkSession(store: SessionStore, id: string, turns: number | undefined): Promise<string> {
  const session = await openForReading(viewOf(store, { create: (header) => store.create(header) }), id);
  try {
    const { turns: all } = session.state;
    if (turns !== undefined && turns > all)
      throw usageError(`It has ${counted(all, 'turn')}, not ${turns}.\nOmit --turns to copy all of it.`);
    const fork = await session.fork(turns === undefined ? {} : { turns });
    await fork.close();
    return fork.id;
  } finally {
    await session.close();
  }
}

/** A copy in the same store with these contents instead. */
export async function copyWith(
  store: SessionStore,
  id: string,
  contents: readonly Content[],
  turns: number,
): Promise<string> {
  const ledger = rebuildLedger(contents).toJSON();
  const snapshot: StoredRecord = { sequence: 1, at: 0, record: { kind: 'snapshot', contents, ledger, turns } };
  const through = async function* (): AsyncGenerator<StoredRecord, void, undefined> {
    yield snapshot;
  };
  const session = await openForReading(viewOf(store, { create: (header) => store.create(header), through }), id);
  const fork = await session.fork();
  await fork.close();
  await session.close();
  return fork.id;
}

async function* observe(
  records: AsyncIterable<StoredRecord>,
  listener: (stored: StoredRecord) => void,
): AsyncGenerator<StoredRecord, void, undefined> {
  for await (const stored of records) {
    listener(stored);
    yield stored;
  }
}

/** A session needs a target, even if it sends nothing. */
const unusedTarget: RouteTarget = { provider: 'ollama', credentials: [{ key: 'none' }] };

function openForReading(store: SessionStore, id: string, keepsFiles = false): Promise<Session> {
  return resumeSession({ store, id, route: unusedTarget, environment: {}, keepsFiles });
}
