/** A rule our own body broke: ours to mend, whatever the history was (REQ-915-040). */
import { type JsonObject, type JsonValue, TranscriptError } from '@interlock/transcript';
import type { Violation } from '../rule.ts';
import type { IdNote, ShapeNotes } from '../shape/shape-notes.ts';

export interface ProjectionFault {
  readonly fault: 'projection-fault';
  readonly rule: string;
  readonly path: string;
  /** Canonical ids of the calls at the place: of the part itself, or of all in the message. */
  readonly callIds: readonly string[];
}

export function projectionFault({ rule, path }: Violation, body: JsonObject, { ids }: ShapeNotes): ProjectionFault {
  return { fault: 'projection-fault', rule, path, callIds: callIdsAt(body, path.split('.'), ids) };
}

/** Where the protocols write the id of a call: on the call itself, and on its result. */
const idFields = ['tool_call_id', 'tool_use_id', 'call_id', 'id'] as const;

/** The innermost part on the way to the place that has the id of a call; if none has, all calls below the place. */
function callIdsAt(body: JsonObject, path: readonly string[], ids: readonly IdNote[]): readonly string[] {
  let own: readonly string[] = [];
  let place: JsonValue | undefined = body;
  for (const key of path) {
    place = childOf(place, key);
    const found = callIdsOf(place, ids);
    if (found.length > 0) own = found;
  }
  return own.length > 0 ? own : [...new Set(callIdsBelow(place, ids))];
}

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Array.isArray(value) ? value[Number(key)] : (value as JsonObject)[key];
}

function callIdsOf(value: JsonValue | undefined, ids: readonly IdNote[]): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const written = idFields.map((field) => childOf(value, field)).find((id) => typeof id === 'string' && id !== '');
  if (written === undefined) return [];
  return ids.filter(({ call, result }) => call === written || result === written).map(({ canonical }) => canonical);
}

function callIdsBelow(value: JsonValue | undefined, ids: readonly IdNote[]): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...callIdsOf(value, ids), ...Object.values(value).flatMap((part) => callIdsBelow(part, ids))];
}

/** Nothing was sent, but what is known about the request goes along. */
export function faultError(faults: readonly ProjectionFault[], diagnostics: object): TranscriptError {
  const [first] = faults;
  const where = first === undefined ? '' : ` (${first.rule} at ${first.path})`;
  const callIds = [...new Set(faults.flatMap((fault) => fault.callIds))];
  const message = `The request failed its own check${where}; nothing was sent.`;
  return new TranscriptError('projection-fault', message, callIds, diagnostics);
}
