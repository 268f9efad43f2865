/**
 * The lines of a session file. The first is `{"sum":…,"header":{…}}`, the others `{"sum":…,"seq":…,"at":…,"record":{…},"of":…}`. `sum`
 * is the CRC-32 of the rest of the line, so a line can be checked without parsing. Later versions keep this for the header, so that
 * damage can be told apart from a newer format. `of` is the owner (`ownerTag`), so that lines of another session that got into the
 * file can be recognized; older files have lines without it.
 */
import { crc32 } from 'node:zlib';
import type { SessionHeader } from '../session-store.ts';

export type CheckedLine =
  | { readonly type: 'header'; readonly header: SessionHeader }
  | { readonly type: 'newer'; readonly version: number }
  | { readonly type: 'record'; readonly sequence: number; readonly at: number; readonly of?: string }
  | { readonly type: 'corrupt' };

export const formatVersion = 1;

const lineStart = '{"sum":"';
const sumBytes = '{"sum":"01234567",'.length;
const sumShape = /^\{"sum":"([0-9a-f]{8})",/;
const recordShape = /^\{"sum":"[0-9a-f]{8}","seq":([1-9]\d{0,14}),"at":(-?\d{1,16}),"record":/;
/** Matched only at the very end: a record with the same ending is followed by the line's closing brace. */
const ownerShape = /,"of":"([0-9a-f]{8})"\}$/;
const ownerBytes = ',"of":"01234567"}'.length;
const headerShape = /^\{"sum":"[0-9a-f]{8}","header":/;
/** Longer than the part of a record line before its record. */
const startBytes = 96;

const corrupt: CheckedLine = { type: 'corrupt' };

export function encodeHeaderLine(header: SessionHeader): Buffer {
  return encodeLine(`"header":${JSON.stringify(header)}}`);
}

export function encodeRecordLine(sequence: number, at: number, text: string, of?: string): Buffer {
  const owner = of === undefined ? '' : `,"of":"${of}"`;
  return encodeLine(`"seq":${sequence},"at":${at},"record":${text}${owner}}`);
}

/** The owner tag of a session's lines. Short, because every line has it. */
export function ownerTag(id: string): string {
  return hex(crc32(id));
}

function encodeLine(rest: string): Buffer {
  const line = Buffer.from(`{"sum":"00000000",${rest}\n`);
  line.write(sumOf(line.subarray(0, -1)), lineStart.length, 'latin1');
  return line;
}

/** A line without its line break. */
export function checkLine(line: Buffer): CheckedLine {
  const start = line.toString('latin1', 0, startBytes);
  const sum = sumShape.exec(start)?.[1];
  if (sum === undefined || sum !== sumOf(line)) return corrupt;
  const record = recordShape.exec(start);
  if (record !== null) {
    const of = ownerShape.exec(line.toString('latin1', Math.max(0, line.length - ownerBytes)))?.[1];
    return { type: 'record', sequence: Number(record[1]), at: Number(record[2]), ...(of === undefined ? {} : { of }) };
  }
  return headerShape.test(start) ? checkHeader(parse(line)) : corrupt;
}

/** The contents of a line that passed the check; undefined if it is not JSON. */
export function parseRecordLine(
  line: Buffer,
): { readonly seq: number; readonly at: number; readonly record: unknown } | undefined {
  const value = parse(line);
  if (typeof value !== 'object' || value === null || !('seq' in value && 'at' in value && 'record' in value)) return;
  const { seq, at, record } = value;
  return typeof seq === 'number' && typeof at === 'number' ? { seq, at, record } : undefined;
}

/** Where other lines may start within a damaged line whose line break was lost. */
export function findLineStarts(line: Buffer): readonly number[] {
  const starts: number[] = [];
  let from = line.indexOf(lineStart, 1);
  while (from >= 0) {
    const start = line.toString('latin1', from, from + startBytes);
    if (recordShape.test(start) || headerShape.test(start)) starts.push(from);
    from = line.indexOf(lineStart, from + 1);
  }
  return starts;
}

function sumOf(line: Buffer): string {
  return hex(crc32(line.subarray(sumBytes)));
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

function checkHeader(value: unknown): CheckedLine {
  const header = fieldOf(value, 'header');
  const version = fieldOf(header, 'version');
  if (typeof version === 'number' && version > formatVersion) return { type: 'newer', version };
  return isHeader(header) ? { type: 'header', header } : corrupt;
}

function isHeader(value: unknown): value is SessionHeader {
  const title = fieldOf(value, 'title');
  const parent = fieldOf(value, 'parent');
  return (
    fieldOf(value, 'version') === formatVersion &&
    typeof fieldOf(value, 'id') === 'string' &&
    typeof fieldOf(value, 'workspace') === 'string' &&
    typeof fieldOf(value, 'createdAt') === 'number' &&
    typeof fieldOf(value, 'spawnDepth') === 'number' &&
    (title === undefined || typeof title === 'string') &&
    (parent === undefined || typeof parent === 'string')
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
