/** The first lines of a long text of the user, and how many more there are. */
import { counted } from './counted.ts';

const mostLines = 12;
const shownLines = 6;
const mostCharacters = 1_500;

export function foldedText(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= mostLines && text.length <= mostCharacters) return text;
  const shown = lines.slice(0, lines.length <= mostLines ? mostLines : shownLines).join('\n');
  const left = lines.length - shown.split('\n').length;
  const cut = shown.length > mostCharacters ? shown.slice(0, mostCharacters).toWellFormed() : shown;
  const rest = [
    ...(shown.length > cut.length ? [counted(shown.length - cut.length, 'more character')] : []),
    ...(left > 0 ? [counted(left, 'more line')] : []),
  ];
  return `${cut}\n[… ${rest.join(', ')}]`;
}
