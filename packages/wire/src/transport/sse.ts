/** Server-sent events: bytes to frames and frames to bytes. */
import { createParser, type ParseError } from 'eventsource-parser';
import { ProviderError } from '../failure/errors.ts';
import type { Frame, FrameReading } from './frame.ts';
import { longestFrame, tooLong } from './limits.ts';

/** An incomplete last event is delivered too: some servers forget the last blank line. */
export async function* readSse(
  chunks: AsyncIterable<Uint8Array>,
  provider = 'provider',
  longest: number = longestFrame,
): AsyncGenerator<Frame, void, undefined> {
  const reading = startReadingSse(provider, longest);
  for await (const chunk of chunks) {
    // Not `yield*`: in an async generator it waits three times for each frame.
    for (const frame of reading.chunk(chunk)) yield frame;
  }
  yield* reading.end();
}

/** The same for a caller that has the chunks. If a frame is too long, the frames before it are returned first; then it throws. */
export function startReadingSse(provider: string, longest: number = longestFrame): FrameReading {
  let frames: Frame[] = [];
  let failure: ParseError | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => void frames.push(event === undefined ? { data } : { event, data }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') failure ??= error;
    },
    maxBufferSize: longest,
  });
  // The parser handles the byte order mark.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const take = (text: string): readonly Frame[] => {
    parser.feed(text);
    const taken = frames;
    frames = [];
    return taken;
  };
  return {
    chunk: (chunk) => {
      if (failure !== undefined) throw new ProviderError(provider, tooLong('event', longest));
      const taken = take(decoder.decode(chunk, { stream: true }));
      if (failure !== undefined && taken.length === 0) throw new ProviderError(provider, tooLong('event', longest));
      return taken;
    },
    end: () => {
      if (failure !== undefined) throw new ProviderError(provider, tooLong('event', longest));
      // One line break for an unfinished line, one for the blank line, and one that belongs to a preceding carriage return.
      return take(`${decoder.decode()}\n\n\n`);
    },
  };
}

/** All frames of a complete body. */
export function parseSse(text: string): readonly Frame[] {
  const frames: Frame[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void frames.push(event === undefined ? { data } : { event, data }),
  });
  parser.feed(`${text}\n\n\n`);
  return frames;
}

export function writeSse({ event, data }: Frame): string {
  const name = event === undefined ? '' : `event: ${event.replaceAll(/[\r\n]/g, ' ')}\n`;
  if (!/[\r\n]/.test(data)) return `${name}data: ${data}\n\n`;
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${name}${lines.join('')}\n`;
}
