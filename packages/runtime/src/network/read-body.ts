/** Reads and decompresses a response body up to a limit: a small body may decompress to more than fits in memory. */
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchProblem } from './fetch-problem.ts';

export interface ReadBody {
  readonly bytes: Uint8Array;
  /** The body was longer. */
  readonly isCut: boolean;
}

/** The encodings that we accept. */
export const acceptedEncodings = 'gzip, br';

export async function readBody(body: Readable, encoding: string, longest: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const unpacked = unpack(body, encoding.trim().toLowerCase());
  for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
    const room = longest - size;
    chunks.push(chunk.subarray(0, room));
    size += Math.min(chunk.byteLength, room);
    // Leaving the loop closes the stream and the connection.
    if (chunk.byteLength > room) return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

function unpack(body: Readable, encoding: string): Readable {
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = decoderFor(encoding);
  // The decoder reports the errors of both.
  return pipeline(body, decoder, () => undefined);
}

function decoderFor(encoding: string): ReturnType<typeof createGunzip> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new FetchProblem(`The page is compressed in a way that was not requested (${encoding.slice(0, 40)}).`);
  }
}
