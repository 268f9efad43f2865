/** Describes what a scan skipped or repaired. */
import type { StoreWarning } from '../session-store.ts';
import type { Run, Scan, Skip } from './scan-session.ts';

/** More warnings than this are only counted. */
const maxWarnings = 1_000;

export function describeDamage(id: string, scan: Scan): readonly StoreWarning[] {
  const warnings = [
    ...scan.skips.map((skip) => describeSkip(id, skip)),
    ...scan.reordered.map((line): StoreWarning => {
      const message = `Line ${line} of session ${id} belongs further up; its record was moved to its place.`;
      return { code: 'reordered', message, place: line };
    }),
    ...describeGaps(id, scan.runs),
  ];
  if (warnings.length <= maxWarnings) return warnings;
  const more = `Session ${id} is damaged in ${warnings.length - maxWarnings} more places.`;
  return [...warnings.slice(0, maxWarnings), { code: 'corrupt', message: more }];
}

function describeSkip(id: string, { code, firstLine, lastLine, from, to }: Skip): StoreWarning {
  const lines = firstLine === lastLine ? `Line ${firstLine}` : `Lines ${firstLine} to ${lastLine}`;
  const [is, was, repeats, stays, belongs] =
    firstLine === lastLine ? ['is', 'was', 'repeats', 'stays', 'belongs'] : ['are', 'were', 'repeat', 'stay', 'belong'];
  const what = {
    torn: `was cut off, probably by a crash while it was written. It`,
    corrupt: `${is} damaged (bytes ${from} to ${to}). ${firstLine === lastLine ? 'It' : 'They'}`,
    foreign: `${belongs} to another session. ${firstLine === lastLine ? 'It' : 'They'}`,
    duplicate: `${repeats} what came before. ${firstLine === lastLine ? 'It' : 'They'}`,
  }[code];
  return {
    code,
    message: `${lines} of session ${id} ${what} ${was} skipped and ${stays} in the file.`,
    place: firstLine,
  };
}

function describeGaps(id: string, runs: readonly Run[]): readonly StoreWarning[] {
  return runs.flatMap((run, index): readonly StoreWarning[] => {
    const from = (runs[index - 1]?.last ?? 0) + 1;
    const to = run.first - 1;
    if (from > to) return [];
    const which = from === to ? `Record ${from} of session ${id} is` : `Records ${from} to ${to} of session ${id} are`;
    return [{ code: 'gap', message: `${which} missing.`, place: from }];
  });
}
