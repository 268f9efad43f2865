/** Finds a session of another agent: by its number in the list, its id, its agent, a path, or standard input. */
import { existsSync } from 'node:fs';
import { type FoundSession, findSessions, type Machine, readers, type SessionSource } from '@interlock/import';
import { foldersOf } from '../config/folders.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import { plainText } from '../print/plain-text.ts';

export interface FindFlags {
  readonly all?: boolean;
  readonly last?: boolean;
}

export function machineOf({ env }: Pick<Io, 'env'>): Machine {
  return { platform: process.platform, home: foldersOf(env).home, environment: env };
}

/** The sessions of this folder, or of all folders; newest first. */
export function foundHere(workspace: string, { all }: FindFlags, machine: Machine): Promise<readonly FoundSession[]> {
  return findSessions(all === true ? undefined : workspace, { machine });
}

export async function findSource(
  wanted: string,
  workspace: string,
  flags: FindFlags,
  machine: Machine,
  stdin: Io['stdin'],
): Promise<SessionSource> {
  if (wanted === '-') return { bytes: stdin, name: 'standard input' };
  const agent = readers.find(({ name }) => name === wanted) ?? onlyAgent(wanted);
  if (agent === undefined && (wanted.includes('/') || wanted.includes('\\') || existsSync(wanted))) return wanted;
  const found = await foundHere(workspace, flags, machine);
  if (agent !== undefined) return sessionOfAgent(agent, found, flags);
  const byNumber = /^[1-9]\d{0,3}$/.test(wanted) ? found[Number(wanted) - 1] : undefined;
  if (byNumber !== undefined) return byNumber;
  // An id is searched in all folders, because nobody types one by mistake.
  const all = flags.all === true ? found : await foundHere(workspace, { all: true }, machine);
  const matching = all.filter(
    ({ id, path }) => id.startsWith(wanted) || path.split(/[\\/]/).at(-1)?.startsWith(wanted),
  );
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return only;
  throw matching.length > 1 ? ambiguous(wanted, matching) : unknown(wanted, found.length);
}

/** `claude` is enough for `claude-code`. */
function onlyAgent(wanted: string): (typeof readers)[number] | undefined {
  const matches = /^[a-z]/.test(wanted) ? readers.filter(({ name }) => name.startsWith(wanted)) : [];
  return matches.length === 1 ? matches[0] : undefined;
}

function sessionOfAgent(
  { name, label }: { readonly name: string; readonly label: string },
  found: readonly FoundSession[],
  { last, all }: FindFlags,
): FoundSession {
  const own = found.filter((session) => session.agent === name);
  const [newest] = own;
  if (newest === undefined) {
    const where = all === true ? '' : ' in this folder';
    throw usageError(`There is no ${label} session${where}.${all === true ? '' : '\n--all looks in all folders.'}`);
  }
  if (last === true || own.length === 1) return newest;
  throw usageError(
    `There are ${own.length} ${label} sessions.\nFor the newest: interlock import ${name} --last\nFor another, give its number: interlock import lists them.`,
  );
}

function ambiguous(wanted: string, matching: readonly FoundSession[]): Error {
  const ids = matching.slice(0, 5).map(({ id, label }) => `  ${id} (${label})`);
  return usageError(`${matching.length} sessions begin with "${plainText(wanted)}":\n${ids.join('\n')}`);
}

function unknown(wanted: string, count: number): Error {
  const names = readers.map(({ name }) => name);
  const suggestion = didYouMean(wanted, names);
  const number = count === 0 ? '' : `a number from 1 to ${count}, `;
  const hint =
    suggestion === '' ? `Give ${number}an id, a path, - for standard input, or an agent: ${names.join(', ')}.` : '';
  return usageError(`There is no session "${plainText(wanted)}".${suggestion}\n${hint}`.trimEnd());
}
