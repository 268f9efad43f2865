/**
 * The last lines of the terminal, which are redrawn, below lines that are written once and then belong to the scrollback. Only changed
 * lines are written, in one write, so that nothing flickers on a slow connection. Lines of the region never wrap (wrapping is off while
 * they are written): it always has as many rows as lines, even if the terminal disagrees about the width of a character. Only a change of
 * width can wrap them; then their position is calculated.
 */
import stringWidth from 'string-width';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Frame {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/**
 * How a terminal handles lines that become too wide. `wraps`: they take more rows, and the cursor moves with its line. `drifts`: lines
 * below the cursor push it down, and its own line is unchanged, as in xterm.js. `cuts`: they take one row as before.
 */
export type Narrowing = 'wraps' | 'drifts' | 'cuts';

const nothing: Frame = { lines: [''], cursor: { row: 0, column: 0 } };
const begin = '\u001b[?2026h\u001b[?25l';
const end = '\u001b[?25h\u001b[?2026l';
const eraseLine = '\u001b[2K';
const eraseBelow = '\u001b[J';
const wrapOff = '\u001b[?7l';
const wrapOn = '\u001b[?7h';
const plain = '\u001b[0m';

export class LiveRegion {
  readonly #write: (text: string) => void;
  readonly #size: () => Size;
  readonly #narrowing: Narrowing;
  #drawn: Frame = nothing;
  #drawnFor: Size | undefined;

  constructor(write: (text: string) => void, size: () => Size, narrowing: Narrowing = 'wraps') {
    this.#write = write;
    this.#size = size;
    this.#narrowing = narrowing;
  }

  /** `finished`: lines for the scrollback, above the region. */
  draw(wanted: Frame, finished: readonly string[] = []): void {
    const size = this.#size();
    const frame = fit(wanted, size);
    const isSame = isSameSize(this.#drawnFor, size);
    if (isSame && finished.length === 0 && isSameFrame(this.#drawn, frame)) return;
    const drawing = new Drawing(this.#drawn);
    if (!isSame || finished.length > 0) {
      drawing.restart(this.#rowOfCursor(size), finished);
      drawing.lines(frame.lines, []);
    } else drawing.lines(frame.lines, this.#drawn.lines);
    drawing.placeCursor(frame.cursor);
    this.#drawn = frame;
    this.#drawnFor = size;
    this.#write(`${begin}${drawing.text}${end}`);
  }

  /** Removes the region. The cursor is left at its start. */
  clear(): void {
    const drawing = new Drawing(this.#drawn);
    drawing.restart(this.#rowOfCursor(this.#size()), []);
    this.forget();
    this.#write(`${begin}${drawing.text}${end}`);
  }

  /** To be called when the screen was cleared: the region starts at the cursor now. */
  forget(): void {
    this.#drawn = nothing;
    this.#drawnFor = undefined;
  }

  /** The cursor's row below the first row of the region, after the terminal may have wrapped lines again. */
  #rowOfCursor({ columns, rows }: Size): number {
    const { lines, cursor } = this.#drawn;
    if (this.#drawnFor === undefined || this.#drawnFor.columns <= columns) return cursor.row;
    if (this.#narrowing === 'cuts') return Math.min(cursor.row, Math.max(0, rows - 1));
    const rowsOfAll = (some: readonly string[]): number => some.reduce((sum, line) => sum + rowsOf(line, columns), 0);
    const above = rowsOfAll(lines.slice(0, cursor.row));
    // A screen that also becomes lower may drop lines at its end first. Better to leave a remainder than to delete a line too many.
    const taken = Math.max(0, this.#drawnFor.rows - rows);
    const below = lines.slice(cursor.row + 1, Math.max(cursor.row + 1, lines.length - taken));
    const moved = this.#narrowing === 'drifts' ? rowsOfAll(below) - below.length : Math.floor(cursor.column / columns);
    return Math.min(above + moved, Math.max(0, rows - 1));
  }
}

/** The text that turns one frame into another, and the cursor's position afterwards. */
class Drawing {
  text = '';
  #row: number;
  #lastRow: number;

  constructor({ lines, cursor }: Frame) {
    this.#row = cursor.row;
    this.#lastRow = Math.max(0, lines.length - 1);
  }

  restart(rowOfCursor: number, finished: readonly string[]): void {
    this.text += `${up(rowOfCursor)}\r${eraseBelow}${finished.map((line) => `${line}${plain}\r\n`).join('')}`;
    this.#row = 0;
    this.#lastRow = 0;
  }

  lines(wanted: readonly string[], drawn: readonly string[]): void {
    this.text += wrapOff;
    for (const [row, line] of wanted.entries()) {
      if (line === drawn[row]) continue;
      this.#goTo(row);
      this.text += `${row < drawn.length ? eraseLine : ''}${line}${line.includes('\u001b') ? plain : ''}`;
    }
    if (wanted.length < drawn.length) {
      this.#goTo(wanted.length);
      this.text += eraseBelow;
    }
    this.text += wrapOn;
  }

  placeCursor({ row, column }: Frame['cursor']): void {
    this.#goTo(row);
    if (column > 0) this.text += `\u001b[${column}C`;
  }

  #goTo(row: number): void {
    const existing = Math.min(row, this.#lastRow);
    this.text += `\r${existing < this.#row ? up(this.#row - existing) : down(existing - this.#row)}`;
    // Further down there is nothing yet: a line feed makes room, even at the bottom of the screen.
    this.text += '\r\n'.repeat(row - existing);
    this.#row = row;
    this.#lastRow = Math.max(this.#lastRow, row);
  }
}

/** Keeps only the last lines if there are more than the screen has. */
function fit({ lines, cursor }: Frame, { rows, columns }: Size): Frame {
  const hidden = Math.max(0, lines.length - rows);
  return {
    lines: lines.length === 0 ? [''] : lines.slice(hidden),
    cursor: { row: Math.max(0, cursor.row - hidden), column: Math.min(cursor.column, columns - 1) },
  };
}

function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(stringWidth(line) / columns));
}

function isSameSize(one: Size | undefined, other: Size): boolean {
  return one?.columns === other.columns && one.rows === other.rows;
}

function isSameFrame(one: Frame, other: Frame): boolean {
  return (
    one.cursor.row === other.cursor.row &&
    one.cursor.column === other.cursor.column &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, row) => line === other.lines[row])
  );
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}

function down(rows: number): string {
  return rows > 0 ? `\u001b[${rows}B` : '';
}
