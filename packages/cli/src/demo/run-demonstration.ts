/** `interlock --offline` without a terminal: what the interactive agent would show, told line by line to its end. */
import { realpath } from 'node:fs/promises';
import { exitCodes, type Interruption, interruptionCodes } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { paintFor } from '../print/paint.ts';
import { writeText } from '../print/write-text.ts';
import { type DemonstrationEvent, demonstrate } from './demonstration.ts';
import { narrate, opening, summary } from './narrate.ts';
import type { SentRequest } from './sent-request.ts';

/** `folder`: what is looked at. */
export async function runDemonstration(io: Io, folder: string = '.'): Promise<number> {
  const paint = paintFor(io);
  const stop = new AbortController();
  const sent: SentRequest[] = [];
  let last: Promise<void> = writeText(io.stdout, opening);
  let open = 0;
  const tell = (event: DemonstrationEvent): void => {
    if (event.type === 'request') sent.push(event.sent);
    if (event.type === 'end') open = event.open;
    const lines = narrate(event, paint);
    if (lines.length > 0) last = last.then(() => writeText(io.stdout, `${lines.join('\n')}\n`));
  };
  const done = demonstrate({ folder: await realpath(folder), environment: io.env, signal: stop.signal, tell });
  const interruption: Interruption | undefined = await Promise.race([
    done.then(() => undefined),
    ...(io.interrupted === undefined ? [] : [io.interrupted()]),
  ]);
  if (interruption !== undefined) {
    stop.abort();
    await done;
    await last;
    return interruptionCodes[interruption];
  }
  await last;
  await writeText(io.stdout, summary(sent, open, paint));
  return open === 0 && sent.every(({ accepted }) => accepted) ? exitCodes.fine : exitCodes.wrong;
}
