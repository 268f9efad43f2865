/** Reads a request's body: bounded, and decompressed if necessary. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

export type ReadBody = { readonly bytes: Buffer } | RefusedBody;

export interface RefusedBody {
  readonly refused: string;
  readonly status: 400 | 413 | 415 | 503;
}

/** Undefined: the client has disconnected. `take`: reserves bytes; false if the gateway cannot hold that many more. */
export async function readBody(
  request: IncomingMessage,
  most: number,
  take: (bytes: number) => boolean,
): Promise<ReadBody | undefined> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) return tooLarge(most);
  const bound = new Bound(most, take);
  const chunks = await chunksOf(request, (chunk) => bound.holds(chunk));
  if (bound.refusal !== undefined) return bound.refusal;
  if (chunks === undefined) return undefined;
  return unpacked(joined(chunks), request.headers['content-encoding'], new Bound(most, take));
}

/** Counts bytes as they come. */
class Bound {
  readonly #most: number;
  readonly #take: (bytes: number) => boolean;
  #size = 0;
  refusal: ReadBody | undefined;

  constructor(most: number, take: (bytes: number) => boolean) {
    this.#most = most;
    this.#take = take;
  }

  /** False: it is too much, and `refusal` says why. */
  holds({ length }: Buffer): boolean {
    this.#size += length;
    if (this.#size > this.#most) this.refusal = tooLarge(this.#most);
    else if (!this.#take(length)) this.refusal = full;
    return this.refusal === undefined;
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** A chunk may be a single byte, and takes a hundred times its size: after this many, they are joined. */
const mostChunks = 256;

/**
 * Reads until `goesOn` returns false. Undefined: the client disconnected first. Not with `for await`, which costs more than everything else
 * that is done with a body.
 */
function chunksOf(
  request: IncomingMessage,
  goesOn: (chunk: Buffer) => boolean,
): Promise<readonly Buffer[] | undefined> {
  return new Promise((resolve) => {
    // It disconnected while its limits were checked in the database. No event would ever say so.
    if (request.destroyed) return resolve(undefined);
    const pieces: Buffer[] = [];
    let chunks: Buffer[] = [];
    const stop = (): void => {
      request.off('data', hear);
      request.off('end', end);
      request.off('error', leave);
      request.off('close', leave);
    };
    const hear = (chunk: Buffer): void => {
      chunks.push(chunk);
      if (!goesOn(chunk)) {
        request.pause();
        end();
      } else if (chunks.length === mostChunks) {
        pieces.push(joined(chunks));
        chunks = [];
      }
    };
    const end = (): void => {
      stop();
      resolve([...pieces, ...chunks]);
    };
    const leave = (): void => {
      stop();
      // Later errors do not matter.
      request.on('error', () => undefined);
      resolve(undefined);
    };
    request.on('data', hear);
    request.once('end', end);
    request.once('error', leave);
    request.once('close', leave);
  });
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib.createGunzip(),
  // An old name that recipients treat as the same (RFC 9110).
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
};

/** Piece by piece: a few bytes may become megabytes, and many requests are decompressed at once. */
async function unpacked(bytes: Buffer, encoding: string | undefined, bound: Bound): Promise<ReadBody> {
  const coding = encoding?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return { bytes };
  const unpacker = Object.hasOwn(unpackers, coding) ? unpackers[coding]?.() : undefined;
  if (unpacker === undefined)
    return { refused: `The content-encoding "${coding.slice(0, 40)}" is not supported.`, status: 415 };
  unpacker.end(bytes);
  const pieces: Buffer[] = [];
  try {
    for await (const piece of unpacker) {
      if (!bound.holds(piece)) break;
      pieces.push(piece);
    }
  } catch {
    return { refused: `The body is not valid ${coding}.`, status: 400 };
  }
  return bound.refusal ?? { bytes: joined(pieces) };
}

const full: ReadBody = { refused: 'The gateway has too many large requests in progress.', status: 503 };

function tooLarge(most: number): ReadBody {
  return { refused: `The request body is larger than ${most} bytes.`, status: 413 };
}
