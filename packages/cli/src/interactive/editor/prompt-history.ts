/** The input history of the prompt: sent text is added to it, and Up and Down browse it beyond the first and last row. */
import { type Draft, type Editor, emptyDraft } from './editor.ts';
import { layoutRows, offsetAt, placeOf } from './layout-editor.ts';

const maxEntries = 1_000;

/** After sending: adds the text to the history and clears the prompt. */
export function keep(editor: Editor): Editor {
  const { text, attachments, history, cuts } = editor;
  const last = history.at(-1);
  const isNew = text.trim() !== '' && (last?.text !== text || attachments.length > 0);
  const entries = isNew ? [...history, { text, attachments }].slice(-maxEntries) : history;
  return {
    ...emptyDraft,
    cursor: 0,
    cuts,
    past: [],
    future: [],
    history: entries,
    shown: entries.length,
    own: emptyDraft,
  };
}

/** Input of earlier runs comes before that of this one, whatever is being edited or shown now. */
export function recall(editor: Editor, earlier: readonly Draft[]): Editor {
  const room = Math.max(0, maxEntries - editor.history.length);
  const added = room === 0 ? [] : earlier.slice(-room);
  return { ...editor, history: [...added, ...editor.history], shown: editor.shown + added.length };
}

/** Moves within the text; beyond its first and last row, through the history. */
export function moveByRow(editor: Editor, direction: 'up' | 'down', width: number): Editor {
  const rows = layoutRows(editor, width);
  const position = placeOf(editor, rows);
  const target = rows[position.row + (direction === 'up' ? -1 : 1)];
  if (target === undefined) return browse(editor, direction);
  const aim = editor.aim ?? position.column;
  return { ...editor, cursor: offsetAt(target, aim), aim };
}

function browse(editor: Editor, direction: 'up' | 'down'): Editor {
  const { history, shown, text, attachments } = editor;
  const next = shown + (direction === 'up' ? -1 : 1);
  if (next < 0 || next > history.length) return editor;
  const own = shown === history.length ? { text, attachments } : editor.own;
  const draft = next === history.length ? own : (history[next] ?? emptyDraft);
  const { aim: _, ...rest } = editor;
  return { ...rest, ...draft, cursor: draft.text.length, shown: next, own };
}

/** Whether the shown history entry has not been edited. */
export function isUnchanged({ history, shown, text }: Editor): boolean {
  return history[shown]?.text === text;
}
