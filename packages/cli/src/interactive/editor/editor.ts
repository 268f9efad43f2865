/** What is being written, as data. `edit.ts` changes it, `layout-editor.ts` draws it, `draft.ts` says what is sent. */
import type { MediaBlock } from '@interlock/transcript';

/** Something that stands in the text as one character and is shown by its label: a long paste, a picture. */
export type Attachment =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'media'; readonly label: string; readonly block: MediaBlock };

export interface Draft {
  /** Attachments stand in it as the characters of `draft.ts`. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface Editor extends Draft {
  /** An offset into the text, between two characters as people see them. */
  readonly cursor: number;
  /** What was cut last, for Ctrl-Y. */
  readonly killed: string;
  /** Oldest first. */
  readonly history: readonly Draft[];
  /** Which of the history is shown; its length: none, but what is being written. */
  readonly shown: number;
  /** What was being written before somebody looked into the history. */
  readonly own: Draft;
  /** The column that moves up and down aim at. */
  readonly aim?: number;
}

export const emptyDraft: Draft = { text: '', attachments: [] };

export const emptyEditor: Editor = {
  ...emptyDraft,
  cursor: 0,
  killed: '',
  history: [],
  shown: 0,
  own: emptyDraft,
};
