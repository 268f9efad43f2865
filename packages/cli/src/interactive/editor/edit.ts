/** What a key does to the text: one pure step. */
import { graphemeAfter, graphemeBefore } from '../../terminal/graphemes.ts';
import { canAttach, markOf, typedText, withoutMarks } from './draft.ts';
import { type Attachment, type Draft, type Editor, emptyDraft } from './editor.ts';
import { layoutRows, offsetAt, placeOf } from './layout-editor.ts';
import { wordAfter, wordBefore } from './words.ts';

export type EditAction =
  | { readonly do: 'insert'; readonly text: string }
  | { readonly do: 'attach'; readonly attachment: Attachment }
  /** In place of the text between two offsets. */
  | { readonly do: 'replace'; readonly from: number; readonly to: number; readonly text: string }
  | { readonly do: 'set'; readonly draft: Draft }
  /** It was sent: kept in the history, and gone. */
  | { readonly do: 'keep' }
  | { readonly do: Move | Cut | 'newline' | 'backspace' | 'delete' | 'yank' | 'up' | 'down' | 'clear' };

type Move = 'left' | 'right' | 'word-left' | 'word-right' | 'line-start' | 'line-end' | 'start' | 'end';
type Cut = 'cut-to-end' | 'cut-to-start' | 'cut-word' | 'cut-part' | 'cut-next-word';

const longestHistory = 500;

/** `width`: columns there are for the text; moves up and down go by what is seen. */
export function edit(editor: Editor, action: EditAction, width: number): Editor {
  switch (action.do) {
    case 'insert':
      return insert(editor, typedText(action.text));
    case 'attach':
      return attach(editor, action.attachment);
    case 'replace':
      return replace(editor, action.from, action.to, typedText(action.text));
    case 'set':
      return { ...settle(editor), ...action.draft, cursor: action.draft.text.length };
    case 'keep':
      return keep(editor);
    case 'newline':
      return newline(editor);
    case 'backspace':
      return replace(editor, graphemeBefore(editor.text, editor.cursor), editor.cursor, '');
    case 'delete':
      return replace(editor, editor.cursor, graphemeAfter(editor.text, editor.cursor), '');
    case 'yank':
      return insert(editor, editor.killed);
    case 'up':
    case 'down':
      return moveByRow(editor, action.do, width);
    case 'clear':
      return { ...settle(editor), ...emptyDraft, killed: withoutMarks(editor.killed), cursor: 0 };
    case 'cut-to-end':
    case 'cut-to-start':
    case 'cut-word':
    case 'cut-part':
    case 'cut-next-word':
      return cut(editor, action.do);
    default:
      return { ...settled(editor), cursor: moved(editor, action.do) };
  }
}

function insert(editor: Editor, text: string): Editor {
  return replace(editor, editor.cursor, editor.cursor, text);
}

function replace(editor: Editor, from: number, to: number, text: string): Editor {
  return {
    ...settled(editor),
    text: editor.text.slice(0, from) + text + editor.text.slice(to),
    cursor: from + text.length,
  };
}

function attach(editor: Editor, attachment: Attachment): Editor {
  if (!canAttach(editor)) return editor;
  const mark = markOf(editor.attachments.length);
  return insert({ ...editor, attachments: [...editor.attachments, attachment] }, mark);
}

/** A backslash before the cursor asked for it, and goes. */
function newline(editor: Editor): Editor {
  const { text, cursor } = editor;
  return text[cursor - 1] === '\\' ? replace(editor, cursor - 1, cursor, '\n') : insert(editor, '\n');
}

function keep(editor: Editor): Editor {
  const { text, attachments, history } = editor;
  const last = history.at(-1);
  const isNew = text.trim() !== '' && (last?.text !== text || attachments.length > 0);
  const kept = isNew ? [...history, { text, attachments }].slice(-longestHistory) : history;
  return {
    ...settled(editor),
    ...emptyDraft,
    killed: withoutMarks(editor.killed),
    cursor: 0,
    history: kept,
    shown: kept.length,
    own: emptyDraft,
  };
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

function cut(editor: Editor, what: Cut): Editor {
  const [from, to] = rangeOf(editor, what);
  if (from === to) return settled(editor);
  return { ...replace(editor, from, to, ''), killed: editor.text.slice(from, to) };
}

/** At the end of a line its line end is cut, at the beginning the one before it. */
function rangeOf({ text, cursor }: Editor, what: Cut): readonly [number, number] {
  switch (what) {
    case 'cut-to-end': {
      const end = lineEnd(text, cursor);
      return [cursor, end === cursor ? Math.min(text.length, end + 1) : end];
    }
    case 'cut-to-start': {
      const start = lineStart(text, cursor);
      return [start === cursor ? Math.max(0, start - 1) : start, cursor];
    }
    case 'cut-word':
      return [wordBefore(text, cursor, 'blank'), cursor];
    case 'cut-part':
      return [wordBefore(text, cursor), cursor];
    case 'cut-next-word':
      return [cursor, wordAfter(text, cursor)];
  }
}

/** Within the text as far as it goes; beyond its first and last row lies the history. */
function moveByRow(editor: Editor, direction: 'up' | 'down', width: number): Editor {
  const rows = layoutRows(editor, width);
  const place = placeOf(editor, rows);
  const target = rows[place.row + (direction === 'up' ? -1 : 1)];
  if (target === undefined) return browse(editor, direction);
  const aim = editor.aim ?? place.column;
  return { ...editor, cursor: offsetAt(target, aim), aim };
}

function browse(editor: Editor, direction: 'up' | 'down'): Editor {
  const { history, shown, text, attachments } = editor;
  const next = shown + (direction === 'up' ? -1 : 1);
  if (next < 0 || next > history.length) return editor;
  const own = shown === history.length ? { text, attachments } : editor.own;
  const draft = next === history.length ? own : (history[next] ?? emptyDraft);
  return { ...withoutAim(editor), ...draft, cursor: draft.text.length, shown: next, own };
}

/** Whatever is changed is one's own from here on; the history stays as it is. */
function settled(editor: Editor): Editor {
  return { ...withoutAim(editor) };
}

function settle(editor: Editor): Editor {
  return { ...withoutAim(editor), shown: editor.history.length, own: emptyDraft };
}

function withoutAim({ aim: _, ...editor }: Editor): Editor {
  return editor;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
