/** Reads standard input. If there is a prompt as well, standard input may stay open without data, as under some build systems. */

import { decodeText } from '../input/decode-text.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { writeText } from '../print/write-text.ts';

/** How long to wait for the first data if there is a prompt as well. */
const defaultTimeoutMs = 3000;
const maxBytes = 32 * 1024 * 1024;

export async function readPiped(
  { stdin, stderr }: Io,
  mayStaySilent: boolean,
  timeoutMs: number = defaultTimeoutMs,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const silence = watchSilence(mayStaySilent ? timeoutMs : undefined);
  const all = (async () => {
    for await (const chunk of stdin) {
      silence.over();
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes) throw usageError('Standard input is larger than 32 MB. Send part of it, or name the file.');
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

function watchSilence(timeoutMs: number | undefined): Silence {
  const { promise, resolve } = Promise.withResolvers<'silent'>();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => resolve('silent'), timeoutMs);
  return { tooLong: promise, over: () => clearTimeout(timer) };
}
