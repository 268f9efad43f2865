/** Steps back and forth through what the text was. What is typed in one go is one step, word by word; so is what is deleted. */
import type { Editor, Moment } from './editor.ts';

const longest = 200;
/** More at once than anyone types: a separate step. */
const longestTyped = 20;

/** After a change: what was there before can be brought back. */
export function remember(before: Editor, after: Editor, goesOn: boolean): Editor {
  if (before.text === after.text) return after;
  return { ...after, past: goesOn ? before.past : [...before.past, dateTimeText(before)].slice(-longest), future: [] };
}

/** Whether inserted text continues the word that is being typed. */
export function goesOnTyping({ last, text, cursor }: Editor, typed: string): boolean {
  if (last !== 'insert' || typed.length > longestTyped || typed.includes('\n')) return false;
  return !(/\s$/.test(text.slice(0, cursor)) && /^\S/.test(typed));
}

export function undo(editor: Editor): Editor {
  const { past, future } = editor;
  // Going through the history and back again leaves nothing to be undone.
  const at = past.findLastIndex(({ text }) => text !== editor.text);
  const moment = past[at];
  if (moment === undefined) return editor;
  return { ...back(editor, moment), past: past.slice(0, at), future: [...future, dateTimeText(editor)] };
}

export function redo(editor: Editor): Editor {
  const { past, future } = editor;
  const moment = future.at(-1);
  if (moment === undefined) return editor;
  return { ...back(editor, moment), past: [...past, dateTimeText(editor)], future: future.slice(0, -1) };
}

function dateTimeText({ text, attachments, cursor }: Editor): Moment {
  return { text, attachments, cursor };
}

/** It replaces whatever was shown of the history. */
function back(editor: Editor, moment: Moment): Editor {
  return { ...editor, ...moment, shown: editor.history.length };
}
