/** The frames of an answer, whichever way its protocol divides the bytes. */
import type { Frame, Protocol } from '../protocol.ts';
import { readNdjson, writeNdjson } from './ndjson.ts';
import { readSse, writeSse } from './sse.ts';

type Framing = Protocol['framing'];

/** `provider` is named in the error about a frame without an end. */
export function readFrames(
  framing: Framing,
  chunks: AsyncIterable<Uint8Array>,
  provider?: string,
): AsyncGenerator<Frame, void, undefined> {
  return framing === 'sse' ? readSse(chunks, provider) : readNdjson(chunks, provider);
}

export function writeFrame(framing: Framing, frame: Frame): string {
  return framing === 'sse' ? writeSse(frame) : writeNdjson(frame);
}
