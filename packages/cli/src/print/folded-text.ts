/** The first lines of a long text, and the number of hidden ones. */
import { counted } from './counted.ts';

const maxLines = 12;
const shownLines = 6;
const maxCharacters = 1_500;

export function foldedText(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= maxLines && text.length <= maxCharacters) return text;
  const shown = lines.slice(0, lines.length <= maxLines ? maxLines : shownLines).join('\n');
  const hiddenLines = lines.length - shown.split('\n').length;
  const cut = shown.length > maxCharacters ? shown.slice(0, maxCharacters).toWellFormed() : shown;
  const rest = [
    ...(shown.length > cut.length ? [counted(shown.length - cut.length, 'more character')] : []),
    ...(hiddenLines > 0 ? [counted(hiddenLines, 'more line')] : []),
  ];
  return `${cut}\n[… ${rest.join(', ')}]`;
}
