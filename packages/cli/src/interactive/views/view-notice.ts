/** Something the program says, and how much it matters. */

import { hang, plain, wrapProse } from '../../terminal/lines.ts';
import type { Block, Drawing } from '../screen.ts';
import { paletteOf, type Style } from './palette.ts';

type Notice = Extract<Block, { readonly kind: 'notice' }>;

const signs: Readonly<Record<Notice['level'], readonly [sign: string, style: Style]>> = {
  info: ['· ', 'dim'],
  warning: ['! ', 'yellow'],
  error: ['✗ ', 'red'],
};

export function viewNotice({ level, text }: Notice, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const [sign, style] = signs[level];
  const lines = wrapProse(plain(text).trim(), drawing.width - sign.length);
  return hang(
    lines.map((line) => (level === 'info' ? paint(style, line) : line)),
    paint(style, sign),
  );
}
