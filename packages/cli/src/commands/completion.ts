/** `interlock completion`: scripts for shells. The scripts contain no names: they call `interlock __complete` for candidates. */
import type { Command } from 'commander';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { writeText } from '../print/write-text.ts';
import { candidatesFor } from './completion/candidates.ts';
import { type Shell, shellScripts } from './completion/shell-scripts.ts';
import type { KnownNames } from './known-names.ts';

export async function completion(shell: Shell, { stdout }: Io): Promise<number> {
  await writeText(stdout, shellScripts[shell]);
  return exitCodes.fine;
}

/** `typed`: the words after `interlock`; the last one is being typed, '' if it is new. */
export async function printCandidates(
  typed: readonly string[],
  program: Command,
  names: KnownNames,
  io: Io,
): Promise<number> {
  const candidates = await candidatesFor(typed, program, names, io);
  await writeText(io.stdout, candidates.map((candidate) => `${candidate}\n`).join(''));
  return exitCodes.fine;
}
