/**
 * Copies unusable parts of a session file to a file beside it: one line for each part, with its position. The session file keeps them
 * too, so losing the copy loses nothing.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readLines } from './read-lines.ts';
import type { Skip } from './scan-session.ts';

/** Longer parts are not copied; only their position is noted. */
const maxCopyBytes = 16 * 1024 * 1024;
/** Base64 of the part, and its position. */
const maxEntryBytes = maxCopyBytes * 2;

export async function keepAside(session: FileHandle, skips: readonly Skip[], path: string): Promise<void> {
  if (skips.length === 0) return;
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const aside = await open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    await aside.chmod(0o600);
    const known = await keysIn(aside);
    for (const skip of skips) {
      const entry = await describe(session, skip);
      if (!known.has(keyOf(entry))) await aside.appendFile(`${JSON.stringify(entry)}\n`);
    }
    await aside.sync();
  } finally {
    await aside.close();
  }
}

interface KeptFile {
  readonly code: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly sum?: number;
  readonly base64?: string;
}

async function describe(session: FileHandle, { code, firstLine: line, from, to }: Skip): Promise<KeptFile> {
  if (to - from > maxCopyBytes) return { code, line, from, to };
  const { buffer, bytesRead } = await session.read(Buffer.alloc(to - from), 0, to - from, from);
  const bytes = buffer.subarray(0, bytesRead);
  return { code, line, from, to, sum: crc32(bytes), base64: bytes.toString('base64') };
}

/** The same damage is found every time a session is opened. */
async function keysIn(aside: FileHandle): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const { size } = await aside.stat();
  for await (const lines of readLines(aside, 0, size, maxEntryBytes)) {
    for (const { bytes } of lines) {
      // The part before the copy identifies it.
      const [, from, to, sum] =
        /"from":(\d+),"to":(\d+)(?:,"sum":(\d+))?/.exec(bytes?.toString('latin1', 0, 160) ?? '') ?? [];
      keys.add(`${from}-${to}-${sum}`);
    }
  }
  return keys;
}

function keyOf({ from, to, sum }: KeptFile): string {
  return `${from}-${to}-${sum}`;
}
