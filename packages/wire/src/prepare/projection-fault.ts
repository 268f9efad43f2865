/** A rule that our own body breaks: always a bug of ours, whatever the history was (REQ-915-040). */
import { isJsonObject, type JsonObject, type JsonValue, TranscriptError } from '@interlock/transcript';
import type { Violation } from '../rules/rule.ts';
import type { IdNote, ShapeNotes } from '../shape/shape-context.ts';

export interface ProjectionFault {
  readonly fault: 'projection-fault';
  readonly rule: string;
  readonly path: string;
  /** Canonical ids of the calls at this path: of the part itself, or of all in the message. */
  readonly callIds: readonly string[];
}

export function projectionFault({ rule, path }: Violation, body: JsonObject, { ids }: ShapeNotes): ProjectionFault {
  const isNamed = ids.some(({ call }) => call !== '');
  const callIdsOf = isNamed ? byWrittenId(ids) : byOrder(body, ids);
  return { fault: 'projection-fault', rule, path, callIds: callIdsAt(body, path.split('.'), callIdsOf) };
}

/** The id of a value that is a call or a result. */
type CallIdsOf = (value: JsonValue | undefined) => readonly string[];

/** The innermost part along the path that is a call or a result; if none is, all calls below the path. */
function callIdsAt(body: JsonObject, path: readonly string[], callIdsOf: CallIdsOf): readonly string[] {
  let own: readonly string[] = [];
  let place: JsonValue | undefined = body;
  for (const key of path) {
    place = childOf(place, key);
    const found = callIdsOf(place);
    if (found.length > 0) own = found;
  }
  return own.length > 0 ? own : [...new Set(callIdsBelow(place, callIdsOf))];
}

function callIdsBelow(value: JsonValue | undefined, callIdsOf: CallIdsOf): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...callIdsOf(value), ...Object.values(value).flatMap((part) => callIdsBelow(part, callIdsOf))];
}

/** Where the protocols write the id of a call: on the call itself, and on its result. */
const idFields = ['tool_call_id', 'tool_use_id', 'toolUseId', 'call_id', 'id'] as const;

function byWrittenId(ids: readonly IdNote[]): CallIdsOf {
  return (value) => {
    if (!isJsonObject(value)) return [];
    const written = idFields.map((field) => childOf(value, field)).find((id) => typeof id === 'string' && id !== '');
    if (written === undefined) return [];
    return ids.filter(({ call, result }) => call === written || result === written).map(({ canonical }) => canonical);
  };
}

/** Gemini and Ollama write no ids: calls and results are in the order in which the calls were shaped. */
function byOrder(body: JsonObject, ids: readonly IdNote[]): CallIdsOf {
  const parts = listIn(body, 'contents').flatMap((content) => listIn(content, 'parts'));
  const messages = listIn(body, 'messages');
  const calls = [
    ...parts.filter((part) => childOf(part, 'functionCall') !== undefined),
    ...messages.flatMap((message) => listIn(message, 'tool_calls')),
  ];
  const results = [
    ...parts.filter((part) => childOf(part, 'functionResponse') !== undefined),
    ...messages.filter((message) => childOf(message, 'role') === 'tool'),
  ];
  const owners = new Map([calls, results].flatMap((list) => list.map((value, at) => [value, ids[at]] as const)));
  return (value) => {
    const owner = value === undefined ? undefined : owners.get(value);
    return owner === undefined ? [] : [owner.canonical];
  };
}

function listIn(value: JsonValue, key: string): readonly JsonValue[] {
  const list = childOf(value, key);
  return Array.isArray(list) ? list : [];
}

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Array.isArray(value) ? value[Number(key)] : (value as JsonObject)[key];
}

/** Nothing was sent. The error carries everything known about the request. */
export function faultError(faults: readonly ProjectionFault[], diagnostics: object): TranscriptError {
  const [first] = faults;
  const where = first === undefined ? '' : ` (${first.rule} at ${first.path})`;
  const callIds = [...new Set(faults.flatMap((fault) => fault.callIds))];
  const message = `The request failed its own check${where}; nothing was sent.`;
  return new TranscriptError('projection-fault', message, callIds, diagnostics);
}
