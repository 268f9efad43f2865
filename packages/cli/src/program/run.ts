/** Runs the program: arguments to exit code. */
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { readVersion } from '../io/version.ts';
import { fitWidth } from '../print/fit-width.ts';
import { writeText } from '../print/write-text.ts';
import { helpText } from './help-text.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const answer = quickAnswer(args);
  if (answer === undefined) {
    const { runProgram } = await import('./run-program.ts');
    return runProgram(args, io);
  }
  // If the output cannot be written, only the exit code can report it.
  return writeText(io.stdout, fitWidth(answer, io.stdout.columns)).then(
    () => exitCodes.fine,
    () => exitCodes.usage,
  );
}

/** Help and version, which need nothing to be loaded. `help` or `version` alone is never a prompt. */
function quickAnswer(args: readonly string[]): string | undefined {
  const [only] = args;
  if (args.length !== 1) return undefined;
  if (only === '--version' || only === '-v' || only === 'version') return `${readVersion()}\n`;
  return only === '--help' || only === '-h' || only === 'help' ? helpText : undefined;
}
