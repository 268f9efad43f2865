/**
 * What the model says, as Markdown. While it is being written, only the last block of it can still change: `finishedPart` is the text
 * before that, which can go to the scrollback.
 */

import { plain, wrapProse } from '../../terminal/lines.ts';
import type { Block, Drawing } from '../screen.ts';
import { markdownLines } from './markdown/markdown-lines.ts';
import { readMarkdown, unlessTooDeep } from './markdown/read-markdown.ts';

type Text = Extract<Block, { readonly kind: 'text' }>;

export function viewText({ text, done }: Text, drawing: Drawing): readonly string[] {
  const shown = done ? plain(text).trimEnd() : withoutBegun(plain(text).trimEnd());
  if (shown.trim() === '') return [];
  const tokens = readMarkdown(shown);
  const lines = tokens && unlessTooDeep(() => markdownLines(tokens, drawing));
  return lines ?? wrapProse(shown, drawing.width);
}

/** How many characters of a text that is being written are final blocks. */
export function finishedPart(text: string): number {
  const tokens = readMarkdown(plain(text)) ?? [];
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  // Only after an empty line: without one, what a block is may depend on the one before.
  const start = tokens.findLastIndex(({ raw }, index) => index < last && raw.endsWith('\n\n')) + 1;
  const before = tokens
    .slice(0, start)
    .map(({ raw }) => raw)
    .join('');
  // Blocks end where lines end; all else may have another length when it is made safe.
  const ends = [...text.matchAll(/\r\n?|[\n\p{Zl}\p{Zp}]/gu)];
  const end = ends[before.split('\n').length - 2];
  const length = end === undefined ? 0 : end.index + end[0].length;
  return plain(text.slice(0, length)) === before ? length : 0;
}

/**
 * Without a last line that is only the beginning of a sign: `-` would make a heading of the line above, and two backticks a line of
 * code, until the next character comes.
 */
function withoutBegun(text: string): string {
  return text.replace(/(?:^|\n)[ >]*(?:[-*+=#_~`|:]+|\d{1,9}[.)]?)[ ]*$/u, '');
}
