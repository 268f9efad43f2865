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

/** Those of this folder, or of all folders; newest first. */
export function foundHere(workspace: string, { all }: FindFlags, machine: Machine): Promise<readonly FoundSession[]> {
  return findSessions(all === true ? undefined : workspace, { machine });
}

export async function findSource(
  given: string,
  workspace: string,
  flags: FindFlags,
  machine: Machine,
  stdin: Io['stdin'],
): Promise<SessionSource> {
  if (given === '-') return { bytes: stdin, name: 'standard input' };
  const agent = readers.find(({ name }) => name === given) ?? onlyAgent(given);
  if (agent === undefined && (given.includes('/') || given.includes('\\') || existsSync(given))) return given;
  const found = await foundHere(workspace, flags, machine);
  if (agent !== undefined) return ofAgent(agent, found, flags);
  const byNumber = /^[1-9]\d{0,3}$/.test(given) ? found[Number(given) - 1] : undefined;
  if (byNumber !== undefined) return byNumber;
  // An id may belong to any folder: nobody types one by mistake.
  const all = flags.all === true ? found : await foundHere(workspace, { all: true }, machine);
  const named = all.filter(({ id, path }) => id.startsWith(given) || path.split(/[\\/]/).at(-1)?.startsWith(given));
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  throw named.length > 1 ? ambiguous(given, named) : unknown(given, found.length);
}

/** `claude` is enough for `claude-code`. */
function onlyAgent(given: string): (typeof readers)[number] | undefined {
  const meant = /^[a-z]/.test(given) ? readers.filter(({ name }) => name.startsWith(given)) : [];
  return meant.length === 1 ? meant[0] : undefined;
}

function ofAgent(
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

function ambiguous(given: string, named: readonly FoundSession[]): Error {
  const ids = named.slice(0, 5).map(({ id, label }) => `  ${id} (${label})`);
  return usageError(`${named.length} sessions begin with "${plainText(given)}":\n${ids.join('\n')}`);
}

function unknown(given: string, count: number): Error {
  const names = readers.map(({ name }) => name);
  const meant = didYouMean(given, names);
  const number = count === 0 ? '' : `a number from 1 to ${count}, `;
  const hint =
    meant === '' ? `Give ${number}an id, a path, - for standard input, or an agent: ${names.join(', ')}.` : '';
  return usageError(`There is no session "${plainText(given)}".${meant}\n${hint}`.trimEnd());
}
