/** A stored session: records the store could not use, and what each provider would need repaired; with `--repair`, writes a repaired copy. */
import type { JsonValue } from '@interlock/transcript';
import { checkHistory } from '../../check/check-history.ts';
import { printReport } from '../../check/print-report.ts';
import { repairHistory } from '../../check/repair-history.ts';
import { isWrong } from '../../check/report.ts';
import { targetsFor } from '../../check/targets.ts';
import { exitCodes } from '../../io/exit-codes.ts';
import type { Io } from '../../io/io.ts';
import { fitWidth } from '../../print/fit-width.ts';
import { jsonText } from '../../print/json-text.ts';
import { paintFor } from '../../print/paint.ts';
import { plainText } from '../../print/plain-text.ts';
import { writeText } from '../../print/write-text.ts';
import { findSession } from '../../sessions/find-session.ts';
import { openStore } from '../../sessions/open-store.ts';
import { copyWith, type ReadSession, readSession } from '../../sessions/read-session.ts';
import type { DoctorFlags } from './doctor-flags.ts';

export async function examineSession(start: string, flags: DoctorFlags, io: Io): Promise<number> {
  const targets = targetsFor({ target: flags.for });
  const { store, close } = await openStore(flags, io);
  try {
    const { header } = await findSession(store, start);
    const session = await readSession(store, header.id);
    const history = plainJson(session.contents);
    if (flags.repair === true) {
      const { contents, done } = repairHistory(history);
      const all = [...session.warnings.map(({ message }) => message), ...done];
      const copy = all.length === 0 ? undefined : await copyWith(store, header.id, contents, session.turns);
      await writeText(io.stdout, fitWidth(repairText(header.id, copy, all), io.stdout.columns));
      return exitCodes.fine;
    }
    const report = checkHistory(history, `session ${header.id}`, targets);
    const damaged = session.warnings.length > 0;
    const text =
      flags.json === true
        ? jsonText({ ok: !damaged && !isWrong(report), store: session.warnings, ...report })
        : fitWidth(`${storeText(session)}${printReport(report, paintFor(io))}`, io.stdout.columns);
    await writeText(io.stdout, text);
    return damaged || isWrong(report) ? exitCodes.wrong : exitCodes.fine;
  } finally {
    await close();
  }
}

function plainJson(contents: ReadSession['contents']): JsonValue {
  return JSON.parse(JSON.stringify(contents));
}

function storeText({ warnings }: ReadSession): string {
  if (warnings.length === 0) return 'The store has all of it.\n';
  return warnings.map(({ code, message }) => `${code}: ${plainText(message)}\n`).join('');
}

function repairText(id: string, copy: string | undefined, done: readonly string[]): string {
  if (copy === undefined) return `Session ${id} needs no repair; nothing was written.\n`;
  const repairs = done.map((line) => `  ${plainText(line)}\n`).join('');
  return `The repaired copy is session ${copy}. Session ${id} is unchanged and serves as the backup.\nRepairs:\n${repairs}`;
}
