/** The text on standard input. If a prompt was given as well, it may stay silent, as under some build systems. */

import { decodeText } from '../input/decode-text.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { writeText } from '../print/write-text.ts';

/** How long to wait for silent input if there is a prompt without it. */
const usualPatienceMs = 3000;
const mostBytes = 32 * 1024 * 1024;

export async function readPiped(
  { stdin, stderr }: Io,
  mayStaySilent: boolean,
  patienceMs: number = usualPatienceMs,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const silence = watchSilence(mayStaySilent ? patienceMs : undefined);
  const all = (async () => {
    for await (const chunk of stdin) {
      silence.over();
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > mostBytes) throw usageError('Standard input is larger than 32 MB. Send part of it, or name the file.');
      chunks.push(bytes);
    }
    silence.over();
    return 'read' as const;
  })();
  const end = await Promise.race([all, silence.tooLong]);
  if (end === 'silent') {
    all.catch(() => undefined);
    stdin.destroy();
    await writeText(
      stderr,
      'interlock: No input arrived on standard input within 3 s; it is ignored. Use < /dev/null to skip the wait.\n',
    );
    return '';
  }
  return decodeText({ name: 'stdin', bytes: Buffer.concat(chunks) }).trimEnd();
}

interface Silence {
  readonly tooLong: Promise<'silent'>;
  over(): void;
}

function watchSilence(patienceMs: number | undefined): Silence {
  const { promise, resolve } = Promise.withResolvers<'silent'>();
  const timer = patienceMs === undefined ? undefined : setTimeout(() => resolve('silent'), patienceMs);
  return { tooLong: promise, over: () => clearTimeout(timer) };
}
