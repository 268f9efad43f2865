/** Opens a file of another agent for reading: only regular files, never written, never created. */
import { constants, type ReadStream } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import zlib from 'node:zlib';
import { utf8Bytes } from './utf8-bytes.ts';

export interface OpenedFile {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** `from` and `to` (exclusive) are offsets in the file on disk. */
  bytes(from?: number, to?: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
}

/**
 * `links`: whether the path itself may be a symbolic link. A path given by the user may be; what a search finds may
 * not.
 */
export async function openFile(path: string, links: 'follow' | 'refuse'): Promise<OpenedFile> {
  if (links === 'refuse' && (await lstat(path)).isSymbolicLink())
    throw new NotAFileError(`${path} is a symbolic link.`);
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const flags =
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (links === 'refuse' ? (constants.O_NOFOLLOW ?? 0) : 0);
  const handle = await open(path, flags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new NotAFileError(`${path} is not a file.`);
    const { size, mtimeMs } = stats;
    return {
      size,
      modified: mtimeMs,
      // Data written while it is being read is not waited for.
      bytes: (from = 0, to = size) =>
        (to <= from ? [] : plainBytes(handle, path, from, to)) as AsyncIterable<Uint8Array>,
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function plainBytes(handle: FileHandle, path: string, from: number, to: number): AsyncIterable<Uint8Array> {
  const bytes = bytesOf(handle, path, from, to);
  return from === 0 ? utf8Bytes(bytes) : bytes;
}

/** Node's streams allocate memory for each chunk, so pieces of it may be kept. */
function bytesOf(handle: FileHandle, path: string, start: number, to: number): AsyncIterable<Uint8Array> {
  const stream: ReadStream = handle.createReadStream({ start, end: to - 1, autoClose: false, highWaterMark: 1 << 18 });
  if (!path.endsWith('.zst')) return stream;
  const plain = zlib.createZstdDecompress();
  stream.on('error', (error) => plain.destroy(error));
  return stream.pipe(plain);
}
