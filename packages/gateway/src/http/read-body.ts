/** Reads a request's body: bounded, and decompressed if necessary. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

export type ReadBody = { readonly bytes: Buffer } | RefusedBody;

export interface RefusedBody {
  readonly refused: string;
  readonly status: 400 | 413 | 415 | 503;
}

/** Where a body is held. */
export interface BodyRoom {
  /** False: there is no room for that many bytes more. */
  take(bytes: number): boolean;
  /** Nothing is held any more. */
  leave(): void;
}

/** Undefined: the client has disconnected. */
export async function readBody(request: IncomingMessage, most: number, room: BodyRoom): Promise<ReadBody | undefined> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) return tooLarge(most);
  const bound = new Bound(most, room);
  const chunks = await chunksOf(request, (chunk) => bound.next(chunk));
  if (bound.refusal !== undefined) return bound.refusal;
  if (chunks === undefined) return undefined;
  return unpacked(joined(chunks), request.headers['content-encoding'], new Bound(most, room));
}

/** What happens to a chunk, and to those after it. */
type Next = 'hold' | 'discard' | 'stop';

/** Counts bytes as they come. */
class Bound {
  readonly #most: number;
  readonly #room: BodyRoom;
  #size = 0;
  refusal: ReadBody | undefined;

  constructor(most: number, room: BodyRoom) {
    this.#most = most;
    this.#room = room;
  }

  /** Not `hold`: it is too much, and `refusal` says why. */
  next({ length }: Buffer): Next {
    this.#size += length;
    if (this.#size > this.#most) {
      this.refusal = tooLarge(this.#most);
      return 'stop';
    }
    if (this.refusal !== undefined) return 'discard';
    if (this.#room.take(length)) return 'hold';
    this.refusal = full;
    // Others that are being read may fit now.
    this.#room.leave();
    // A client that is still sending does not hear why it was disconnected.
    return 'discard';
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** A chunk may be a single byte, and takes a hundred times its size: after this many, they are joined. */
const mostChunks = 256;

/**
 * Undefined: the client disconnected first. Not with `for await`, which costs more than everything else that is done with a body.
 */
function chunksOf(request: IncomingMessage, next: (chunk: Buffer) => Next): Promise<readonly Buffer[] | undefined> {
  return new Promise((resolve) => {
    // It disconnected while its limits were checked in the database. No event would ever say so.
    if (request.destroyed) return resolve(undefined);
    let pieces: Buffer[] = [];
    let chunks: Buffer[] = [];
    const stop = (): void => {
      request.off('data', hear);
      request.off('end', end);
      request.off('error', leave);
      request.off('close', leave);
    };
    const hear = (chunk: Buffer): void => {
      const to = next(chunk);
      if (to === 'hold') chunks.push(chunk);
      else [pieces, chunks] = [[], []];
      if (to === 'stop') {
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
      if (bound.next(piece) !== 'hold') break;
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
