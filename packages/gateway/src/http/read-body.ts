/** A request's body: bounded, and unpacked where a client has packed it. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

export type ReadBody = { readonly text: string } | { readonly refused: string; readonly status: 400 | 413 | 415 | 503 };

/** `take`: false if the gateway cannot hold as many bytes more. */
export async function readBody(
  request: IncomingMessage,
  most: number,
  take: (bytes: number) => boolean,
): Promise<ReadBody> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) return tooLarge(most);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > most) return tooLarge(most);
    if (!take(bytes.length)) return full;
    chunks.push(bytes);
  }
  const [first] = chunks;
  const read = await unpacked(
    chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks),
    request,
    most,
  );
  const unpackedMore = 'text' in read ? read.text.length - size : 0;
  return unpackedMore > 0 && !take(unpackedMore) ? full : read;
}

type Unpack = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unpackers: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

async function unpacked(bytes: Buffer, { headers }: IncomingMessage, most: number): Promise<ReadBody> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return { text: bytes.toString('utf8') };
  const unpack = Object.hasOwn(unpackers, coding) ? unpackers[coding] : undefined;
  if (unpack === undefined)
    return { refused: `The content-encoding "${coding.slice(0, 40)}" is not supported.`, status: 415 };
  try {
    return { text: (await unpack(bytes, { maxOutputLength: most })).toString('utf8') };
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(most);
    return { refused: `The body is not valid ${coding}.`, status: 400 };
  }
}

const full: ReadBody = { refused: 'The gateway has too many large requests under way.', status: 503 };

function tooLarge(most: number): ReadBody {
  return { refused: `The request body is larger than ${most} bytes.`, status: 413 };
}
