/** The suggestions below the prompt, and how accepting one changes the text. */

import { cut, plainLine, widthOf } from '../../terminal/lines.ts';
import type { EditAction } from '../editor/edit.ts';
import type { Drawing } from '../screen.ts';
import { paletteOf } from '../views/palette.ts';
import type { Completable } from './completion-at.ts';

export interface Suggestion {
  readonly name: string;
  readonly note: string;
}

export interface Popup {
  readonly at: Completable;
  readonly suggestions: readonly Suggestion[];
  readonly selected: number;
  /** There are no suggestions yet. */
  readonly isSearching?: true;
}

const maxRows = 8;

export function movePopup(popup: Popup, by: number): Popup {
  const count = popup.suggestions.length;
  return { ...popup, selected: (popup.selected + by + count) % count };
}

/** A file name with spaces is quoted. No space follows a folder, because the user continues typing. */
export function takeSuggestion({ at, suggestions, selected }: Popup): EditAction | undefined {
  const name = suggestions[selected]?.name;
  if (name === undefined) return undefined;
  const word = at.kind === 'command' ? `/${name}` : /\s/.test(name) ? `@"${name}"` : `@${name}`;
  return { do: 'replace', from: at.from, to: at.to, text: name.endsWith('/') ? word : `${word} ` };
}

export function viewPopup(popup: Popup, drawing: Drawing, rows: number): readonly string[] {
  const paint = paletteOf(drawing);
  const { suggestions, selected, at } = popup;
  if (popup.isSearching === true) return [paint('dim', cut('  looking for files…', drawing.width))];
  const room = Math.min(maxRows, Math.max(1, rows), suggestions.length);
  const from = Math.max(0, Math.min(selected - Math.floor(room / 2), suggestions.length - room));
  const shown = suggestions.slice(from, from + room);
  const sign = at.kind === 'command' ? '/' : '@';
  const names = shown.map(({ name }) => cut(sign + plainLine(name), drawing.width - 2));
  const widest = Math.max(0, ...names.map(widthOf));
  return names.map((name, row) => {
    const isSelected = from + row === selected;
    const noteWidth = drawing.width - 2 - widest - 2;
    const note = noteWidth < 8 ? '' : cut(plainLine(shown[row]?.note ?? ''), noteWidth);
    const rest = note === '' ? '' : `${' '.repeat(widest - widthOf(name) + 2)}${paint('dim', note)}`;
    return `${isSelected ? paint('cyan', '› ') : '  '}${isSelected ? paint('bold', name) : name}${rest}`;
  });
}
