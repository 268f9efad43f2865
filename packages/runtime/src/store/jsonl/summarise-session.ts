/** Summarises a session for lists: from its header and its last record, without reading the rest. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SessionHeader, SessionSummary } from '../session-store.ts';
import { type CheckedLine, checkLine } from './line-format.ts';
import { readLines } from './read-lines.ts';
import { recoverHeader } from './recover-header.ts';
import type { SessionPaths } from './session-paths.ts';

const stepBytes = 64 * 1024;
const maxHeaderBytes = 1024 * 1024;
const newline = 10;

export type Summary = SessionSummary | { readonly newerFormat: number };

export async function summariseSession(id: string, paths: SessionPaths): Promise<Summary> {
  const handle = await open(paths.file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size, mtimeMs } = await handle.stat();
    const first = await firstLine(handle, size);
    if (first?.type === 'newer') return { newerFormat: first.version };
    const last = await lastRecord(handle, size);
    const known: SessionHeader | undefined = first?.type === 'header' ? first.header : undefined;
    const { header } = await recoverHeader({ id, folder: paths.folder, header: known, createdAt: Math.trunc(mtimeMs) });
    return { header, updatedAt: last?.at ?? header.createdAt, records: last?.sequence ?? 0 };
  } finally {
    await handle.close();
  }
}

async function firstLine(handle: FileHandle, size: number): Promise<CheckedLine | undefined> {
  for await (const [line] of readLines(handle, 0, Math.min(size, maxHeaderBytes), maxHeaderBytes))
    return line?.bytes === undefined ? undefined : checkLine(line.bytes);
  return undefined;
}

/** Reads from the end back to the last valid line. */
async function lastRecord(
  handle: FileHandle,
  size: number,
): Promise<Extract<CheckedLine, { readonly type: 'record' }> | undefined> {
  let from = size;
  let tail: Buffer = Buffer.alloc(0);
  while (from > 0) {
    // Doubles each time, so that a long line is not copied repeatedly.
    const step = Math.min(from, Math.max(stepBytes, tail.length));
    from -= step;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(step), 0, step, from);
    tail = Buffer.concat([buffer.subarray(0, bytesRead), tail]);
    for (let start = tail.lastIndexOf(newline); start >= 0 || from === 0; start = tail.lastIndexOf(newline)) {
      const checked = checkLine(tail.subarray(start + 1));
      if (checked.type === 'record') return checked;
      if (start < 0) return undefined;
      tail = tail.subarray(0, start);
    }
  }
  return undefined;
}
