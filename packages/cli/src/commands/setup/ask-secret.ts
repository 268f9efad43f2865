/** Reads a line that is typed or pasted without showing it; from a pipe, its first line. */
import type { Io } from '../../io/io.ts';

const enter = /[\r\n]/;
/** Ctrl-C and Ctrl-D. */
const cancelKeys: readonly string[] = ['\u0003', '\u0004'];
const eraseKeys: readonly string[] = ['\u007f', '\b'];
const pasteMarks: readonly string[] = ['\u001b[200~', '\u001b[201~'];

/** Undefined: Ctrl-C, Ctrl-D, or end of input. */
export async function askSecret(question: string, { stdin, stderr }: Io): Promise<string | undefined> {
  const setRawMode: unknown = Reflect.get(stdin, 'setRawMode');
  const isTerminal = stdin.isTTY === true && typeof setRawMode === 'function';
  const raw = (on: boolean): void => {
    if (isTerminal) Reflect.apply(setRawMode, stdin, [on]);
  };
  // Before the question: an immediate paste would be echoed.
  raw(true);
  if (stdin.isTTY === true) stderr.write(question);
  try {
    const typed = await readLine(stdin);
    return typed === undefined || typed.trim() === '' ? undefined : typed.trim();
  } finally {
    raw(false);
    if (stdin.isTTY === true) stderr.write('\n');
  }
}

function readLine(stdin: Io['stdin']): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const end = (line: string | undefined): void => {
      stdin.off('data', take).off('end', finish);
      stdin.pause();
      resolve(line);
    };
    const finish = (): void => end(withoutMarks(text));
    const take = (chunk: Buffer | string): void => {
      for (const letter of chunk.toString()) {
        const isCancelled = cancelKeys.includes(letter);
        if (isCancelled || enter.test(letter)) {
          end(isCancelled ? undefined : withoutMarks(text));
          return;
        }
        text = eraseKeys.includes(letter) ? text.slice(0, -1) : text + letter;
      }
    };
    stdin.on('data', take).on('end', finish);
    stdin.resume();
  });
}

/** Terminals put markers around a paste. They are not part of it, and may arrive in pieces. */
function withoutMarks(text: string): string {
  return pasteMarks.reduce((rest, mark) => rest.replaceAll(mark, ''), text);
}
