/** A rule our own body broke: ours to mend, whatever the history was (REQ-915-040). */
import { TranscriptError } from '@interlock/transcript';
import type { Violation } from '../rule.ts';
import type { ShapeNotes } from '../shape/shape-notes.ts';

export interface ProjectionFault {
  readonly fault: 'projection-fault';
  readonly rule: string;
  readonly path: string;
  /** Canonical ids of the calls the rule names. */
  readonly callIds: readonly string[];
}

export function projectionFault({ rule, path, message }: Violation, { ids }: ShapeNotes): ProjectionFault {
  const named = ids.filter(({ call }) => call !== '' && message.includes(call));
  return { fault: 'projection-fault', rule, path, callIds: named.map(({ canonical }) => canonical) };
}

export function faultError(faults: readonly ProjectionFault[]): TranscriptError {
  const [first] = faults;
  const where = first === undefined ? '' : ` (${first.rule} at ${first.path})`;
  const callIds = faults.flatMap((fault) => fault.callIds);
  return new TranscriptError(
    'projection-fault',
    `The request failed its own check${where}; nothing was sent.`,
    callIds,
  );
}
