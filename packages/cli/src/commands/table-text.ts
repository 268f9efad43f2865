/**
 * Rows as text in columns. On a terminal they fit: the least important columns shrink, and if that is not enough, the cells of a row are
 * put below each other. In a pipe nothing is cut, so that `grep` finds it. Cells are sanitized for terminals here.
 */

import type { Io } from '../io/io.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import { cut, pad, widthOf, wrapExact, wrapProse } from '../terminal/lines.ts';
import { terminalSize } from '../terminal/terminal-size.ts';

export interface TableLayout {
  /** The first row has the column names. */
  readonly hasHeads?: boolean;
  /** Columns that can shrink, and their minimum width; 0: the column can be dropped. Least important first. */
  readonly shrink?: readonly { readonly column: number; readonly min: number }[];
}

type Rows = readonly (readonly string[])[];

const gap = 2;

export function tableText(rows: Rows, { hasHeads = false, shrink = [] }: TableLayout, stdout: Io['stdout']): string {
  const room = stdout.isTTY === true ? terminalSize(stdout).columns : undefined;
  const clean = usedColumns(
    rows.map((row) => row.map(plainLine)),
    hasHeads,
    room === undefined,
  );
  const natural = clean.columns.map((_, at) => Math.max(0, ...clean.rows.map((row) => widthOf(row[at] ?? ''))));
  const steps = shrink.map(({ column, min }) => ({ column: clean.columns.indexOf(column), min }));
  const widths = room === undefined ? natural : fitWidths(natural, steps, room);
  const lines =
    widths === undefined ? stackedLines(clean.rows, hasHeads, room ?? 0) : rowLines(clean.rows, widths, room);
  return lines.map((line) => `${line}\n`).join('');
}

/** On a terminal, columns without cells are dropped. `columns`: the numbers of the remaining ones. */
function usedColumns(
  rows: Rows,
  hasHeads: boolean,
  all: boolean,
): { readonly rows: Rows; readonly columns: readonly number[] } {
  const body = hasHeads ? rows.slice(1) : rows;
  const columns = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, column) => column).filter(
    (column) => all || body.some((row) => (row[column] ?? '') !== ''),
  );
  return { rows: rows.map((row) => columns.map((column) => row[column] ?? '')), columns };
}

/** Undefined: they do not fit side by side. */
function fitWidths(
  natural: readonly number[],
  shrink: NonNullable<TableLayout['shrink']>,
  room: number,
): readonly number[] | undefined {
  let widths = natural;
  for (const { column, min } of shrink) {
    const over = totalOf(widths) - room;
    const width = widths[column];
    if (over <= 0 || width === undefined) continue;
    const shrunk = width - over >= min ? width - over : min;
    // An invisible column needs no gap.
    widths = widths.with(column, min === 0 ? 0 : Math.min(width, shrunk));
  }
  return totalOf(widths) <= room ? widths : undefined;
}

function totalOf(widths: readonly number[]): number {
  const seen = widths.filter((width) => width > 0);
  return seen.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, seen.length - 1);
}

function rowLines(rows: Rows, widths: readonly number[], room: number | undefined): readonly string[] {
  return rows.map((row) => {
    const cells = row.flatMap((cell, column) => {
      const width = widths[column] ?? 0;
      if (width === 0) return [];
      return [pad(room === undefined ? cell : cut(cell, width), width)];
    });
    return cells.join(' '.repeat(gap)).trimEnd();
  });
}

/** Each row as its first cell, and the others below it with their column names. */
function stackedLines(rows: Rows, hasHeads: boolean, room: number): readonly string[] {
  const [heads = [], ...rest] = hasHeads ? rows : [[], ...rows];
  const inside = Math.max(1, room - gap);
  return rest.flatMap(([first = '', ...others]) => {
    const pieces = others.flatMap((cell, at) => {
      const head = heads[at + 1]?.toLowerCase();
      return cell === '' ? [] : [plainText(head === undefined ? cell : `${head}: ${cell}`)];
    });
    return [...wrapExact(first, room), ...packed(pieces, inside).map((line) => ' '.repeat(gap) + line)];
  });
}

function packed(pieces: readonly string[], room: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const together = `${lines.at(-1) ?? ''} · ${piece}`;
    if (lines.length > 0 && widthOf(together) <= room) lines[lines.length - 1] = together;
    else lines.push(...wrapProse(piece, room));
  }
  return lines;
}
