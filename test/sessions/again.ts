/** The same session from its records alone, as another process would find it, and where the two differ. */
import {
  createMemoryStore,
  resumeSession,
  type Session,
  type SessionRecord,
  type SessionStore,
} from '@interlock/runtime';
import type { WholeStore } from './flaky-store.ts';
import type { Line } from './line.ts';

export interface Again {
  readonly session: Session;
  readonly store: WholeStore;
}

export async function recordsOf(store: SessionStore, id: string): Promise<readonly SessionRecord[]> {
  const { records } = await store.read(id);
  const all: SessionRecord[] = [];
  for await (const { record } of records) all.push(record);
  return all;
}

/** Opened from a copy: nothing that happens to it reaches the session it was copied from. */
export async function reopen(line: Line, records: readonly SessionRecord[]): Promise<Again> {
  const { id } = line.session;
  const copy = createMemoryStore();
  const { header } = await line.store.read(id);
  const log = await copy.create(header);
  for (const record of records) await log.append(record, true);
  await log.close();
  const store: WholeStore = {
    create: (of) => copy.create(of),
    open: (of) => copy.open(of),
    read: (of) => copy.read(of),
    list: (workspace) => copy.list(workspace),
    delete: (of) => copy.delete(of),
    close: () => copy.close(),
    // Those it has are beside the records that were copied.
    sideFiles: {
      keep: (of, name, data) => copy.sideFiles.keep(of, name, data),
      read: (of, name) => copy.sideFiles.read(of, name).catch(() => line.store.sideFiles.read(of, name)),
    },
  };
  const session = await resumeSession({ ...line.options, id, route: line.way.to, store });
  return { session, store };
}

/** Complaints. A result that came after its turn is in the history from the next turn on; opened again, at once. */
export async function compareWithAgain(line: Line): Promise<readonly string[]> {
  for (;;) {
    const records = await recordsOf(line.store, line.session.id);
    const wrong = await compareWith(line, records);
    // A tool that was left behind may have ended meanwhile: then the two are not of the same moment.
    if ((await recordsOf(line.store, line.session.id)).length === records.length) return wrong;
  }
}

async function compareWith(line: Line, records: readonly SessionRecord[]): Promise<readonly string[]> {
  const again = await reopen(line, records);
  try {
    const here = line.session.state;
    const there = again.session.state;
    const late = there.contents.slice(here.contents.length);
    // The call itself, too, where it has become part of a summary meanwhile.
    const isLate = late.every(({ speaker, blocks }) =>
      blocks.every(({ type }) =>
        speaker === 'tool' ? type === 'media' || type === 'tool_response' : speaker === 'ai' && type === 'tool_call',
      ),
    );
    return [
      ...difference('contents', here.contents, there.contents.slice(0, here.contents.length)),
      ...(isLate ? [] : [`resumed it has more: ${JSON.stringify(late).slice(0, 300)}`]),
      ...difference('usage', here.usage, there.usage),
      ...difference('queued', here.queued, there.queued),
      ...difference('turns', here.turns, there.turns),
      ...difference('rules', here.rules, there.rules),
      ...difference('switch', here.chosen, there.chosen),
      ...difference('ledger', await ledgerOf(line), await ledgerOf(again)),
    ];
  } finally {
    await again.session.close();
  }
}

/** A fork begins with all that a session knows. */
async function ledgerOf({ session, store }: Pick<Again, 'session' | 'store'>): Promise<unknown> {
  const fork = await session.fork();
  await fork.close();
  const snapshot = (await recordsOf(store, fork.id)).find((record) => record.kind === 'snapshot');
  await store.delete(fork.id);
  return snapshot?.ledger;
}

function difference(what: string, live: unknown, resumed: unknown): readonly string[] {
  const [a, b] = [JSON.stringify(live) ?? '', JSON.stringify(resumed) ?? ''];
  if (a === b) return [];
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  const from = Math.max(0, at - 80);
  return [`resumed, its ${what} differ: ${a.slice(from, at + 120)} ≠ ${b.slice(from, at + 120)}`];
}
