/** Reads a body as a JSON object. What cannot be read exactly is refused, with the place. */
import { isUtf8 } from 'node:buffer';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObject } from '@interlock/wire';

/** A text says why it is refused. */
export function readObject(bytes: Buffer): JsonObject | string {
  let value: JsonValue;
  try {
    value = JSON.parse(bytes.toString('utf8', hasMark(bytes) ? mark.length : 0));
  } catch (error) {
    return `The body is not valid JSON: ${error instanceof Error ? error.message : 'unknown'}`;
  }
  return asObject(value) ?? 'The body is not a JSON object.';
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
