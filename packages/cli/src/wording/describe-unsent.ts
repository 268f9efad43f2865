/** The notice about queued messages that have not been sent yet. */
import { plainLine } from '../terminal/lines.ts';

const maxLength = 200;

export function describeUnsent(texts: readonly string[]): string {
  const shown = texts.map((text) => {
    const line = plainLine(text);
    return `“${line.length > maxLength ? `${line.slice(0, maxLength)}…` : line}”`;
  });
  return `Not yet sent: ${shown.join(', ')}. ${texts.length === 1 ? 'It is' : 'They are'} sent with your next message.`;
}
