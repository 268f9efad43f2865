/** A record as the text that is kept: taken when it is appended, so that what the caller does to it later changes nothing. */
import type { SessionRecord } from './session-record.ts';
import { StoreError } from './store-error.ts';

/** Longer than any sound record; far enough from the longest string there can be. */
export const maxRecordBytes: number = 256 * 1024 * 1024;

export function encodeRecord(record: SessionRecord): string {
  let text: string;
  try {
    text = JSON.stringify(record);
  } catch (error) {
    throw new StoreError(
      'invalid-record',
      `A record of the kind '${record.kind}' is not JSON and was not written.`,
      'Remove circular references, big integers, and strings that are too long.',
      { cause: error },
    );
  }
  // Three bytes a character at most; counting them all is for the few that may be too long.
  if (text.length * 3 > maxRecordBytes && Buffer.byteLength(text) > maxRecordBytes)
    throw new StoreError(
      'invalid-record',
      `A record of the kind '${record.kind}' has more than ${maxRecordBytes} bytes and was not written.`,
      'Put large data in a side file.',
    );
  return text;
}
