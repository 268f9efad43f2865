/**
 * Measures a body before it is parsed: every value in it costs hundreds of bytes and some microseconds from then on, and a few kilobytes,
 * compressed, can hold millions of them. Nested values cost stack.
 */
import { stringEnd } from './body-layout.ts';

/** More than the longest conversation that a model reads has. */
export const mostValues = 500_000;

/** Recursive code would run out of stack. */
const deepest = 256;

const tooDeep: UnreadBody = { refused: `The body is nested more than ${deepest} levels deep.`, status: 400 };

const tooMany: UnreadBody = {
  refused: `The body has more than ${mostValues} lists, objects and other values.`,
  status: 413,
};

export interface UnreadBody {
  readonly refused: string;
  readonly status: 400 | 413;
}

/** About how many values it has, or why it is not parsed. Whether it is JSON at all does not matter here. */
export function measureBody(bytes: Buffer): { readonly values: number } | UnreadBody {
  let [values, depth] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = stringEnd(bytes, at);
      if (mayBeJson(bytes, at + 1)) values += valuesWithin(bytes, at + 1, end);
      at = end - 1;
    } else if (byte === openBrace || byte === openBracket) {
      values += 1;
      depth += 1;
      if (depth > deepest) return tooDeep;
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    else if (byte === comma) values += 1;
    if (values > mostValues) return tooMany;
  }
  return { values };
}

/** Some APIs have arguments of calls as text, which is parsed, too. `at`: behind the opening quote. */
function mayBeJson(bytes: Buffer, at: number): boolean {
  let start = at;
  while (bytes[start] === space || isEscapedSpace(bytes, start)) start += bytes[start] === space ? 1 : 2;
  const byte = bytes[start];
  return byte === openBrace || byte === openBracket || isCode(bytes, start);
}

function isEscapedSpace(bytes: Buffer, at: number): boolean {
  const letter = bytes[at + 1];
  return bytes[at] === backslash && (letter === 0x6e || letter === 0x72 || letter === 0x74);
}

/** Every character can be written as `\u` and its number, which begins with two zeros for those of JSON. Other alphabets are often written so. */
function isCode(bytes: Buffer, at: number): boolean {
  return bytes[at] === backslash && bytes[at + 1] === 0x75 && bytes[at + 2] === zero && bytes[at + 3] === zero;
}

function valuesWithin(bytes: Buffer, from: number, end: number): number {
  let values = 0;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === comma || byte === openBrace || byte === openBracket || isCode(bytes, at)) values += 1;
  }
  return values;
}

/** Estimated bytes of memory that reading and answering such a body takes: as text, as values, as contents, and as it is sent. */
export function workBytes(bytes: number, values: number): number {
  return 6 * bytes + 450 * values;
}

const [quote, comma, backslash, space, openBracket, closeBracket, openBrace, closeBrace, zero] = [
  0x22, 0x2c, 0x5c, 0x20, 0x5b, 0x5d, 0x7b, 0x7d, 0x30,
] as const;
