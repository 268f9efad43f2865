/** What a stream is divided into, and how: the words that protocols, providers and the transport have for it. */

/** One event of a stream: an SSE event (`event` may be absent), one NDJSON line, or one message of Amazon's event stream. */
export interface Frame {
  readonly event?: string;
  readonly data: string;
}

/** How the bytes of a stream are divided into frames. */
export type Framing = FramingName | FrameReader;

export type FramingName = 'sse' | 'ndjson' | 'aws-event-stream';

/** A custom framing. `provider` is named in errors. */
export interface FrameReader {
  read(chunks: AsyncIterable<Uint8Array>, provider: string): AsyncIterable<Frame>;
}

/** Frames out of chunks that come one after the other. */
export interface FrameReading {
  chunk(chunk: Uint8Array): readonly Frame[];
  /** Nothing more comes. */
  end(): readonly Frame[];
}
