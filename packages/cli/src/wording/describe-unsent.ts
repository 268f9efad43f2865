/** What is said of texts that a session was given before and that no one has read yet. */
import { plainLine } from '../terminal/lines.ts';

const longest = 200;

export function describeUnsent(texts: readonly string[]): string {
  const shown = texts.map((text) => {
    const line = plainLine(text);
    return `“${line.length > longest ? `${line.slice(0, longest)}…` : line}”`;
  });
  return `Not yet sent: ${shown.join(', ')}. ${texts.length === 1 ? 'It goes' : 'They go'} with your next message.`;
}
