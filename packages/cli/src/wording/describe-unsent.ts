/** The notice about messages that a session was given earlier and that were not sent yet. */
import { plainLine } from '../terminal/lines.ts';

const longest = 200;

export function describeUnsent(texts: readonly string[]): string {
  const shown = texts.map((text) => {
    const line = plainLine(text);
    return `“${line.length > longest ? `${line.slice(0, longest)}…` : line}”`;
  });
  return `Not yet sent: ${shown.join(', ')}. ${texts.length === 1 ? 'It goes' : 'They go'} with your next message.`;
}
