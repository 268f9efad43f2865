/** Newline-delimited JSON (OLL-001): bytes to frames, one for each line, and frames to bytes. */
import { ProviderError } from '../failure/errors.ts';
import type { Frame } from './frame.ts';
import { longestFrame, tooLong } from './limits.ts';

/** Blank lines are left out; the last line needs no line end. */
export async function* readNdjson(
  chunks: AsyncIterable<Uint8Array>,
  provider = 'provider',
  longest: number = longestFrame,
): AsyncGenerator<Frame, void, undefined> {
  const decoder = new TextDecoder();
  // Pieces of a line that has not ended; joined once, so that a long line in small chunks stays linear.
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      for (const frame of frameOf(pieces.length === 0 ? line : pieces.join('') + line)) yield frame;
      pieces = [];
      length = 0;
    }
    pieces.push(rest);
    length += rest.length;
    if (length > longest) throw new ProviderError(provider, tooLong('line', longest));
  }
  yield* frameOf(pieces.join('') + decoder.decode());
}

/** All frames of a body that is there already. */
export function parseNdjson(text: string): readonly Frame[] {
  return text.split('\n').flatMap(frameOf);
}

function frameOf(line: string): readonly Frame[] {
  const data = line.trim();
  return data === '' ? [] : [{ data }];
}

/** Line ends can only occur between the tokens of JSON, where a space is equivalent. */
export function writeNdjson({ data }: Frame): string {
  return `${data.replaceAll(/[\r\n]+/g, ' ')}\n`;
}
