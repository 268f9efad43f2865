/** Decompresses the body of an answer, as `fetch` does. An unknown encoding is left as it is. */
import type { Transform } from 'node:stream';
import type { Body } from './read-body.ts';

type Zlib = typeof import('node:zlib');

/** More than any real server uses. Each encoding needs a separate stream. */
const mostCodings = 5;

export function unpackBody(body: NonNullable<Body>, coding: string | undefined): NonNullable<Body> {
  if (coding === undefined || coding === '' || coding === 'identity') return body;
  // Not imported, so that bundles for browsers contain nothing of Node.
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  const stream = globalThis.process?.getBuiltinModule?.('node:stream');
  if (zlib === undefined || stream === undefined) return body;
  const codings = coding
    .toLowerCase()
    .split(',')
    .slice(0, mostCodings + 1);
  if (codings.length > mostCodings) throw new Error('The answer is compressed too many times.');
  const unpackers = codings.reverse().map((name) => unpackerOf(zlib, name.trim()));
  const known = unpackers.filter((each) => each !== undefined);
  if (known.length < unpackers.length) return body;
  const last = known.at(-1);
  if (last === undefined) return body;
  // The reader of the last stream gets its error.
  stream.pipeline([stream.Readable.from(chunksOf(body)), ...known], () => undefined);
  return stream.Readable.toWeb(last);
}

function unpackerOf(zlib: Zlib, coding: string): Transform | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const flush = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(flush);
    case 'deflate':
      return zlib.createInflate(flush);
    case 'br':
      return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

async function* chunksOf(body: NonNullable<Body>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      if (value !== undefined) yield value;
    }
  } finally {
    if (!isOver) await reader.cancel();
  }
}
