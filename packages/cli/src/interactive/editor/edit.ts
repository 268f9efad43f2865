/** Applies an edit action to the text: one pure step. */
import { graphemeAfter, graphemeBefore } from '../../terminal/graphemes.ts';
import { type Cut, cut, lineEnd, lineStart, yank, yankEarlier } from './cuts.ts';
import { canAttach, markOf, typedText } from './draft.ts';
import { type Attachment, type Draft, type Editor, emptyDraft } from './editor.ts';
import { isUnchanged, keep, moveByRow, recall } from './prompt-history.ts';
import { continuesTyping, redo, remember, undo } from './undo.ts';
import { wordAfter, wordBefore } from './words.ts';

export type EditAction =
  | Change
  /** Adds input of earlier runs to the history; oldest first. */
  | { readonly do: 'recall'; readonly earlier: readonly Draft[] }
  /** After sending: adds the text to the history and clears the prompt. */
  | { readonly do: 'keep' }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' };

type Change =
  | { readonly do: 'insert'; readonly text: string }
  | { readonly do: 'attach'; readonly attachment: Attachment }
  /** Replaces the text between two offsets. */
  | { readonly do: 'replace'; readonly from: number; readonly to: number; readonly text: string }
  | { readonly do: 'set'; readonly draft: Draft }
  | {
      readonly do: Move | Cut | 'newline' | 'backspace' | 'delete' | 'yank' | 'yank-earlier' | 'up' | 'down' | 'clear';
    };

/** Actions without arguments, which can have a key. */
export type PlainAction = Exclude<EditAction['do'], 'insert' | 'attach' | 'replace' | 'set' | 'recall' | 'keep'>;

type Move = 'left' | 'right' | 'word-left' | 'word-right' | 'line-start' | 'line-end' | 'start' | 'end';

/** `width`: columns for the text; up and down move by visible rows. */
export function edit(editor: Editor, action: EditAction, width: number): Editor {
  switch (action.do) {
    case 'recall':
      return recall(editor, action.earlier);
    case 'keep':
      return keep(editor);
    case 'undo':
      return { ...withoutColumn(undo(editor)), last: action.do };
    case 'redo':
      return { ...withoutColumn(redo(editor)), last: action.do };
    default:
      return { ...remember(editor, applyChange(editor, action, width), isSameStep(editor, action)), last: action.do };
  }
}

/** A change that continues the previous one is undone together with it. */
function isSameStep(editor: Editor, action: Change): boolean {
  switch (action.do) {
    case 'insert':
      return continuesTyping(editor, action.text);
    case 'backspace':
    case 'delete':
    case 'yank-earlier':
      return editor.last === action.do || (action.do === 'yank-earlier' && editor.last === 'yank');
    case 'up':
    case 'down':
      return isUnchanged(editor);
    default:
      return false;
  }
}

function applyChange(before: Editor, action: Change, width: number): Editor {
  if (action.do === 'up' || action.do === 'down') return moveByRow(before, action.do, width);
  const { aim: _, ...editor } = before;
  switch (action.do) {
    case 'insert':
      return insert(editor, typedText(action.text));
    case 'attach':
      return attach(editor, action.attachment);
    case 'replace':
      return replace(editor, action.from, action.to, typedText(action.text));
    case 'set':
      return { ...editor, ...action.draft, ...endBrowsing(editor), cursor: action.draft.text.length };
    case 'newline':
      return newline(editor);
    case 'backspace':
      return replace(editor, graphemeBefore(editor.text, editor.cursor), editor.cursor, '');
    case 'delete':
      return replace(editor, editor.cursor, graphemeAfter(editor.text, editor.cursor), '');
    case 'yank':
      return yank(editor);
    case 'yank-earlier':
      return yankEarlier(editor);
    case 'clear':
      return { ...editor, ...emptyDraft, ...endBrowsing(editor), cursor: 0 };
    case 'cut-to-end':
    case 'cut-to-start':
    case 'cut-word':
    case 'cut-part':
    case 'cut-next-word':
      return cut(editor, action.do);
    default:
      return { ...editor, cursor: moved(editor, action.do) };
  }
}

function insert(editor: Editor, text: string): Editor {
  return replace(editor, editor.cursor, editor.cursor, text);
}

function replace(editor: Editor, from: number, to: number, text: string): Editor {
  return { ...editor, text: editor.text.slice(0, from) + text + editor.text.slice(to), cursor: from + text.length };
}

function attach(editor: Editor, attachment: Attachment): Editor {
  if (!canAttach(editor)) return editor;
  const mark = markOf(editor.attachments.length);
  return insert({ ...editor, attachments: [...editor.attachments, attachment] }, mark);
}

/** A backslash before the cursor is removed: the user typed it to get a newline. */
function newline(editor: Editor): Editor {
  const { text, cursor } = editor;
  return text[cursor - 1] === '\\' ? replace(editor, cursor - 1, cursor, '\n') : insert(editor, '\n');
}

function moved({ text, cursor }: Editor, move: Move): number {
  switch (move) {
    case 'left':
      return graphemeBefore(text, cursor);
    case 'right':
      return graphemeAfter(text, cursor);
    case 'word-left':
      return wordBefore(text, cursor);
    case 'word-right':
      return wordAfter(text, cursor);
    case 'line-start':
      return lineStart(text, cursor);
    case 'line-end':
      return lineEnd(text, cursor);
    case 'start':
      return 0;
    case 'end':
      return text.length;
  }
}

/** Ends browsing the history: the text is no longer an entry of it. */
function endBrowsing({ history }: Editor): Pick<Editor, 'shown' | 'own'> {
  return { shown: history.length, own: emptyDraft };
}

function withoutColumn({ aim: _, ...editor }: Editor): Editor {
  return editor;
}
