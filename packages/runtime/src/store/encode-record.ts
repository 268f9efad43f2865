/** Encodes a record when it is appended, so that later changes by the caller have no effect. */
import type { SessionRecord } from './session-record.ts';
import { StoreError } from './store-error.ts';

/** Longer than any valid record, and well below the longest possible string. */
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
  // At most three bytes per character: bytes are counted only for long records.
  if (text.length * 3 > maxRecordBytes && Buffer.byteLength(text) > maxRecordBytes)
    throw new StoreError(
      'invalid-record',
      `A record of the kind '${record.kind}' has more than ${maxRecordBytes} bytes and was not written.`,
      'Put large data in a side file.',
    );
  return text;
}
