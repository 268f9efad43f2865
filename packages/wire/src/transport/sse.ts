/** Server-sent events: bytes to frames and frames to bytes. */
import { createParser, type ParseError } from 'eventsource-parser';
import { ProviderError } from '../failure/errors.ts';
import type { Frame } from './frame.ts';
import { longestFrame, tooLong } from './frame-limit.ts';

/** An event that the end of the stream cuts off is delivered too: some servers forget the last blank line. */
export async function* readSse(
  chunks: AsyncIterable<Uint8Array>,
  provider = 'provider',
  longest: number = longestFrame,
): AsyncGenerator<Frame, void, undefined> {
  const frames: Frame[] = [];
  const failures: ParseError[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void frames.push(event === undefined ? { data } : { event, data }),
    onError: (error) => void (error.type === 'max-buffer-size-exceeded' && failures.push(error)),
    maxBufferSize: longest,
  });
  // The parser looks for the byte order mark itself.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const take = (text: string): readonly Frame[] => {
    parser.feed(text);
    return frames.splice(0);
  };
  for await (const chunk of chunks) {
    // Not `yield*`: in an async generator that waits three times for each frame.
    for (const frame of take(decoder.decode(chunk, { stream: true }))) yield frame;
    if (failures.length > 0) throw new ProviderError(provider, tooLong('event', longest));
  }
  // One line end for a line that has none, one for the blank line, and one that belongs to a carriage return before.
  yield* take(`${decoder.decode()}\n\n\n`);
}

/** All frames of a body that is there already. */
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
