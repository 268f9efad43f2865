/** The stored sessions of the program, read as any other program could. */
import { join } from 'node:path';
import { createJsonlStore, type SessionRecord, type SessionSummary } from '@interlock/runtime';

export interface KeptSession {
  readonly id: string;
  readonly parent?: string;
  readonly records: readonly SessionRecord[];
}

/** `state`: the folder in `XDG_STATE_HOME`. Newest first. */
export async function keptSessions(state: string, shelf = 'sessions'): Promise<readonly KeptSession[]> {
  const store = createJsonlStore(join(state, 'interlock', shelf));
  try {
    const kept: KeptSession[] = [];
    for (const summary of await store.list()) kept.push(await read(store, summary));
    return kept;
  } finally {
    await store.close();
  }
}

async function read(store: ReturnType<typeof createJsonlStore>, { header }: SessionSummary): Promise<KeptSession> {
  const { records } = await store.read(header.id);
  const all: SessionRecord[] = [];
  for await (const { record } of records) all.push(record);
  return { id: header.id, records: all, ...(header.parent === undefined ? {} : { parent: header.parent }) };
}
