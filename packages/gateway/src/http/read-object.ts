/** Reads a body as a JSON object. What cannot be read exactly is refused, with the place. */
import { isUtf8 } from 'node:buffer';
import { type JsonObject, type JsonValue, mayRound, parseExactly } from '@interlock/transcript';
import { asObject } from '@interlock/wire';

/**
 * A text says why it is refused. `list`: the field with the messages, whose large integers keep their digits. Those of a tool's schema stay
 * numbers.
 */
export function readObject(bytes: Buffer, list: string): JsonObject | string {
  const text = bytes.toString('utf8', hasMark(bytes) ? mark.length : 0);
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `The body is not valid JSON: ${error instanceof Error ? error.message : 'unknown'}`;
  }
  const body = asObject(value);
  if (body === undefined) return 'The body is not a JSON object.';
  const entries = mayRound(text) ? asObject(parseExactly(text))?.[list] : undefined;
  return entries === undefined ? body : { ...body, [list]: entries };
}

/** Other bytes would silently become U+FFFD. */
export function isText(bytes: Buffer): boolean {
  return isUtf8(bytes);
}

export const notText = 'The body is not valid UTF-8. Send JSON in UTF-8.';

/** Some clients write a byte order mark before the JSON. */
const mark: Buffer = Buffer.from('\ufeff');

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === mark[0] && bytes.subarray(0, mark.length).equals(mark);
}
