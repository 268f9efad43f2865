/** Reopens a session from its records alone, as another process would, and compares the two. */
import {
  createMemoryStore,
  resumeSession,
  type Session,
  type SessionRecord,
  type SessionStore,
} from '@interlock/runtime';
import type { WholeStore } from './flaky-store.ts';
import type { TrackedSession } from './tracked-session.ts';

export interface Reopened {
  readonly session: Session;
  readonly store: WholeStore;
}

export async function recordsOf(store: SessionStore, id: string): Promise<readonly SessionRecord[]> {
  const { records } = await store.read(id);
  const all: SessionRecord[] = [];
  for await (const { record } of records) all.push(record);
  return all;
}

/** Opened from a copy, so that the original session is not affected. */
export async function reopen(tracked: TrackedSession, records: readonly SessionRecord[]): Promise<Reopened> {
  const { id } = tracked.session;
  const copy = createMemoryStore();
  const { header } = await tracked.store.read(id);
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
    // Its own side files, and those of the records that were copied.
    sideFiles: {
      keep: (of, name, data) => copy.sideFiles.keep(of, name, data),
      read: (of, name) => copy.sideFiles.read(of, name).catch(() => tracked.store.sideFiles.read(of, name)),
    },
  };
  const session = await resumeSession({ ...tracked.options, id, route: tracked.choice.to, store });
  return { session, store };
}

/** Complaints. A result that arrived after its turn is in the history from the next turn on; in a reopened session, at once. */
export async function compareWithReopened(tracked: TrackedSession): Promise<readonly string[]> {
  for (;;) {
    const records = await recordsOf(tracked.store, tracked.session.id);
    const wrong = await compareWith(tracked, records);
    // A tool that was left running may have ended meanwhile, and then the two states are not comparable.
    if ((await recordsOf(tracked.store, tracked.session.id)).length === records.length) return wrong;
  }
}

async function compareWith(tracked: TrackedSession, records: readonly SessionRecord[]): Promise<readonly string[]> {
  const reopened = await reopen(tracked, records);
  try {
    const here = tracked.session.state;
    const there = reopened.session.state;
    const late = there.contents.slice(here.contents.length);
    // The call itself counts too if it has become part of a summary meanwhile.
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
      ...difference('ledger', await ledgerOf(tracked), await ledgerOf(reopened)),
    ];
  } finally {
    await reopened.session.close();
  }
}

/** A fork starts with everything the session knows. */
async function ledgerOf({ session, store }: Pick<Reopened, 'session' | 'store'>): Promise<unknown> {
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
