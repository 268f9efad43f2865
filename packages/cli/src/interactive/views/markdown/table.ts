/** A Markdown table at a given width: cells are wrapped; if that does not fit, every row becomes a list of its cells. */
import type { Tokens } from 'marked';
import { pad, widthOf, wrapProse } from '../../../terminal/lines.ts';
import { type Inks, inline } from './inline.ts';

const minColumnWidth = 4;
const gap = ' │ ';

export function tableLines({ header, rows, align }: Tokens.Table, width: number, inks: Inks): readonly string[] {
  const head = header.map(({ tokens }) => inks.paint('bold', inline(tokens, inks)));
  const cells = rows.map((row) => row.map(({ tokens }) => inline(tokens, inks)));
  const room = width - gap.length * (head.length - 1);
  if (room < minColumnWidth * head.length) return recordLines(head, cells, width);
  const widths = columnWidths([head, ...cells], room);
  const draw = (row: readonly string[]): readonly string[] => rowLines(row, widths, align, inks);
  const rule = inks.paint('dim', widths.map((column) => '─'.repeat(column)).join('─┼─'));
  return [...draw(head), rule, ...cells.flatMap(draw)];
}

/** Each column is as wide as its widest cell; if that does not fit, the widest columns shrink. */
function columnWidths(rows: readonly (readonly string[])[], room: number): readonly number[] {
  const count = rows[0]?.length ?? 0;
  const natural = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...rows.map((row) => Math.max(...(row[column] ?? '').split('\n').map(widthOf)))),
  );
  const total = (limit: number): number => natural.reduce((sum, width) => sum + Math.min(width, limit), 0);
  let limit = room;
  while (limit > minColumnWidth && total(limit) > room) limit -= 1;
  return natural.map((width) => Math.min(width, limit));
}

function rowLines(
  row: readonly string[],
  widths: readonly number[],
  align: Tokens.Table['align'],
  { paint }: Inks,
): readonly string[] {
  const cells = widths.map((width, column) => wrapProse(row[column] ?? '', width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => alignCell(lines[line] ?? '', widths[column] ?? 0, align[column] ?? null))
      .join(paint('dim', gap))
      .trimEnd(),
  );
}

function alignCell(text: string, width: number, side: Tokens.TableCell['align']): string {
  if (side === 'right') return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
  if (side === 'center') return pad(' '.repeat(Math.floor(Math.max(0, width - widthOf(text)) / 2)) + text, width);
  return pad(text, width);
}

function recordLines(head: readonly string[], rows: readonly (readonly string[])[], width: number): readonly string[] {
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...row.flatMap((cell, column) => wrapProse(`${head[column] ?? ''}: ${cell}`, width)),
  ]);
}
