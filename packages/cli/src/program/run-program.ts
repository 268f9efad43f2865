/** Parses the command line with commander, runs the command, and prints errors as one message on stderr; a stack only with `--debug`. */
import { CommanderError } from 'commander';
import { loadKnownNames } from '../commands/known-names.ts';
import { CommandError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { fitWidth } from '../print/fit-width.ts';
import { writeText } from '../print/write-text.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { failureOf, type ReportedFailure } from '../wording/failure-of.ts';
import { createProgram, type PendingOutput } from './create-program.ts';

export async function runProgram(args: readonly string[], io: Io): Promise<number> {
  const pending: PendingOutput = { out: [], err: [] };
  let exitCode: number = exitCodes.fine;
  try {
    const finish = (code: number): void => {
      exitCode = code;
    };
    const names = await loadKnownNames(args);
    await createProgram({ io, pending, finish, names }).parseAsync([...args], { from: 'user' });
  } catch (error) {
    const failure = failureFor(error);
    exitCode = failure.exitCode;
    if (failure.message !== '') pending.err.push(`interlock: ${failure.message}\n`);
    if (wantsStack(args) && error instanceof Error && !(error instanceof CommanderError))
      pending.err.push(`${sanitize(error.stack ?? '')}\n`);
  }
  return (await flush(pending, io)) ? exitCode : exitCodes.usage;
}

/** False: the output could not be written, so only the exit code can report the result. */
async function flush({ out, err }: PendingOutput, { stdout, stderr }: Io): Promise<boolean> {
  try {
    if (err.length > 0) await writeText(stderr, fitWidth(err.join(''), stderr.columns));
    if (out.length > 0) await writeText(stdout, out.join(''));
    return true;
  } catch {
    return false;
  }
}

function failureFor(error: unknown): ReportedFailure {
  // The message may quote the text or the name of a file.
  if (error instanceof CommandError) return { exitCode: error.exitCode, message: sanitize(error.message) };
  // Commander reports help and version as errors with code 0, and has already written the others.
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.fine : exitCodes.usage, message: '' };
  }
  return failureOf(error);
}

function wantsStack(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--debug');
}
