/** Cutting and pasting, as in most shells: consecutive cuts are joined, and Alt-Y cycles through earlier ones. */
import { adopt, joinDrafts } from './draft.ts';
import type { Draft, Editor } from './editor.ts';
import { wordAfter, wordBefore } from './words.ts';

export type Cut = 'cut-to-end' | 'cut-to-start' | 'cut-word' | 'cut-part' | 'cut-next-word';

const forward: readonly string[] = ['cut-to-end', 'cut-next-word'] satisfies readonly Cut[];
const backward: readonly string[] = ['cut-to-start', 'cut-word', 'cut-part'] satisfies readonly Cut[];
const maxCuts = 20;

export function cut(editor: Editor, what: Cut): Editor {
  const { text, attachments, cuts, last = '' } = editor;
  const [from, to] = rangeOf(editor, what);
  if (from === to) return editor;
  const piece: Draft = { text: text.slice(from, to), attachments };
  const continues = forward.includes(last) || backward.includes(last);
  const before = continues ? cuts.at(-1) : undefined;
  const earlier = continues ? cuts.slice(0, -1) : cuts;
  return {
    ...editor,
    text: text.slice(0, from) + text.slice(to),
    cursor: from,
    cuts: [...earlier, joined(before, piece, what)].slice(-maxCuts),
  };
}

function joined(before: Draft | undefined, piece: Draft, what: Cut): Draft {
  if (before === undefined) return piece;
  return forward.includes(what) ? joinDrafts(before, piece) : joinDrafts(piece, before);
}

export function yank(editor: Editor): Editor {
  const at = editor.cuts.length - 1;
  return putBack(editor, editor.cursor, at);
}

/** Replaces what was just pasted with the cut before it. */
export function yankEarlier(editor: Editor): Editor {
  const { yanked, last, cuts } = editor;
  if (yanked === undefined || (last !== 'yank' && last !== 'yank-earlier')) return editor;
  return putBack(editor, yanked.from, (yanked.cut + cuts.length - 1) % cuts.length);
}

/** Replaces the text from `from` to the cursor with a cut. */
function putBack(editor: Editor, from: number, at: number): Editor {
  const piece = editor.cuts[at];
  if (piece === undefined) return editor;
  const { text, attachments } = adopt(piece, editor);
  return {
    ...editor,
    attachments,
    text: editor.text.slice(0, from) + text + editor.text.slice(editor.cursor),
    cursor: from + text.length,
    yanked: { from, cut: at },
  };
}

/** At the end of a line, cutting to the end cuts the newline; at the beginning, cutting to the start cuts the newline before it. */
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

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
