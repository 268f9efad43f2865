/** The calls of one answer: below each other, or side by side if there is room. */
import { cut, pad, plainLine, widthOf } from '../../terminal/lines.ts';
import type { Block, Drawing, ToolView } from '../screen.ts';
import { callBody } from './call-body.ts';
import { callState } from './call-state.ts';
import { paletteOf } from './palette.ts';

type Tools = Extract<Block, { readonly kind: 'tools' }>;

/** The minimum width of a call next to another. */
const minColumnWidth = 38;
const maxColumns = 4;
const gap = 2;

export function viewTools({ calls }: Tools, drawing: Drawing): readonly string[] {
  const columns = Math.min(calls.length, maxColumns, Math.floor((drawing.width + gap) / (minColumnWidth + gap)));
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

const minArgumentsWidth = 6;
const minNameWidth = 8;

/** One call: its sign, name and arguments, its state and time; below it the end of its output, or its outcome. */
function viewCall(call: ToolView, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const { width, now } = drawing;
  const { sign, style, words, time } = callState(call, now);
  const tail = tailOf(words, time, width - 2 - minNameWidth);
  const name = cut(plainLine(call.name), width - 2 - widthOf(tail));
  const room = width - 2 - widthOf(name) - 1 - widthOf(tail);
  const summary = room < minArgumentsWidth ? '' : cut(plainLine(call.summary), room);
  const head = [
    `${paint(style, sign)} ${paint('bold', name)}`,
    summary === '' ? '' : ` ${summary}`,
    paint(words === '' || call.state !== 'ended' ? 'dim' : style, tail),
  ].join('');
  return [head, ...callBody(call, drawing)];
}

/** The time is dropped before the words. */
function tailOf(words: string, time: string, room: number): string {
  const write = (...parts: readonly string[]): string =>
    parts
      .filter((part) => part !== '')
      .map((part) => ` · ${part}`)
      .join('');
  const whole = write(words, time);
  return widthOf(whole) <= room ? whole : cut(write(words), room);
}
