/** The prompt with its sign; an empty prompt shows a hint. */

import { cut } from '../terminal/lines.ts';
import type { Editor } from './editor/editor.ts';
import { type CursorPosition, layoutRows, placeOf } from './editor/layout-editor.ts';
import type { Drawing } from './screen.ts';
import { paletteOf } from './views/palette.ts';

const sign = '> ';

export interface PromptView {
  readonly lines: readonly string[];
  readonly cursor: CursorPosition;
}

/** Columns for the text, without the sign and the cursor. */
export function promptWidth(columns: number): number {
  return Math.max(4, columns - sign.length - 1);
}

export function viewPrompt(editor: Editor, drawing: Drawing, placeholder: string): PromptView {
  const paint = paletteOf(drawing);
  if (editor.text === '') {
    const hint = cut(placeholder, promptWidth(drawing.width));
    return {
      lines: [`${paint('cyan', sign)}${paint('dim', hint)}`.trimEnd()],
      cursor: { row: 0, column: sign.length },
    };
  }
  const rows = layoutRows(editor, promptWidth(drawing.width));
  const { row, column } = placeOf(editor, rows);
  const lines = rows.map(({ shown }, index) => (index === 0 ? paint('cyan', sign) : ' '.repeat(sign.length)) + shown);
  return { lines, cursor: { row, column: column + sign.length } };
}
