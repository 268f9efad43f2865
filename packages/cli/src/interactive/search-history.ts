/** Ctrl-R: earlier inputs as a list to choose from, the newest first, filtered by the text in the prompt. */

import type { PickerItem } from '../terminal/picker-item.ts';
import { shownDraft } from './editor/draft.ts';
import type { Draft, Editor } from './editor/editor.ts';

export interface HistorySearch {
  readonly drafts: readonly Draft[];
  readonly items: readonly PickerItem[];
  readonly query: string;
}

/** More of a text is not searched. */
const longestName = 2_000;

/** Undefined: nothing was ever said. */
export function searchHistory({ history, text, attachments }: Editor): HistorySearch | undefined {
  const byName = new Map<string, Draft>();
  for (const draft of history.toReversed()) {
    const name = shownDraft(draft).slice(0, longestName);
    if (!byName.has(name)) byName.set(name, draft);
  }
  if (byName.size === 0) return undefined;
  const isQuery = attachments.length === 0 && !text.includes('\n');
  return {
    drafts: [...byName.values()],
    items: [...byName.keys()].map((name) => ({ name, note: '' })),
    query: isQuery ? text : '',
  };
}
