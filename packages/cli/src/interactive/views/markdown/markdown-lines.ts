/** The blocks of a Markdown text as lines, separated by empty lines. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { hang, minTextWidth, widthOf, wrapExact, wrapProse } from '../../../terminal/lines.ts';
import type { Drawing } from '../../screen.ts';
import { paletteOf } from '../palette.ts';
import { viewCode } from '../view-code.ts';
import { type Inks, inline } from './inline.ts';
import { known } from './read-markdown.ts';
import { tableLines } from './table.ts';

export function markdownLines(tokens: readonly Token[], drawing: Drawing): readonly string[] {
  return stack(
    known(tokens).map((token) => blockLines(token, drawing)),
    [''],
  );
}

function stack(parts: readonly (readonly string[])[], between: readonly string[]): readonly string[] {
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : [...between, ...lines]));
}

function blockLines(token: MarkedToken, drawing: Drawing): readonly string[] {
  const { width } = drawing;
  const inks: Inks = { paint: paletteOf(drawing), colour: drawing.colour };
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return headingLines(token, width, inks);
    case 'code':
      return viewCode(token.text, /^\S*/u.exec(token.lang ?? '')?.[0] ?? '', drawing);
    case 'list':
      return listLines(token, drawing, inks);
    case 'blockquote':
      return quoteLines(token, drawing, inks);
    case 'table':
      return tableLines(token, width, inks);
    case 'hr':
      return [inks.paint('dim', '─'.repeat(Math.min(width, 40)))];
    case 'html':
      return wrapExact(token.text.trimEnd(), width);
    case 'paragraph':
      return wrapProse(inline(token.tokens, inks), width);
    default:
      return wrapProse(inline([token], inks), width);
  }
}

/** Without colours, # signs mark a heading. */
function headingLines({ depth, tokens }: Tokens.Heading, width: number, inks: Inks): readonly string[] {
  const text = inline(tokens, inks);
  if (!inks.colour) return wrapProse(`${'#'.repeat(depth)} ${text}`, width);
  return wrapProse(inks.paint('bold', depth === 1 ? inks.paint('underline', text) : text), width);
}

function quoteLines({ tokens }: Tokens.Blockquote, drawing: Drawing, { paint }: Inks): readonly string[] {
  const bar = '│ ';
  if (!hasRoom(drawing, bar)) return markdownLines(tokens, drawing);
  return hang(markdownLines(tokens, beside(drawing, bar)), paint('dim', bar), paint('dim', bar));
}

function listLines({ items, ordered, start }: Tokens.List, drawing: Drawing, { paint }: Inks): readonly string[] {
  const first = typeof start === 'number' ? start : 1;
  const signs = items.map((_, index) => (ordered ? `${first + index}. ` : '• '));
  const indent = ' '.repeat(Math.max(...signs.map(widthOf)));
  return items.flatMap((item, index) => {
    const sign = (signs[index] ?? '').padStart(indent.length);
    if (!hasRoom(drawing, indent)) return itemLines(item, drawing, sign.trimStart());
    const lines = itemLines(item, beside(drawing, indent), '');
    return hang(lines.length === 0 ? [''] : lines, paint('dim', sign), indent);
  });
}

/** A nested list follows at once; other blocks are separated by an empty line. */
function itemLines({ tokens }: Tokens.ListItem, drawing: Drawing, lead: string): readonly string[] {
  const inks: Inks = { paint: paletteOf(drawing), colour: drawing.colour };
  const parts: (readonly string[])[] = [];
  let open = lead;
  const close = (): void => {
    if (open !== '') parts.push(wrapProse(open, drawing.width));
    open = '';
  };
  for (const token of known(tokens)) {
    if (token.type === 'checkbox' || token.type === 'text') open += inline([token], inks);
    else {
      close();
      const lines = blockLines(token, drawing);
      parts.push(token.type === 'list' || parts.length === 0 || lines.length === 0 ? lines : ['', ...lines]);
    }
  }
  close();
  return parts.flat();
}

/** If too little width would be left, nested content starts at the margin again. */
function hasRoom({ width }: Drawing, indent: string): boolean {
  return width - widthOf(indent) >= minTextWidth;
}

function beside(drawing: Drawing, indent: string): Drawing {
  return { ...drawing, width: drawing.width - widthOf(indent) };
}
