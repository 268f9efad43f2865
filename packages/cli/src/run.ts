/** From arguments to an exit code. */
import { exitCodes } from './exit-codes.ts';
import type { Io } from './io.ts';
import { fitWidth } from './print/fit-width.ts';
import { writeText } from './print/write-text.ts';
import { quickAnswer } from './quick-answer.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const answer = quickAnswer(args);
  if (answer === undefined) {
    const { runProgram } = await import('./run-program.ts');
    return runProgram(args, io);
  }
  // Nobody can be told: the exit code is left.
  return writeText(io.stdout, fitWidth(answer, io.stdout.columns)).then(
    () => exitCodes.fine,
    () => exitCodes.usage,
  );
}
