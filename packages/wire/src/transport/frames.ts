/** Splits an answer into frames, in any framing. */

import { readEventStream } from './event-stream.ts';
import type { Frame, Framing, FramingName } from './frame.ts';
import { parseNdjson, readNdjson, writeNdjson } from './ndjson.ts';
import { parseSse, readSse, writeSse } from './sse.ts';

/** `provider` is named in the error about an incomplete frame. */
export function readFrames(
  framing: Framing,
  chunks: AsyncIterable<Uint8Array>,
  provider = 'provider',
): AsyncIterable<Frame> {
  return typeof framing === 'string' ? readers[framing](chunks, provider) : framing.read(chunks, provider);
}

type Reader = (chunks: AsyncIterable<Uint8Array>, provider: string) => AsyncIterable<Frame>;

const readers: { readonly [Name in FramingName]: Reader } = {
  sse: (chunks, provider) => readSse(chunks, provider),
  ndjson: (chunks, provider) => readNdjson(chunks, provider),
  'aws-event-stream': (chunks, provider) => readEventStream(chunks, provider),
};

/** All frames of a complete body. */
export function parseFrames(framing: 'sse' | 'ndjson', text: string): readonly Frame[] {
  return framing === 'sse' ? parseSse(text) : parseNdjson(text);
}

export function writeFrame(framing: 'sse' | 'ndjson', frame: Frame): string {
  return framing === 'sse' ? writeSse(frame) : writeNdjson(frame);
}
