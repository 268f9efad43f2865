/** A file with a history: its problems for each target, as `check` reports them; with `--repair`, repairs the file and keeps a backup next to it. */
import type { JsonValue } from '@interlock/transcript';
import { checkHistory } from '../../check/check-history.ts';
import { printReport } from '../../check/print-report.ts';
import { repairHistory } from '../../check/repair-history.ts';
import { isWrong, type Report } from '../../check/report.ts';
import { targetsFor } from '../../check/targets.ts';
import { decodeText } from '../../input/decode-text.ts';
import { detectShape } from '../../input/detect-shape.ts';
import { contentsOf } from '../../input/load-history.ts';
import { parseInput } from '../../input/parse-input.ts';
import { readBytes } from '../../input/read-input.ts';
import { recordOf } from '../../input/read-json.ts';
import { CommandError, inputError, usageError } from '../../io/command-error.ts';
import { exitCodes } from '../../io/exit-codes.ts';
import type { Io } from '../../io/io.ts';
import { fitWidth } from '../../print/fit-width.ts';
import { jsonText } from '../../print/json-text.ts';
import { paintFor } from '../../print/paint.ts';
import { plainText } from '../../print/plain-text.ts';
import { writeText } from '../../print/write-text.ts';
import type { DoctorFlags } from './doctor-flags.ts';
import { replaceWithBackup } from './replace-with-backup.ts';

export async function examineFile(file: string, flags: DoctorFlags, io: Io): Promise<number> {
  const targets = targetsFor({ target: flags.for });
  const text = decodeText({ name: file, bytes: await readBytes(file) });
  if (flags.repair === true) return repairFile(file, text, io);
  const value = historyOf(parseInput(text, file), file);
  const report = checkHistory(value, file, targets);
  const forPeople = (): string => fitWidth(printReport(report, paintFor(io)), io.stdout.columns);
  await writeText(io.stdout, flags.json === true ? reportJson(report) : forPeople());
  if (flags.json !== true && isWrong(report))
    await writeText(io.stdout, `interlock doctor ${plainText(file)} --repair repairs it.\n`);
  return isWrong(report) ? exitCodes.wrong : exitCodes.fine;
}

async function repairFile(file: string, text: string, io: Io): Promise<number> {
  const { value, lines, leftOut } = readFile(text, file);
  const { contents, done } = repairHistory(contentsOf(value));
  const all = [...leftOut, ...done];
  if (all.length === 0) {
    await writeText(io.stdout, `${plainText(file)} needs no repair; nothing was written.\n`);
    return exitCodes.fine;
  }
  const record = recordOf(value);
  const whole = record?.['contents'] === undefined ? contents : { ...record, contents };
  const written = lines
    ? contents.map((content) => JSON.stringify(content)).join('\n')
    : JSON.stringify(whole, undefined, 2);
  const backup = await replaceWithBackup(file, `${written}\n`);
  // Positions are shown as in `check`: from the root of the file.
  const repairs = all.map(
    (line) => `  ${plainText(record === undefined ? line : line.replaceAll('$[', '$.contents['))}\n`,
  );
  const head = `${plainText(file)} was repaired; the original is in ${plainText(backup)}.\nRepairs:\n`;
  await writeText(io.stdout, fitWidth(head + repairs.join(''), io.stdout.columns));
  return exitCodes.fine;
}

interface ReadableFile {
  readonly value: JsonValue;
  /** One content per line. */
  readonly lines: boolean;
  readonly leftOut: readonly string[];
}

/** The readable lines of a file of JSON Lines; any other file is readable as a whole or not at all. */
function readFile(text: string, file: string): ReadableFile {
  try {
    const value = historyOf(parseInput(text, file), file);
    return { value, lines: isLines(text), leftOut: [] };
  } catch (error) {
    const salvaged = error instanceof CommandError ? salvageLines(text) : undefined;
    if (salvaged === undefined) throw error;
    return { value: salvaged.contents, lines: true, leftOut: salvaged.leftOut };
  }
}

function isLines(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

function historyOf(value: JsonValue, file: string): JsonValue {
  const shape = detectShape(value);
  if (shape === 'history') return value;
  if (shape === undefined)
    throw inputError(`${plainText(file)} does not contain a history: a history is a JSON array of contents.`);
  throw usageError(
    `${plainText(file)} is a request body, not a history.\ninterlock check ${plainText(file)} shows what is wrong with it.`,
  );
}

function reportJson(report: Report): string {
  return jsonText({ ok: !isWrong(report), ...report });
}

/** The readable lines of a damaged file of JSON Lines. */
interface Salvaged {
  readonly contents: readonly JsonValue[];
  readonly leftOut: readonly string[];
}

/** Undefined: fewer than half of its lines are contents, so it is something else. */
function salvageLines(text: string): Salvaged | undefined {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const read = lines.map(({ line, number }) => ({ number, value: contentIn(line) }));
  const contents = read.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (contents.length * 2 < read.length) return undefined;
  const leftOut = read
    .filter(({ value }) => value === undefined)
    .map(({ number }) => `Line ${number} cannot be read and was left out.`);
  return { contents, leftOut };
}

function contentIn(line: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(line);
    return typeof recordOf(value)?.['speaker'] === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
