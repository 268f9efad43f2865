/** The calls of one answer: one below the other, or side by side where there is room for them. */

import { pad } from '../../terminal/lines.ts';
import type { Block, Drawing } from '../screen.ts';
import { viewCall } from './view-call.ts';

type Tools = Extract<Block, { readonly kind: 'tools' }>;

/** What a call needs to be read beside another. */
const narrowestColumn = 38;
const mostColumns = 4;
const gap = 2;

export function viewTools({ calls }: Tools, drawing: Drawing): readonly string[] {
  const columns = Math.min(calls.length, mostColumns, Math.floor((drawing.width + gap) / (narrowestColumn + gap)));
  if (columns < 2) return calls.flatMap((call) => viewCall(call, drawing));
  const width = Math.floor((drawing.width - gap * (columns - 1)) / columns);
  const cards = calls.map((call) => viewCall(call, { ...drawing, width }));
  const rows = Math.ceil(cards.length / columns);
  return Array.from({ length: rows }, (_, row) =>
    sideBySide(cards.slice(row * columns, (row + 1) * columns), width),
  ).flat();
}

function sideBySide(cards: readonly (readonly string[])[], width: number): readonly string[] {
  const height = Math.max(...cards.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cards
      .map((lines) => pad(lines[line] ?? '', width))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}
