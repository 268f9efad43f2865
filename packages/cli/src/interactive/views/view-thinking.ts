/** What the model thinks: dimmed, and folded to one line unless it is asked for. */
import { counted } from '../../print/counted.ts';
import { cut, hang, plain, wrapProse } from '../../terminal/lines.ts';
import type { Block, Drawing } from '../screen.ts';
import { paletteOf } from './palette.ts';

type Thinking = Extract<Block, { readonly kind: 'thinking' }>;

export function viewThinking({ text, done }: Thinking, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const shown = plain(text).trim();
  const words = shown === '' ? 0 : shown.split(/\s+/u).length;
  const title = `∴ ${done ? 'thought' : 'thinking…'}${words === 0 ? '' : ` (${counted(words, 'word')})`}`;
  const head = paint('dim', cut(title, drawing.width));
  if (drawing.showThinking !== true || shown === '') return [head];
  const lines = wrapProse(paint('dim', shown), drawing.width - 2);
  return [head, ...hang(lines, '  ')];
}
