/**
 * The records of a line with more than one: a killed program's last line has no end, and the next program appends to it; two
 * concurrent writers leave complete records side by side.
 */
import type { JsonObject } from '@interlock/transcript';
import { isObject, parseJson } from '../reading/json.ts';

/** How many positions in a broken line are tried. Each attempt ends where its object ends. */
const tries = 200;

export interface GluedRecords {
  readonly records: readonly JsonObject[];
  /** Whether something else is on the line. */
  readonly torn: boolean;
}

export function gluedRecords(text: string): GluedRecords {
  const { records, rest } = recordsAtStart(text);
  const last = recordBehind(rest);
  return { records: last === undefined ? records : [...records, last], torn: rest !== '' };
}

export interface RecordsAtStart {
  readonly records: readonly JsonObject[];
  /** What is behind the last complete record. */
  readonly rest: string;
}

export function recordsAtStart(text: string): RecordsAtStart {
  const records: JsonObject[] = [];
  let rest = text;
  for (let end = objectEnd(rest); end !== -1; end = objectEnd(rest)) {
    const value = parseJson(rest.slice(0, end));
    if (!isObject(value)) break;
    records.push(value);
    rest = rest.slice(end).trimStart();
  }
  return { records, rest };
}

/** The end of the object at the beginning; -1 if it does not end. */
function objectEnd(text: string): number {
  if (!text.startsWith('{')) return -1;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString && letter === '\\') at += 1;
    else if (letter === '"') inString = !inString;
    else if (!inString && letter === '{') depth += 1;
    else if (!inString && letter === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The complete record after a torn one. */
function recordBehind(text: string): JsonObject | undefined {
  let at = text.indexOf('{"', 1);
  for (let tried = 0; at !== -1 && tried < tries; tried += 1) {
    const value = parseJson(text.slice(at));
    if (isObject(value)) return value;
    at = text.indexOf('{"', at + 1);
  }
  return undefined;
}
