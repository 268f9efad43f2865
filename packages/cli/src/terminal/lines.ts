/** Text to lines that fit: wrapped, cut, padded, indented by columns, never splitting a character. */
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { sanitize } from './sanitize.ts';

const tab = '    ';

/** Text is not indented if it would have fewer columns than this. */
export const minTextWidth = 10;

/** Sanitized text, with spaces for tabs, which have no fixed width. */
export function plain(text: string): string {
  return sanitize(text).replaceAll('\t', tab);
}

/** The same on one line. */
export function plainLine(text: string): string {
  return sanitize(text).replaceAll(/\s+/gu, ' ').trim();
}

export function widthOf(line: string): number {
  return stringWidth(line);
}

/** Prose: wrapped between words, and inside a word only if it fits on no line. */
export function wrapProse(text: string, width: number): readonly string[] {
  return cutLines(wrapAnsi(text, width, { hard: true }), width);
}

/** Code and output: every space counts, and lines are wrapped where they are full. */
export function wrapExact(text: string, width: number): readonly string[] {
  return cutLines(wrapAnsi(text, width, { hard: true, wordWrap: false, trim: false }), width);
}

function cutLines(text: string, width: number): readonly string[] {
  // One character with a hundred combining marks may be wider than any line.
  return text.split('\n').map((line) => (widthOf(line) <= width ? line : cut(bare(line), width)));
}

/** Removes our own colours. */
export function bare(line: string): string {
  return sanitize(line);
}

/** One line of uncoloured text, with `…` where it is cut. */
export function cut(text: string, width: number): string {
  // Text far longer than the line is not measured.
  const start = text.slice(0, width * 16 + 64).toWellFormed();
  if (start.length === text.length && widthOf(text) <= width) return text;
  let shown = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(start)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    shown += segment;
  }
  return width < 1 ? '' : `${shown}…`;
}

export function pad(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - widthOf(line)));
}

/** Puts `first` before the first line, and `rest` (default: as many spaces) before the others. */
export function hang(lines: readonly string[], first: string, rest: string = ' '.repeat(widthOf(first))): string[] {
  return lines.map((line, index) => (index === 0 ? first + line : `${rest}${line}`.trimEnd()));
}
