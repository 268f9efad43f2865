/** Reads the records of a scanned session, in the order of their sequence numbers, one at a time. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isKnownRecord, recordKind } from '../known-record.ts';
import type { StoredRecord, StoreWarning } from '../session-store.ts';
import { parseRecordLine } from './line-format.ts';
import { readLines } from './read-lines.ts';
import type { Run } from './scan-session.ts';
import { readFailure } from './storage-failure.ts';

export interface RecordSource {
  readonly id: string;
  readonly file: string;
  readonly runs: readonly Run[];
  readonly maxLineBytes: number;
  readonly warn: (warning: StoreWarning) => void;
}

export async function* readRecords(source: RecordSource): AsyncGenerator<StoredRecord, void, void> {
  const { id, file, runs, maxLineBytes, warn } = source;
  // A separate handle: the log's may be closed before the last record is read.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw readFailure(error, `Session ${id}`);
  });
  try {
    for (const { from, to } of runs) {
      for await (const lines of readLines(handle, from, to, maxLineBytes)) {
        for (const { bytes } of lines) {
          const record = bytes === undefined ? undefined : takeRecord(id, bytes, warn);
          if (record !== undefined) yield record;
        }
      }
    }
  } catch (error) {
    throw readFailure(error, `Session ${id}`);
  } finally {
    await handle.close();
  }
}

function takeRecord(id: string, bytes: Buffer, warn: (warning: StoreWarning) => void): StoredRecord | undefined {
  const parsed = parseRecordLine(bytes);
  if (parsed === undefined) {
    warn({
      code: 'corrupt',
      message: `A line of session ${id} is not JSON although its checksum is correct. It was skipped.`,
    });
    return undefined;
  }
  const { seq, at, record } = parsed;
  if (isKnownRecord(record)) return { sequence: seq, at, record };
  const kind = JSON.stringify(recordKind(record) ?? 'none').slice(0, 60);
  const message = `Record ${seq} of session ${id} is of a kind this version does not know (${kind}). It was skipped and stays in the file.`;
  warn({ code: 'unknown-kind', message, place: seq });
  return undefined;
}
