/** `interlock doctor`: problems of the installation, of a session or of a history. Only `--repair` writes, and it never overwrites anything. */
import { stat } from 'node:fs/promises';
import { usageError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { counted } from '../print/counted.ts';
import { fitWidth } from '../print/fit-width.ts';
import { jsonText } from '../print/json-text.ts';
import { paintFor } from '../print/paint.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { checkInstallation } from './doctor/check-installation.ts';
import type { Checkup } from './doctor/checkup.ts';
import type { DoctorFlags } from './doctor/doctor-flags.ts';
import { examineFile } from './doctor/examine-file.ts';
import { examineSession } from './doctor/examine-session.ts';

export async function doctor(what: string | undefined, flags: DoctorFlags, io: Io): Promise<number> {
  if (what !== undefined) return (await isFile(what)) ? examineFile(what, flags, io) : examineSession(what, flags, io);
  if (flags.repair === true) throw usageError('--repair needs the id of a session, or a file.');
  const found = await checkInstallation(flags, io);
  await writeText(io.stdout, flags.json === true ? jsonText(found) : checkupText(found, io));
  return found.some(({ state }) => state === 'problem') ? exitCodes.wrong : exitCodes.fine;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => /[/\\]|\.jsonl?$/i.test(path),
  );
}

function checkupText(found: readonly Checkup[], io: Io): string {
  const paint = paintFor(io);
  const width = Math.max(...found.map(({ what }) => what.length));
  const styles = { ok: 'dim', note: 'note', problem: 'error' } as const;
  const lines = found.flatMap(({ state, what, found: text, fix }) => [
    `${paint(styles[state], state.padEnd(7))}  ${what.padEnd(width)}  ${plainText(text)}`,
    ...(fix === undefined ? [] : [`${' '.repeat(7 + 2 + width + 2)}${plainLine(fix)}`]),
  ]);
  const problems = found.filter(({ state }) => state === 'problem').length;
  const summary = problems === 0 ? 'No problems found.' : `${counted(problems, 'problem')}.`;
  return fitWidth(`${lines.join('\n')}\n\n${summary}\n`, io.stdout.columns);
}
