/** Frames of a stream: the types that protocols, providers and the transport share. */

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

/** Splits successive chunks into frames. */
export interface FrameReading {
  chunk(chunk: Uint8Array): readonly Frame[];
  /** The end of the stream. */
  end(): readonly Frame[];
}
