/** `interlock sessions`: the stored conversations. */

import { createInterface } from 'node:readline/promises';
import type { SessionStore, SessionSummary } from '@interlock/runtime';
import { messageOf, usageError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { changesText } from '../print/changes-text.ts';
import { counted } from '../print/counted.ts';
import { dateTimeText } from '../print/date-text.ts';
import { jsonText } from '../print/json-text.ts';
import { paintFor } from '../print/paint.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { type ExportFormat, exportSession } from '../sessions/export-session.ts';
import { findSession, shortIds } from '../sessions/find-session.ts';
import { hasMessages } from '../sessions/has-messages.ts';
import { openStore, type StoreFlags } from '../sessions/open-store.ts';
import { forkSession, readChanges, readSession } from '../sessions/read-session.ts';
import { requestLines } from '../sessions/request-lines.ts';
import { foundText, searchSessions } from '../sessions/search-sessions.ts';
import { describeSession, type SessionLine } from '../sessions/session-title.ts';
import { transcriptText } from '../sessions/transcript-text.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { tableText } from './table-text.ts';

export interface ListFlags extends StoreFlags {
  /** The sessions of all folders. */
  readonly all?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

export async function listSessions(flags: ListFlags, io: Io): Promise<number> {
  return withStore(flags, io, async (store, workspace) => {
    const summaries = await store.list(flags.all === true ? undefined : workspace);
    // Sessions of subagents belong to another session.
    const users = summaries.filter(({ header }) => header.spawnDepth === 0);
    const areUsed = await Promise.all(users.map((summary) => hasMessages(store, summary)));
    const own = users.filter((_, index) => areUsed[index]);
    const shown = own.slice(0, flags.limit ?? 30);
    const lines = await Promise.all(shown.map((summary) => describeOrExplain(store, summary)));
    if (flags.json === true) return jsonText(lines.map(lineJson));
    if (lines.length === 0) return emptyText(flags.all === true);
    const hidden = own.length - shown.length;
    const more = hidden === 0 ? '' : `… and ${hidden} more: --limit ${own.length}\n`;
    return (
      listText(
        lines,
        summaries.map(({ header }) => header.id),
        flags.all === true,
        io.stdout,
      ) + more
    );
  });
}

/** A session that cannot be read must not hide the others. */
async function describeOrExplain(store: SessionStore, summary: SessionSummary): Promise<SessionLine> {
  try {
    return await describeSession(store, summary);
  } catch (error) {
    const { id, workspace, createdAt } = summary.header;
    const title = `(cannot be read: ${messageOf(error)})`;
    return { id, title, turns: 0, workspace, createdAt, updatedAt: summary.updatedAt };
  }
}

export async function findInSessions(words: readonly string[], flags: ListFlags, io: Io): Promise<number> {
  const wanted = words.flatMap((word) => word.split(/\s+/)).filter((word) => word !== '');
  if (wanted.length === 0)
    throw usageError('There is nothing to search for.\nUsage: interlock sessions search <words>');
  const all = flags.all === true;
  const { store, workspace, close } = await openStore(flags, io);
  try {
    const found = await searchSessions(store, all ? undefined : workspace, wanted, flags.limit ?? 30);
    const none = `Nothing was found.${all ? '' : ' --all searches the sessions of all folders.'}`;
    const text =
      flags.json === true ? jsonText(found.map(lineJson)) : `${found.length === 0 ? none : foundText(found, all)}\n`;
    await writeText(io.stdout, text);
    return found.length === 0 ? exitCodes.wrong : exitCodes.fine;
  } finally {
    await close();
  }
}

export interface ShowFlags extends StoreFlags {
  readonly full?: boolean;
  readonly json?: boolean;
}

export async function showSession(start: string, flags: ShowFlags, io: Io): Promise<number> {
  return withStore(flags, io, async (store) => {
    const session = await readSession(store, (await findSession(store, start)).header.id);
    const { header, turns, usage, requests, queued, updatedAt, warnings, contents } = session;
    if (flags.json === true)
      return jsonText({ ...header, turns, usage, requests, updatedAt: isoTime(updatedAt), queued, warnings, contents });
    const paint = paintFor(io);
    const head = [
      `${paint('bold', 'session')} ${header.id}`,
      `${paint('bold', 'folder')}  ${plainText(header.workspace)}`,
      `${paint('bold', 'started')} ${dateTimeText(header.createdAt)}, last used ${dateTimeText(updatedAt)}`,
      `${paint('bold', 'usage')}   ${counted(turns, 'turn')}, ${usage.input} tokens in, ${usage.output} out`,
      ...queued.map((text) => paint('warning', plainText(`not yet sent: ${text}`))),
      ...warnings.map(({ message }) => paint('warning', plainText(message))),
    ];
    const full = flags.full === true;
    const sent = requestLines(requests, full).map((line) => `${plainLine(line)}\n`);
    const text = transcriptText(contents, { paint, full });
    return `${head.join('\n')}\n\n${text}\n${sent.length === 0 ? '' : `\n${sent.join('')}`}`;
  });
}

export interface ExportFlags extends StoreFlags {
  readonly format?: ExportFormat;
  /** The agent that is to continue it. */
  readonly to?: string;
  readonly output?: string;
  readonly install?: boolean;
}

export async function printSession(start: string, flags: ExportFlags, io: Io): Promise<number> {
  const { to } = flags;
  if (to === undefined && (flags.output !== undefined || flags.install === true))
    throw usageError('--output and --install are for sessions of other agents. Add --to <agent>.');
  if (flags.output !== undefined && flags.install === true)
    throw usageError('--output and --install cannot be combined.');
  return withStore(flags, io, async (store, workspace) => {
    const found = await findSession(store, start);
    const { title } = await describeSession(store, found);
    const session = await readSession(store, found.header.id);
    if (to !== undefined) {
      const { exportToAgent } = await import('../sessions/export-to-agent.ts');
      const { commands, messages } = await exportToAgent(session, title, { ...flags, to }, workspace, io);
      await writeText(io.stderr, messages.map((line) => `${plainText(line)}\n`).join(''));
      return commands.map((line) => `${plainText(line)}\n`).join('');
    }
    const text = exportSession(session, title, flags.format ?? 'markdown');
    // A file gets it unchanged.
    return io.stdout.isTTY === true ? sanitize(text) : text;
  });
}

export interface DiffFlags extends StoreFlags {
  readonly json?: boolean;
}

export async function diffSession(start: string, flags: DiffFlags, io: Io): Promise<number> {
  return withStore(flags, io, async (store) => {
    const { header } = await findSession(store, start);
    const changes = await readChanges(store, header.id);
    if (flags.json === true) return jsonText(changes);
    const text = changesText(changes);
    return `${text === '' ? 'No file has changed.' : io.stdout.isTTY === true ? sanitize(text) : text}\n`;
  });
}

export interface ForkFlags extends StoreFlags {
  readonly turns?: number;
}

export async function copySession(start: string, flags: ForkFlags, io: Io): Promise<number> {
  return withStore(flags, io, async (store) => {
    const { header } = await findSession(store, start);
    return `${await forkSession(store, header.id, flags.turns)}\n`;
  });
}

export interface DeleteFlags extends StoreFlags {
  readonly yes?: boolean;
}

export async function deleteSessions(starts: readonly string[], flags: DeleteFlags, io: Io): Promise<number> {
  const { store, close } = await openStore(flags, io);
  try {
    const found = await Promise.all(starts.map((start) => findSession(store, start)));
    const ids = [...new Set(found.map(({ header }) => header.id))];
    if (flags.yes !== true && !(await isConfirmed(store, ids, io))) return exitCodes.wrong;
    for (const id of ids) {
      await store.delete(id);
      await writeText(io.stdout, `${id}\n`);
    }
    return exitCodes.fine;
  } finally {
    await close();
  }
}

async function isConfirmed(store: SessionStore, ids: readonly string[], io: Io): Promise<boolean> {
  if (io.stdin.isTTY !== true)
    throw usageError(
      'Deleting needs confirmation, and there is no terminal to ask for it.\nAdd --yes to delete without asking.',
    );
  const summaries = (await store.list()).filter(({ header }) => ids.includes(header.id));
  for (const summary of summaries) {
    const { id, title, turns } = await describeSession(store, summary);
    await writeText(io.stderr, `${id}  ${counted(turns, 'turn')}  ${plainText(title)}\n`);
  }
  const yes = await askYes(ids.length === 1 ? 'Delete it permanently?' : `Delete these ${ids.length} permanently?`, io);
  if (!yes) await writeText(io.stderr, 'Nothing was deleted.\n');
  return yes;
}

async function withStore(
  flags: StoreFlags,
  io: Io,
  use: (store: SessionStore, workspace: string) => Promise<string>,
): Promise<number> {
  const { store, workspace, close } = await openStore(flags, io);
  try {
    await writeText(io.stdout, await use(store, workspace));
    return exitCodes.fine;
  } finally {
    await close();
  }
}

function lineJson({ createdAt, updatedAt, ...line }: SessionLine): object {
  return { ...line, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}

function isoTime(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function emptyText(all: boolean): string {
  return all
    ? 'There are no sessions yet.\n'
    : 'This folder has no sessions yet. --all lists those of all folders, --offline those of interlock --offline.\n';
}

function listText(lines: readonly SessionLine[], ids: readonly string[], all: boolean, stdout: Io['stdout']): string {
  const short = shortIds(ids);
  const rows = lines.map(({ id, title, turns, workspace, updatedAt }) => [
    short.get(id) ?? id,
    dateTimeText(updatedAt),
    counted(turns, 'turn'),
    ...(all ? [workspace] : []),
    title === '' ? '(empty)' : title,
  ]);
  const shrink = [{ column: all ? 4 : 3, min: 20 }, ...(all ? [{ column: 3, min: 16 }] : [])];
  return tableText(rows, { shrink }, stdout);
}

/** A yes-or-no question at a terminal; anything but yes is no. */
async function askYes(question: string, { stdin, stderr }: Io): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } catch {
    // Ctrl-C or Ctrl-D.
    return false;
  } finally {
    lines.close();
  }
}
