/** Reads the lines of a part of a file, one chunk at a time. Never holds more than a chunk and the longest line. */
import type { FileHandle } from 'node:fs/promises';

export interface FileLine {
  /** The position of its first byte in the file. */
  readonly offset: number;
  /** The length without the line break. */
  readonly length: number;
  /** Valid until the next lines are requested. Undefined: longer than `maxBytes`. */
  readonly bytes: Buffer | undefined;
  /** Whether a line break follows. */
  readonly ended: boolean;
}

const chunkBytes = 256 * 1024;
const newline = 10;

export async function* readLines(
  handle: FileHandle,
  from: number,
  to: number,
  maxBytes: number,
): AsyncGenerator<readonly FileLine[], void, void> {
  const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(chunkBytes, to - from)));
  const carry = new Carry(maxBytes);
  let offset = from;
  for (let position = from; position < to; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, to - position), position);
    if (bytesRead === 0) break; // The file was truncated after its size was read.
    const lines: FileLine[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.subarray(0, bytesRead).indexOf(newline, start);
      if (end < 0) break;
      const next = position + end;
      lines.push({ offset, length: next - offset, bytes: carry.finish(chunk.subarray(start, end)), ended: true });
      start = end + 1;
      offset = next + 1;
    }
    carry.add(chunk.subarray(start, bytesRead));
    position += bytesRead;
    if (lines.length > 0) yield lines;
  }
  const length = carry.length;
  if (length > 0) yield [{ offset, length, bytes: carry.finish(Buffer.alloc(0)), ended: false }];
}

/** The start of a line that continues in a later chunk. */
class Carry {
  length = 0;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(Buffer.from(part));
  }

  finish(part: Buffer): Buffer | undefined {
    const tooLong = this.length + part.length > this.#maxBytes;
    const line = this.length === 0 ? part : Buffer.concat([...this.#parts, part]);
    this.length = 0;
    this.#parts = [];
    return tooLong ? undefined : line;
  }
}
