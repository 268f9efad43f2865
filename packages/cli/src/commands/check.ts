/** `interlock check`: what is wrong with a history or a request body, where, for which targets, and how to fix it. */
import type { JsonValue } from '@interlock/transcript';
import type { Target } from '@interlock/wire';
import { checkBody } from '../check/check-body.ts';
import { checkHistory } from '../check/check-history.ts';
import { printReport } from '../check/print-report.ts';
import { isWrong, type Report } from '../check/report.ts';
import { speakersOf, targetsFor } from '../check/targets.ts';
import { decodeText } from '../input/decode-text.ts';
import { detectShape } from '../input/detect-shape.ts';
import { bodyOf } from '../input/load-history.ts';
import { parseInput } from '../input/parse-input.ts';
import { readInput } from '../input/read-input.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { fitWidth } from '../print/fit-width.ts';
import { jsonText } from '../print/json-text.ts';
import { paintFor } from '../print/paint.ts';
import { writeText } from '../print/write-text.ts';

export interface CheckFlags {
  readonly for?: string;
  readonly from?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
}

export async function check(file: string | undefined, flags: CheckFlags, io: Io): Promise<number> {
  const targets = targetsFor({ target: flags.for, endpoint: flags.endpoint });
  const input = await readInput(file, io.stdin);
  const value = parseInput(decodeText(input), input.name);
  const shape = flags.from ?? detectShape(value) ?? 'history';
  const report =
    shape === 'history' ? checkHistory(value, input.name, targets) : judgeBody(value, shape, input.name, targets);
  const text = flags.json ? jsonText(jsonOf(report)) : fitWidth(printReport(report, paintFor(io)), io.stdout.columns);
  await writeText(io.stdout, text);
  return isWrong(report) ? exitCodes.wrong : exitCodes.fine;
}

function judgeBody(value: JsonValue, protocol: string, name: string, targets: readonly Target[]): Report {
  return checkBody(bodyOf(value, name), protocol, name, speakersOf(protocol, targets));
}

function jsonOf(report: Report): object {
  return { ok: !isWrong(report), ...report };
}
