/** A question at a terminal that is answered with yes, or with anything else. */
import { createInterface } from 'node:readline/promises';
import type { Io } from '../../io.ts';

export async function askYes(question: string, { stdin, stderr }: Io): Promise<boolean> {
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
