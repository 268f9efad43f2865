/** A block as lines, without empty lines around it: the caller adds them. A block may have no lines yet. */

import { counted } from '../../print/counted.ts';
import { cut, hang, plain, wrapExact, wrapProse } from '../../terminal/lines.ts';
import type { Block, Drawing } from '../screen.ts';
import { paletteOf, type Style } from './palette.ts';
import { viewAsked } from './view-question.ts';
import { viewText } from './view-text.ts';
import { viewTools } from './view-tools.ts';

export function viewBlock(block: Block, drawing: Drawing): readonly string[] {
  switch (block.kind) {
    case 'user':
      return viewUser(block, drawing);
    case 'text':
      return viewText(block, drawing);
    case 'thinking':
      return viewThinking(block, drawing);
    case 'tools':
      return viewTools(block, drawing);
    case 'asked':
      return viewAsked(block, drawing);
    case 'notice':
      return viewNotice(block, drawing);
  }
}

type User = Extract<Block, { readonly kind: 'user' }>;

/** A message of the user. */
function viewUser({ text }: User, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const sign = '> ';
  const shown = plain(text).trimEnd();
  // Prose would lose leading spaces, which matter in pasted code.
  const wrap = /\n[ ]/u.test(shown) ? wrapExact : wrapProse;
  return hang(wrap(shown, drawing.width - sign.length), paint('cyan', sign));
}

type Notice = Extract<Block, { readonly kind: 'notice' }>;

const signs: Readonly<Record<Notice['level'], readonly [sign: string, style: Style]>> = {
  info: ['· ', 'dim'],
  warning: ['! ', 'yellow'],
  error: ['✗ ', 'red'],
};

/** A message of the program, by importance. */
function viewNotice({ level, text }: Notice, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const [sign, style] = signs[level];
  const lines = wrapProse(plain(text).trim(), drawing.width - sign.length);
  return hang(
    lines.map((line) => (level === 'info' ? paint(style, line) : line)),
    paint(style, sign),
  );
}

type Thinking = Extract<Block, { readonly kind: 'thinking' }>;

/** The model's thinking: dimmed, and folded to one line by default. */
function viewThinking({ text, done }: Thinking, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const shown = plain(text).trim();
  const words = shown === '' ? 0 : shown.split(/\s+/u).length;
  const title = `∴ ${done ? 'thought' : 'thinking…'}${words === 0 ? '' : ` (${counted(words, 'word')})`}`;
  const head = paint('dim', cut(title, drawing.width));
  if (drawing.showThinking !== true || shown === '') return [head];
  const lines = wrapProse(paint('dim', shown), drawing.width - 2);
  return [head, ...hang(lines, '  ')];
}
