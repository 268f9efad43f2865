/** What the user has said. */

import { hang, plain, wrapExact, wrapProse } from '../../terminal/lines.ts';
import type { Block, Drawing } from '../screen.ts';
import { paletteOf } from './palette.ts';

type User = Extract<Block, { readonly kind: 'user' }>;

export function viewUser({ text }: User, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const sign = '> ';
  const shown = plain(text).trimEnd();
  // Prose loses the spaces at the start of a line, which matter in pasted code.
  const wrap = /\n[ ]/u.test(shown) ? wrapExact : wrapProse;
  return hang(wrap(shown, drawing.width - sign.length), paint('cyan', sign));
}
