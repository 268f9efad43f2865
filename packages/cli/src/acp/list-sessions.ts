/** `session/list`: the user's sessions, and those of other agents on this machine that can be continued, latest first. */
import { isAbsolute } from 'node:path';
import type { ListSessionsResponse, SessionInfo } from '@agentclientprotocol/sdk';
import type { FoundSession, Machine } from '@interlock/import';
import { importedSessionId, type SessionStore, type SessionSummary } from '@interlock/runtime';
import { hasMessages } from '../sessions/has-messages.ts';
import { describeSession } from '../sessions/session-title.ts';
import { invalidParams } from './protocol-error.ts';

const pageSize = 50;

export interface ListRequest {
  /** With its links resolved. Absent: the sessions of all folders are listed. */
  readonly workspace?: string;
  readonly cursor?: string;
  /** The machine on which other agents' sessions are looked for. */
  readonly machine: Machine;
}

interface SessionEntry {
  readonly id: string;
  readonly updatedAt: number;
  readonly describe: () => Promise<SessionInfo | undefined>;
}

export async function listSessions(
  store: SessionStore,
  { workspace, cursor, machine }: ListRequest,
  open: ReadonlySet<string>,
): Promise<ListSessionsResponse> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const entries = [...(await ownEntries(store, workspace, open)), ...(await foreignEntries(store, workspace, machine))]
    .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
    .filter((entry) => after === undefined || isAfter(entry, after));
  const sessions: SessionInfo[] = [];
  let last: SessionEntry | undefined;
  for (const entry of entries) {
    if (sessions.length === pageSize)
      return { sessions, ...(last === undefined ? {} : { nextCursor: writeCursor(last) }) };
    const described = await entry.describe();
    if (described !== undefined) sessions.push(described);
    last = entry;
  }
  return { sessions };
}

/** The session of another agent with this id. Undefined: there is none. */
export async function foreignSession(
  id: string,
  workspace: string,
  machine: Machine,
): Promise<FoundSession | undefined> {
  const { findSessions } = await import('@interlock/import');
  const found = await findSessions(workspace, { machine });
  return found.find((session) => importedSessionId(session, workspace) === id);
}

/** Sessions of subagents belong to another session, and an empty one cannot be continued. */
async function ownEntries(
  store: SessionStore,
  workspace: string | undefined,
  open: ReadonlySet<string>,
): Promise<readonly SessionEntry[]> {
  const all = await store.list(workspace);
  return all
    .filter(({ header }) => header.spawnDepth === 0)
    .map((summary) => ({
      id: summary.header.id,
      updatedAt: summary.updatedAt,
      describe: () => describeOwn(store, summary, open),
    }));
}

async function describeOwn(
  store: SessionStore,
  summary: SessionSummary,
  open: ReadonlySet<string>,
): Promise<SessionInfo | undefined> {
  const { header, updatedAt } = summary;
  if (!open.has(header.id) && !(await hasMessages(store, summary))) return undefined;
  const line = await describeSession(store, summary).catch(() => undefined);
  const title = line?.title === undefined || line.title === '' ? {} : { title: line.title };
  return { sessionId: header.id, cwd: header.workspace, updatedAt: isoTime(updatedAt), ...title };
}

async function foreignEntries(
  store: SessionStore,
  workspace: string | undefined,
  machine: Machine,
): Promise<readonly SessionEntry[]> {
  const { findSessions } = await import('@interlock/import');
  const stored = new Set((await store.list(workspace)).map(({ header }) => header.id));
  const found = await findSessions(workspace, { machine });
  return found.flatMap((session): readonly SessionEntry[] => {
    const folder = workspace ?? session.folder;
    if (folder === undefined || !isAbsolute(folder)) return [];
    const id = importedSessionId(session, folder);
    return stored.has(id) ? [] : [{ id, updatedAt: session.time, describe: async () => infoOf(session, id, folder) }];
  });
}

function infoOf({ agent, label, title, time, model, id }: FoundSession, sessionId: string, cwd: string): SessionInfo {
  const origin = { agent, id, ...(model === undefined ? {} : { model }) };
  return {
    sessionId,
    cwd,
    title: `${label}: ${title ?? id}`,
    updatedAt: isoTime(time),
    _meta: { interlock: { importedFrom: origin } },
  };
}

function isoTime(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

interface ListPosition {
  readonly updatedAt: number;
  readonly id: string;
}

function writeCursor({ updatedAt, id }: ListPosition): string {
  return Buffer.from(`${updatedAt} ${id}`).toString('base64url');
}

function readCursor(cursor: string): ListPosition {
  const [, time, id] = /^(\d+(?:\.\d+)?) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined)
    throw invalidParams('This cursor did not come from session/list.', 'cursor');
  return { updatedAt: Number(time), id };
}

function isAfter({ updatedAt, id }: ListPosition, after: ListPosition): boolean {
  return updatedAt < after.updatedAt || (updatedAt === after.updatedAt && id > after.id);
}
