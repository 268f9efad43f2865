/** The body of an answer that was packed on its way, as `fetch` unpacks it. A coding no one knows is left as it is. */
import type { Transform } from 'node:stream';
import type { Body } from './read-body.ts';

type Zlib = typeof import('node:zlib');

/** More than any server means: each is a stream of its own. */
const mostCodings = 5;

export function unpackBody(body: NonNullable<Body>, coding: string | undefined): NonNullable<Body> {
  if (coding === undefined || coding === '' || coding === 'identity') return body;
  // Not imported, so that bundles for a browser hold nothing of Node.
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
  // Whoever reads the last one is told of an error by itself.
  stream.pipeline([stream.Readable.from(piecesOf(body)), ...known], () => undefined);
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

async function* piecesOf(body: NonNullable<Body>): AsyncGenerator<Uint8Array, void, undefined> {
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
