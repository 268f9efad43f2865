/** The state of the editor. `edit.ts` changes it, `layout-editor.ts` lays it out, `draft.ts` says what is sent. */
import type { MediaBlock } from '@interlock/transcript';

/** One character of the text that is shown as a label: a long paste, an image. */
export type Attachment =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'media'; readonly label: string; readonly block: MediaBlock };

export interface Draft {
  /** Attachments are characters of `draft.ts`. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** The text at one moment, for undo and redo. */
export interface Moment extends Draft {
  readonly cursor: number;
}

export interface Editor extends Moment {
  /** Cut texts, latest last; for Ctrl-Y and Alt-Y. */
  readonly cuts: readonly Draft[];
  /** Where the text that was just pasted starts, and which cut it is. */
  readonly yanked?: { readonly from: number; readonly cut: number };
  /** States for undo, latest last; and for redo. */
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
  /** The input history, oldest first. */
  readonly history: readonly Draft[];
  /** The index of the shown history entry; its length: the text being edited. */
  readonly shown: number;
  /** The text that was being edited before browsing the history. */
  readonly own: Draft;
  /** The column that up and down try to keep. */
  readonly aim?: number;
  /** The last action: some actions continue it. */
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
