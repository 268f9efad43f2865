/** Reads a request's body: bounded, and decompressed if necessary. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

export type ReadBody =
  | { readonly bytes: Buffer }
  | { readonly refused: string; readonly status: 400 | 413 | 415 | 503 };

/** Undefined: the client has disconnected. `take`: reserves bytes; false if the gateway cannot hold that many more. */
export async function readBody(
  request: IncomingMessage,
  most: number,
  take: (bytes: number) => boolean,
): Promise<ReadBody | undefined> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) return tooLarge(most);
  let size = 0;
  let refusal: ReadBody | undefined;
  const chunks = await chunksOf(request, ({ length }) => {
    size += length;
    if (size > most) refusal = tooLarge(most);
    else if (!take(length)) refusal = full;
    return refusal === undefined;
  });
  if (refusal !== undefined) return refusal;
  if (chunks === undefined) return undefined;
  const [first] = chunks;
  const read = await unpacked(
    chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks),
    request,
    most,
  );
  const unpackedMore = 'bytes' in read ? read.bytes.length - size : 0;
  return unpackedMore > 0 && !take(unpackedMore) ? full : read;
}

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
    const chunks: Buffer[] = [];
    const stop = (): void => {
      request.off('data', hear);
      request.off('end', end);
      request.off('error', leave);
      request.off('close', leave);
    };
    const hear = (chunk: Buffer): void => {
      chunks.push(chunk);
      if (goesOn(chunk)) return;
      request.pause();
      end();
    };
    const end = (): void => {
      stop();
      resolve(chunks);
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

type Unpack = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unpackers: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  // An old name that recipients treat as the same (RFC 9110).
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

async function unpacked(bytes: Buffer, { headers }: IncomingMessage, most: number): Promise<ReadBody> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return { bytes };
  const unpack = Object.hasOwn(unpackers, coding) ? unpackers[coding] : undefined;
  if (unpack === undefined)
    return { refused: `The content-encoding "${coding.slice(0, 40)}" is not supported.`, status: 415 };
  try {
    return { bytes: await unpack(bytes, { maxOutputLength: most }) };
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(most);
    return { refused: `The body is not valid ${coding}.`, status: 400 };
  }
}

const full: ReadBody = { refused: 'The gateway has too many large requests in progress.', status: 503 };

function tooLarge(most: number): ReadBody {
  return { refused: `The request body is larger than ${most} bytes.`, status: 413 };
}
