/** The frames of an answer, whichever way its protocol divides the bytes. */
import type { Frame, Protocol } from '../protocol.ts';
import { parseNdjson, readNdjson, writeNdjson } from './ndjson.ts';
import { parseSse, readSse, writeSse } from './sse.ts';

type Framing = Protocol['framing'];

/** `provider` is named in the error about a frame without an end. */
export function readFrames(
  framing: Framing,
  chunks: AsyncIterable<Uint8Array>,
  provider?: string,
): AsyncGenerator<Frame, void, undefined> {
  return framing === 'sse' ? readSse(chunks, provider) : readNdjson(chunks, provider);
}

/** All frames of a body that is there already. */
export function parseFrames(framing: Framing, text: string): readonly Frame[] {
  return framing === 'sse' ? parseSse(text) : parseNdjson(text);
}

export function writeFrame(framing: Framing, frame: Frame): string {
  return framing === 'sse' ? writeSse(frame) : writeNdjson(frame);
}
