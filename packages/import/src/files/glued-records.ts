/**
 * The records of a line with more than one: a killed program's last line has no end, and the next program appends to it; two
 * concurrent writers leave complete records side by side.
 */
import type { JsonObject } from '@interlock/transcript';
import { isObject, parseJson } from '../reading/json.ts';

/**
 * How many characters of a broken line are read to find a record in it: objects that never end are read to the end of the line, each of
 * them. A short line is read as often as it takes.
 */
function mostRead(length: number): number {
  return Math.max(4_000_000, 8 * length);
}

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

/** The end of the object that begins at `from`; -1 if none begins there, or it does not end. */
function objectEnd(text: string, from = 0): number {
  if (text.charCodeAt(from) !== openBrace) return -1;
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (inString && letter === backslash) at += 1;
    else if (letter === quote) inString = !inString;
    else if (!inString && letter === openBrace) depth += 1;
    else if (!inString && letter === closeBrace) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

const [quote, backslash, openBrace, closeBrace] = [0x22, 0x5c, 0x7b, 0x7d] as const;

/** The complete record after a torn one. */
function recordBehind(given: string): JsonObject | undefined {
  const text = given.trimEnd();
  let left = mostRead(text.length);
  for (let at = text.indexOf('{"', 1); at !== -1 && left > 0; at = text.indexOf('{"', at + 1)) {
    const end = objectEnd(text, at);
    const value = end === text.length ? parseJson(text.slice(at)) : undefined;
    if (isObject(value)) return value;
    left -= (end === -1 ? text.length : end) - at;
  }
  return undefined;
}
