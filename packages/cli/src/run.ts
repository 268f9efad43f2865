/** From arguments to an exit code. Whatever goes wrong is one message on stderr, never a stack. */
import { TranscriptError } from '@interlock/transcript';
import { ConfigError, type ConfigErrorCode } from '@interlock/wire';
import { CommanderError } from 'commander';
import { CommandError } from './command-error.ts';
import { exitCodes } from './exit-codes.ts';
import type { Io } from './io.ts';
import { plainText } from './print/plain-text.ts';
import { writeText } from './print/write-text.ts';
import { createProgram, type Said } from './program.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const said: Said = { out: [], err: [] };
  let exitCode: number = exitCodes.fine;
  try {
    const finish = (code: number): void => {
      exitCode = code;
    };
    const simulators = args.includes('simulate') ? (await import('@interlock/simulators')).apiNames : [];
    await createProgram(io, said, finish, simulators).parseAsync([...args], { from: 'user' });
  } catch (error) {
    const failure = failureOf(error);
    exitCode = failure.exitCode;
    if (failure.message !== '') said.err.push(`interlock: ${failure.message}\n`);
  }
  return (await tell(said, io)) ? exitCode : exitCodes.usage;
}

/** False if nobody can be told: then only the exit code is left. */
async function tell({ out, err }: Said, { stdout, stderr }: Io): Promise<boolean> {
  try {
    if (err.length > 0) await writeText(stderr, err.join(''));
    if (out.length > 0) await writeText(stdout, out.join(''));
    return true;
  } catch {
    return false;
  }
}

interface FailureToTell {
  readonly exitCode: number;
  /** '' if it has been told already. */
  readonly message: string;
}

function failureOf(error: unknown): FailureToTell {
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigError) {
    const exitCode = inputCodes.includes(error.code) ? exitCodes.wrong : exitCodes.usage;
    return { exitCode, message: plainText(error.message) };
  }
  // Help and version are "errors" with code 0; the others commander has written itself.
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.fine : exitCodes.usage, message: '' };
  }
  const what = error instanceof Error ? error.message : String(error);
  const whose = error instanceof TranscriptError ? error.fault : 'a fault of interlock itself';
  return { exitCode: exitCodes.fault, message: plainText(`${what} (${whose}; please report it)`) };
}

/** What is wrong with the input, not with the command line. */
const inputCodes: readonly ConfigErrorCode[] = [
  'nothing-to-send',
  'duplicate-tool',
  'invalid-tool',
  'invalid-contents',
];
