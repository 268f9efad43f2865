/**
 * Where the fields of a request are in its bytes, and the entries of its list, so that the next request of the conversation can be compared
 * with it. Nothing is validated here: these bytes have been parsed, or are parsed after they were divided.
 */

export interface BodyLayout {
  /** All fields, in order; no name occurs twice. `end`: after the value. */
  readonly fields: readonly { readonly name: string; readonly end: number }[];
  /** Which of the fields is the list. */
  readonly list: number;
  /** Behind the opening bracket of the list. */
  readonly start: number;
  /** Behind each entry. */
  readonly ends: readonly number[];
  /** Where the closing bracket is. */
  readonly close: number;
}

/** Undefined: without such a list, or with field names that are not what they seem to be. */
export function layoutOf(bytes: Buffer, list: string): BodyLayout | undefined {
  const start = spaceEnd(bytes, 0);
  if (bytes[start] !== openBrace) return undefined;
  return fieldsFrom(bytes, start + 1, list);
}

/**
 * How the list begins: the end of its first entry, and of its second if it has one. Only as much is read as is needed for that. Empty:
 * there is no such list, or nothing is in it.
 */
export function openingEnds(bytes: Buffer, list: string): readonly number[] {
  let at = spaceEnd(bytes, spaceEnd(bytes, 0) + 1);
  while (bytes[at] === quote) {
    const nameEnd = stringEnd(bytes, at);
    const valueAt = spaceEnd(bytes, spaceEnd(bytes, nameEnd) + 1);
    if (bytes.toString('utf8', at + 1, nameEnd - 1) === list) {
      return bytes[valueAt] === openBracket ? (entriesFrom(bytes, valueAt + 1, [], 2)?.ends ?? []) : [];
    }
    at = spaceEnd(bytes, spaceEnd(bytes, valueEnd(bytes, valueAt)) + 1);
  }
  return [];
}

/** The fields from `at` on, up to the end of the object; without `before`, the list must be among them. */
export function fieldsFrom(
  bytes: Buffer,
  at: number,
  list: string,
  before: Pick<BodyLayout, 'fields'> & Partial<BodyLayout> = { fields: [] },
): BodyLayout | undefined {
  const fields = [...before.fields];
  const names = new Set(fields.map(({ name }) => name));
  let found =
    before.list === undefined
      ? undefined
      : { list: before.list, start: before.start ?? 0, ends: before.ends ?? [], close: before.close ?? 0 };
  for (let from = spaceEnd(bytes, at); bytes[from] === quote; ) {
    const nameEnd = stringEnd(bytes, from);
    const name = bytes.toString('utf8', from + 1, nameEnd - 1);
    // What is written with escapes may be another field, or the same one again.
    if (name.includes('\\') || name === '__proto__' || names.has(name)) return undefined;
    names.add(name);
    const colonAt = spaceEnd(bytes, nameEnd);
    const valueAt = spaceEnd(bytes, colonAt + 1);
    let end: number;
    if (name === list) {
      if (bytes[valueAt] !== openBracket) return undefined;
      const entries = entriesFrom(bytes, valueAt + 1, []);
      if (entries === undefined) return undefined;
      found = { list: fields.length, start: valueAt + 1, ...entries };
      end = entries.close + 1;
    } else end = valueEnd(bytes, valueAt);
    fields.push({ name, end });
    const next = spaceEnd(bytes, end);
    if (bytes[next] !== comma) return found === undefined ? undefined : { fields, ...found };
    from = spaceEnd(bytes, next + 1);
  }
  return undefined;
}

/** The entries of a list of which `known` are known, and where it is closed. `at`: after the last of them. `most`: no more are looked for. */
export function entriesFrom(
  bytes: Buffer,
  at: number,
  known: readonly number[],
  most: number = Infinity,
): Pick<BodyLayout, 'ends' | 'close'> | undefined {
  const ends = [...known];
  let next = spaceEnd(bytes, at);
  if (ends.length === 0 && bytes[next] !== closeBracket) {
    ends.push(valueEnd(bytes, next));
    next = spaceEnd(bytes, ends.at(-1) ?? next);
  }
  while (bytes[next] === comma && ends.length < most) {
    const end = valueEnd(bytes, spaceEnd(bytes, next + 1));
    ends.push(end);
    next = spaceEnd(bytes, end);
  }
  return bytes[next] === closeBracket || ends.length === most ? { ends, close: next } : undefined;
}

const [quote, comma, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x2c, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const;

function spaceEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function valueEnd(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === quote) return stringEnd(bytes, from);
  if (first === openBrace || first === openBracket) return nestedEnd(bytes, from);
  let at = from;
  while (at < bytes.length && !isSpace(bytes[at]) && bytes[at] !== comma && !isClose(bytes[at])) at += 1;
  return at;
}

function isClose(byte: number | undefined): boolean {
  return byte === closeBrace || byte === closeBracket;
}

function nestedEnd(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; ) {
    const byte = bytes[at];
    if (byte === quote) {
      at = stringEnd(bytes, at);
      continue;
    }
    at += 1;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (isClose(byte)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return bytes.length;
}

/** Strings that are longer than this are searched by the system's own means. */
const short = 32;

/** Behind the closing quote of the string that begins here. */
export function stringEnd(bytes: Buffer, from: number): number {
  let at = from + 1;
  for (const near = Math.min(bytes.length, at + short); at < near; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at += 1;
  }
  for (let end = bytes.indexOf(quote, at); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = end;
    while (escapes > at && bytes[escapes - 1] === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return bytes.length;
}
