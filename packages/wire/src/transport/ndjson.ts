/** Newline-delimited JSON (OLL-001): bytes to frames, one for each line, and frames to bytes. */
import { ProviderError } from '../failure/errors.ts';
import type { Frame } from './frame.ts';
import { longestFrame, tooLong } from './limits.ts';

/** Blank lines are skipped; the last line needs no line break. */
export async function* readNdjson(
  chunks: AsyncIterable<Uint8Array>,
  provider = 'provider',
  longest: number = longestFrame,
): AsyncGenerator<Frame, void, undefined> {
  const decoder = new TextDecoder();
  // Chunks of an incomplete line; joined once, so that a long line in small chunks stays linear.
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

/** All frames of a complete body. */
export function parseNdjson(text: string): readonly Frame[] {
  return text.split('\n').flatMap(frameOf);
}

function frameOf(line: string): readonly Frame[] {
  const data = line.trim();
  return data === '' ? [] : [{ data }];
}

/** Line breaks can only occur between JSON tokens, where a space is equivalent. */
export function writeNdjson({ data }: Frame): string {
  return `${data.replaceAll(/[\r\n]+/g, ' ')}\n`;
}
