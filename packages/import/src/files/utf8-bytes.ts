/** UTF-16 as UTF-8: some shells of Windows write it when the output of a program goes into a file. Other bytes stay as they are. */
import { TextDecoder } from 'node:util';

export async function* utf8Bytes(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) decoder = decoderOf(chunk);
    isFirst = false;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
}

/** By the mark at the beginning; undefined for anything but UTF-16. */
function decoderOf([first, second]: Uint8Array): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined;
}
