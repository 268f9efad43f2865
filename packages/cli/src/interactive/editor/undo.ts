/** Undo and redo. Text typed in one go is one step, word by word; so are deletions. */
import type { Editor, Moment } from './editor.ts';

const maxSteps = 200;
/** A longer insertion was not typed and is a step of its own. */
const maxTyped = 20;

/** After a change: makes the state before it available to undo. */
export function remember(before: Editor, after: Editor, isSameStep: boolean): Editor {
  if (before.text === after.text) return after;
  return { ...after, past: isSameStep ? before.past : [...before.past, momentOf(before)].slice(-maxSteps), future: [] };
}

/** Whether inserted text continues the word that is being typed. */
export function continuesTyping({ last, text, cursor }: Editor, typed: string): boolean {
  if (last !== 'insert' || typed.length > maxTyped || typed.includes('\n')) return false;
  return !(/\s$/.test(text.slice(0, cursor)) && /^\S/.test(typed));
}

export function undo(editor: Editor): Editor {
  const { past, future } = editor;
  // Browsing the history and back leaves nothing to undo.
  const at = past.findLastIndex(({ text }) => text !== editor.text);
  const moment = past[at];
  if (moment === undefined) return editor;
  return { ...restore(editor, moment), past: past.slice(0, at), future: [...future, momentOf(editor)] };
}

export function redo(editor: Editor): Editor {
  const { past, future } = editor;
  const moment = future.at(-1);
  if (moment === undefined) return editor;
  return { ...restore(editor, moment), past: [...past, momentOf(editor)], future: future.slice(0, -1) };
}

function momentOf({ text, attachments, cursor }: Editor): Moment {
  return { text, attachments, cursor };
}

/** Ends browsing the history: the restored text replaces the shown entry. */
function restore(editor: Editor, moment: Moment): Editor {
  return { ...editor, ...moment, shown: editor.history.length };
}
