/** The rows of a text at a width, and the cursor position, with wide characters, tabs and attachments. */
import stringWidth from 'string-width';
import { graphemesOf } from '../../terminal/graphemes.ts';
import { attachmentAt } from './draft.ts';
import type { Draft, Editor } from './editor.ts';

export interface Row {
  /** Offsets into the text; the newline at the end of a row belongs to no row. */
  readonly from: number;
  readonly to: number;
  /** It continues in the next row: the position after its last character is there. */
  readonly continues: boolean;
  readonly shown: string;
  /** The start and column of each character. */
  readonly stops: readonly { readonly at: number; readonly column: number }[];
}

export interface CursorPosition {
  readonly row: number;
  readonly column: number;
}

export function layoutRows(draft: Draft, width: number): readonly Row[] {
  const rows: Row[] = [];
  let row = openRow(0);
  const close = (to: number, continues = false): void => {
    rows.push({ from: row.from, to, continues, shown: row.shown, stops: row.stops });
  };
  for (const { text, at } of graphemesOf(draft.text)) {
    if (text === '\n') {
      close(at);
      row = openRow(at + 1);
      continue;
    }
    const shown = shownCharacter(draft, text, width);
    const columns = stringWidth(shown);
    if (row.column > 0 && row.column + columns > width) {
      close(at, true);
      row = openRow(at);
    }
    row.stops.push({ at, column: row.column });
    row.shown += shown;
    row.column += columns;
  }
  close(draft.text.length);
  return rows;
}

export function placeOf({ cursor }: Editor, rows: readonly Row[]): CursorPosition {
  const found = rows.findLastIndex(({ from }) => from <= cursor);
  const row = rows[Math.max(0, found)];
  if (row === undefined) return { row: 0, column: 0 };
  const stop = row.stops.find(({ at }) => at >= cursor);
  return { row: Math.max(0, found), column: stop?.column ?? stringWidth(row.shown) };
}

/** The offset nearest to a column of a row. */
export function offsetAt({ stops, to, continues }: Row, column: number): number {
  return stops.find((stop) => stop.column >= column)?.at ?? (continues ? (stops.at(-1)?.at ?? to) : to);
}

interface OpenRow {
  readonly from: number;
  readonly stops: { readonly at: number; readonly column: number }[];
  shown: string;
  column: number;
}

function openRow(from: number): OpenRow {
  return { from, stops: [], shown: '', column: 0 };
}

function shownCharacter(draft: Draft, character: string, width: number): string {
  if (character === '\t') return '    ';
  const label = attachmentAt(draft, character)?.label;
  if (label !== undefined) return label.length <= width ? label : `${label.slice(0, Math.max(0, width - 1))}…`;
  // Direction marks would reverse the text next to them.
  return character.replaceAll(/[\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]/gu, '');
}
