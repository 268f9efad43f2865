/**
 * Stores a session of another agent as one of ours. Importing it again adds what is new: to our copy, if that is still a prefix and
 * nothing was added here; otherwise as a second session.
 */
import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Content } from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import { applyRecord } from '../history/apply-record.ts';
import { History } from '../history/history.ts';
import { emptyFacts } from '../history/session-facts.ts';
import type { ForeignClosure, ForeignOrigin, SessionRecord } from '../store/session-record.ts';
import type { SessionHeader, SessionLog, SessionStore, StoredRecord } from '../store/session-store.ts';
import type { KeepsSideFiles } from '../store/side-files.ts';
import { stowingLog, withMedia } from '../store/stow-media.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { openWorkspace } from '../workspace/open-workspace.ts';

/** The whole conversation, with canonical ids, and what else is known about it. */
export interface ForeignSession {
  readonly from: ForeignOrigin;
  readonly title?: string | undefined;
  /** The whole conversation, including what is now part of a summary. */
  readonly contents: readonly Content[];
  readonly closed: readonly ForeignClosure[];
  /** What that agent continued with, if it had compacted its history. */
  readonly current?: readonly Content[] | undefined;
  /** The usage of its requests and their targets; `after`: the number of contents at that point. */
  readonly usages: readonly { readonly usage: Usage; readonly target: string; readonly after: number }[];
}

export interface ImportOptions {
  readonly store: SessionStore & Partial<KeepsSideFiles>;
  /** The folder in which it continues. */
  readonly workspace: string;
  readonly clock?: Clock;
  /** The session that started it as a subagent. */
  readonly parent?: string;
}

export interface ImportResult {
  readonly id: string;
  /** `forked`: the contents we hold changed there, or both sides continued. `unchanged`: nothing is new. */
  readonly outcome: 'new' | 'appended' | 'forked' | 'unchanged';
  /** How many contents were added. */
  readonly added: number;
}

export async function importSession(foreign: ForeignSession, options: ImportOptions): Promise<ImportResult> {
  const { store, parent } = options;
  const workspace = await openWorkspace(options.workspace);
  const first = importedSessionId(foreign.from, workspace.root);
  const copies = (await store.list(workspace.root)).filter(
    ({ header }) => header.id === first || header.parent === first,
  );
  for (const { header } of copies) {
    const added = await addTo(header.id, foreign, options);
    if (added !== undefined) return { id: header.id, outcome: added === 0 ? 'unchanged' : 'appended', added };
  }
  const isFork = copies.some(({ header }) => header.id === first);
  const above = isFork ? first : parent;
  const header: SessionHeader = {
    version: 1,
    id: isFork ? randomUUID() : first,
    workspace: workspace.root,
    createdAt: (options.clock ?? systemClock).now(),
    ...(foreign.title === undefined ? {} : { title: foreign.title }),
    ...(above === undefined ? {} : { parent: above }),
    spawnDepth: parent === undefined ? 0 : 1,
  };
  const log = await store.create(header);
  await write(historyOf(log, store), foreign, 0);
  return { id: header.id, outcome: isFork ? 'forked' : 'new', added: foreign.contents.length };
}

/** Stable for the same session and folder, so that it is found again. `workspace`: with links resolved. */
export function importedSessionId({ agent, id }: Pick<ForeignOrigin, 'agent' | 'id'>, workspace: string): string {
  const digest = createHash('sha256').update([agent, id, workspace].join('\0')).digest('hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** How many contents were added; undefined: this session cannot take them. */
async function addTo(id: string, foreign: ForeignSession, { store }: ImportOptions): Promise<number | undefined> {
  const before = storedContents(await recordsOf(store, id, (await store.read(id)).records));
  if (!isBeginning(before.contents, foreign.contents)) return undefined;
  if (before.contents.length === foreign.contents.length) return 0;
  if (before.hasContinued) return undefined;
  const opened = await store.open(id);
  const history = historyOf(opened.log, store);
  const records = await recordsOf(store, id, opened.records);
  for (const record of records) applyRecord(history.facts, record);
  // The session may have changed in the meantime.
  const current = storedContents(records);
  if (current.hasContinued || !isBeginning(current.contents, foreign.contents)) {
    await history.close();
    return undefined;
  }
  await write(history, foreign, current.contents.length);
  return foreign.contents.length - current.contents.length;
}

interface StoredContents {
  readonly contents: readonly Content[];
  /** The session was continued here: it has messages of its own. */
  readonly hasContinued: boolean;
}

function storedContents(all: readonly SessionRecord[]): StoredContents {
  return {
    contents: all.flatMap((record) => (record.kind === 'imported' ? record.contents : [])),
    hasContinued: all.some(({ kind }) => kind === 'turn-start' || kind === 'text-queued'),
  };
}

function isBeginning(some: readonly Content[], all: readonly Content[]): boolean {
  return some.length > 0 && some.length <= all.length && some.every((each, at) => isDeepStrictEqual(each, all[at]));
}

async function recordsOf(
  { sideFiles }: ImportOptions['store'],
  id: string,
  stored: AsyncIterable<StoredRecord>,
): Promise<readonly SessionRecord[]> {
  const records: SessionRecord[] = [];
  const whole = sideFiles === undefined ? stored : withMedia(stored, id, sideFiles, () => {});
  for await (const { record } of whole) records.push(record);
  return records;
}

function historyOf(log: SessionLog, { sideFiles }: ImportOptions['store']): History {
  return new History(sideFiles === undefined ? log : stowingLog(log, sideFiles), emptyFacts());
}

/** Starting with content number `from`. */
async function write(history: History, foreign: ForeignSession, from: number): Promise<void> {
  const { closed, current, usages } = foreign;
  try {
    const contents = foreign.contents.slice(from);
    const more = { ...(closed.length === 0 ? {} : { closed }), ...(current === undefined ? {} : { current }) };
    for (const { usage, target, after } of usages)
      if (after > from) await history.write({ kind: 'usage', usage, target });
    await history.write({ kind: 'imported', from: foreign.from, contents, ...more }, true);
  } finally {
    await history.close();
  }
}
