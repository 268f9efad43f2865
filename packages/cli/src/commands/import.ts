/** `interlock import`: lists, checks and continues sessions of other agents. */
import {
  type FoundSession,
  type ImportedSession,
  mapTools,
  readSession,
  type SessionSource,
  type Verification,
  verifySession,
} from '@interlock/import';
import { usageError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { counted } from '../print/counted.ts';
import { dateTimeText } from '../print/date-text.ts';
import { jsonText } from '../print/json-text.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { describeImport, turnsOf } from '../sessions/describe-import.ts';
import { type FindFlags, findSource, foundHere, machineOf } from '../sessions/find-source.ts';
import { openStore, type StoreFlags } from '../sessions/open-store.ts';
import { storeImport } from '../sessions/store-import.ts';
import type { StartFlags } from './start-agent.ts';
import { tableText } from './table-text.ts';

export interface ImportFlags extends StoreFlags, FindFlags {
  readonly branch?: string;
  readonly continue?: boolean;
  readonly model?: string;
  readonly verify?: boolean;
  readonly json?: boolean;
  /** False: calls keep the tool names of the other agent. */
  readonly mapTools?: boolean;
}

export async function importCommand(name: string | undefined, flags: ImportFlags, io: Io): Promise<number> {
  checkFlags(name, flags);
  const { store, workspace, close } = await openStore(flags, io);
  const machine = machineOf(io);
  let id: string;
  try {
    if (name === undefined) {
      await writeText(io.stdout, listText(await foundHere(workspace, flags, machine), flags, io));
      return exitCodes.fine;
    }
    const source = await findSource(name, workspace, flags, machine, io.stdin);
    if (flags.verify === true) return await verify(source, flags, io);
    await writeText(io.stderr, 'Reading …\n');
    const branch = flags.branch === undefined ? {} : { branch: flags.branch };
    const read = await readSession(source, { ...branch, machine });
    const session = flags.mapTools === false ? read : mapTools(read);
    if (session.log.length === 0) throw emptySession(session);
    const stored = await storeImport(session, store, workspace);
    id = stored.id;
    const messages = [...describeImport(session, stored), ...describeFolder(session, workspace, stored)];
    if (flags.json === true) await writeText(io.stdout, jsonText(importJson(session, stored)));
    else await writeText(io.stderr, messages.map((line) => `${plainText(line)}\n`).join(''));
  } finally {
    await close();
  }
  if (flags.continue === true) return continueSession(id, flags, io);
  const offline = flags.offline === true ? ' --offline' : '';
  if (flags.json !== true) await writeText(io.stdout, `interlock -r ${id.slice(0, 8)}${offline}\n`);
  return exitCodes.fine;
}

function checkFlags(name: string | undefined, flags: ImportFlags): void {
  if (name === undefined && (flags.continue === true || flags.verify === true || flags.last === true))
    throw usageError(
      'Name the session: a number from the list, an id, an agent or a path.\ninterlock import lists them.',
    );
  if (flags.model !== undefined && flags.continue !== true)
    throw usageError('--model chooses the model to continue with. Add --continue, or omit --model.');
  if (flags.continue === true && flags.json === true) throw usageError('--continue and --json cannot be combined.');
}

function emptySession({ agent, id, problems }: ImportedSession): Error {
  const why = problems.slice(0, 5).map(({ place, message }) => `\n  ${place}: ${message}`);
  return usageError(`The ${agent} session ${plainText(id)} is empty.${plainText(why.join(''))}`);
}

function describeFolder(
  { folder }: ImportedSession,
  workspace: string,
  { outcome }: Awaited<ReturnType<typeof storeImport>>,
): readonly string[] {
  return outcome === 'unchanged' || folder === undefined || folder === workspace
    ? []
    : [`It was started in ${folder}, and continues in ${workspace}.`];
}

async function continueSession(id: string, flags: ImportFlags, io: Io): Promise<number> {
  const { startAgent } = await import('./start-agent.ts');
  const { cwd, config, offline, model } = flags;
  const start: StartFlags = {
    ...{ resume: id },
    ...(cwd === undefined ? {} : { cwd }),
    ...(config === undefined ? {} : { config }),
    ...(offline === undefined ? {} : { offline }),
    ...(model === undefined ? {} : { model }),
  };
  return startAgent([], start, [], io);
}

function listText(found: readonly FoundSession[], { all, json }: ImportFlags, { stdout }: Io): string {
  if (json === true)
    return jsonText(found.map((session) => ({ ...session, time: new Date(session.time).toISOString() })));
  if (found.length === 0)
    return all === true
      ? 'No sessions of other agents were found on this machine.\n'
      : 'No sessions of other agents were found for this folder. --all looks in all folders.\n';
  const rows = found.map((session, at) => [
    String(at + 1),
    session.label,
    dateTimeText(session.time),
    session.model ?? '',
    session.turns === undefined ? '' : counted(session.turns, 'turn'),
    sizeText(session.bytes),
    ...(all === true ? [session.folder ?? ''] : []),
    session.title ?? session.id,
  ]);
  const last = all === true ? 7 : 6;
  const shrink = [
    { column: last, min: 20 },
    { column: 5, min: 0 },
    { column: 3, min: 0 },
  ];
  const narrow = all === true ? [...shrink, { column: 6, min: 16 }] : shrink;
  return `${tableText(rows, { shrink: narrow }, stdout)}Continue one of them: interlock import <number> --continue\n`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function verify(source: SessionSource, { json }: ImportFlags, io: Io): Promise<number> {
  const checked = await verifySession(source, { machine: machineOf(io) });
  if (checked === undefined) {
    await writeText(
      io.stderr,
      'This agent stores no digests of what it sent, so there is nothing to verify against.\n',
    );
    return exitCodes.fine;
  }
  await writeText(io.stdout, json === true ? jsonText(checked) : verificationText(checked));
  return checked.missing.length === 0 ? exitCodes.fine : exitCodes.wrong;
}

function verificationText({ requests, messages, matched, onlyInBlobs, missing, rebuilt }: Verification): string {
  const places = missing.slice(0, 10).map(({ digest, place }) => `  ${place}: ${digest}\n`);
  return [
    `${counted(rebuilt, 'message was', 'messages were')} rebuilt from the records.\n`,
    `${counted(requests, 'request')} with ${counted(messages, 'message')}: ${matched} matched, ${onlyInBlobs} only in blobs, ${missing.length} missing.\n`,
    ...places,
  ].join('');
}

function importJson(session: ImportedSession, stored: Awaited<ReturnType<typeof storeImport>>): object {
  const { agent, id, version, title, folder, problems, leftOut, branches } = session;
  const from = { agent, id, version, title, folder, turns: turnsOf(session) };
  return { ...stored, from, problems, leftOut, branches, subagents: session.subagents.length };
}
