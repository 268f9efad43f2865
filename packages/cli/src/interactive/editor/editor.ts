/** What is being written, as data. `edit.ts` changes it, `layout-editor.ts` draws it, `draft.ts` says what is sent. */
import type { MediaBlock } from '@interlock/transcript';

/** Something that is in the text as one character and is shown by its label: a long paste, a picture. */
export type Attachment =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'media'; readonly label: string; readonly block: MediaBlock };

export interface Draft {
  /** Attachments are in it as the characters of `draft.ts`. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** The text at one moment, for undo and redo. */
export interface Moment extends Draft {
  readonly cursor: number;
}

export interface Editor extends Moment {
  /** What was cut, the last one last; for Ctrl-Y and Alt-Y. */
  readonly cuts: readonly Draft[];
  /** Where the text begins that was put back just now, and which of the cuts it is. */
  readonly yanked?: { readonly from: number; readonly cut: number };
  /** What undo brings back, the last one last; and redo. */
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
  /** What was said before, oldest first. */
  readonly history: readonly Draft[];
  /** Which of the history is shown; its length: none, but what is being written. */
  readonly shown: number;
  /** What was being written before someone looked into the history. */
  readonly own: Draft;
  /** The column that moves up and down aim at. */
  readonly aim?: number;
  /** What was done last: some things continue with it. */
  readonly last?: string;
}

export const emptyDraft: Draft = { text: '', attachments: [] };

export const emptyEditor: Editor = {
  ...emptyDraft,
  cursor: 0,
  cuts: [],
  past: [],
  future: [],
  history: [],
  shown: 0,
  own: emptyDraft,
};
