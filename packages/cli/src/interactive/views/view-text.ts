/**
 * Text of the model, as Markdown. While it is streaming, only its last block can still change: `finishedPart` is the text before it, which
 * can go to the scrollback.
 */

import { plain, wrapProse } from '../../terminal/lines.ts';
import type { Block, Drawing } from '../screen.ts';
import { markdownLines } from './markdown/markdown-lines.ts';
import { readMarkdown, unlessTooDeep } from './markdown/read-markdown.ts';

type Text = Extract<Block, { readonly kind: 'text' }>;

export function viewText({ text, done }: Text, drawing: Drawing): readonly string[] {
  const shown = done ? plain(text).trimEnd() : withoutPartialMarkup(plain(text).trimEnd());
  if (shown.trim() === '') return [];
  const tokens = readMarkdown(shown);
  const lines = tokens && unlessTooDeep(() => markdownLines(tokens, drawing));
  return lines ?? wrapProse(shown, drawing.width);
}

/** How many characters of a streaming text are final blocks. */
export function finishedPart(text: string): number {
  const tokens = readMarkdown(plain(text)) ?? [];
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  // Blocks are final only after an empty line, because the next line may change the kind of a block.
  const start = tokens.findLastIndex(({ raw }, index) => index < last && raw.endsWith('\n\n')) + 1;
  const before = tokens
    .slice(0, start)
    .map(({ raw }) => raw)
    .join('');
  // Blocks end at newlines; within them sanitizing may change lengths.
  const ends = [...text.matchAll(/\r\n?|[\n\p{Zl}\p{Zp}]/gu)];
  const end = ends[before.split('\n').length - 2];
  const length = end === undefined ? 0 : end.index + end[0].length;
  return plain(text.slice(0, length)) === before ? length : 0;
}

/**
 * Removes a last line that is only the start of markup: `-` would turn the line above into a heading, and two backticks would start code,
 * until the next character arrives.
 */
function withoutPartialMarkup(text: string): string {
  return text.replace(/(?:^|\n)[ >]*(?:[-*+=#_~`|:]+|\d{1,9}[.)]?)[ ]*$/u, '');
}
