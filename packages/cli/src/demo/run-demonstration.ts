/** `interlock --offline` without a terminal: the demonstration, line by line. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { foldersOf, offlineFolder } from '../config/folders.ts';
import { usageError } from '../io/command-error.ts';
import { exitCodes, type Interruption, interruptionCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { fitWidth } from '../print/fit-width.ts';
import { createOutput } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { plainText } from '../print/plain-text.ts';
import { type DemonstrationEvent, demonstrate } from './demonstration.ts';
import { narrate, opening, summary } from './narrate.ts';
import type { SentRequest } from './sent-request.ts';

/** `path`: the folder that the demonstration reads. */
export async function runDemonstration(io: Io, path: string = '.'): Promise<number> {
  const folder = await folderOf(path);
  const paint = paintFor(io);
  const stop = new AbortController();
  const sent: SentRequest[] = [];
  const output = createOutput(io.stdout);
  const write = (text: string): void => output.write(fitWidth(text, io.stdout.columns ?? 80));
  let open = 0;
  write(opening);
  const report = (event: DemonstrationEvent): void => {
    if (event.type === 'request') sent.push(event.sent);
    if (event.type === 'end') open = event.open;
    const lines = narrate(event, paint);
    if (lines.length > 0) write(`${lines.join('\n')}\n`);
  };
  const { createJsonlStore } = await import('@interlock/runtime');
  const store = createJsonlStore(offlineFolder(foldersOf(io.env)));
  const done = demonstrate({ folder, environment: io.env, signal: stop.signal, store, report });
  const interruption: Interruption | undefined = await Promise.race([
    done.then(() => undefined),
    // The reader has closed the pipe.
    output.gone.then(() => 'SIGPIPE' as const),
    ...(io.interrupted === undefined ? [] : [io.interrupted()]),
  ]);
  stop.abort();
  await done;
  await store.close();
  if (interruption === undefined) write(`${summary(sent, open, paint)}${inspectHint}`);
  await output.done();
  if (interruption !== undefined) return interruptionCodes[interruption];
  return open === 0 && sent.every(({ accepted }) => accepted) ? exitCodes.fine : exitCodes.wrong;
}

const inspectHint = `Look at it in the browser, as each provider saw it:
npm run interlock -- inspect --last --offline
`;

async function folderOf(path: string): Promise<string> {
  return realpath(resolve(path)).catch(() => {
    throw usageError(`There is no folder ${plainText(path)}.\nGive one that exists: --cwd <folder>`);
  });
}
