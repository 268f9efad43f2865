/** A list to choose from, filtered by what is typed. Pure: keys in, the next picker or the choice out. */
import type { Key } from '../terminal/key.ts';
import { cut, plainLine, widthOf } from '../terminal/lines.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import type { Drawing } from './screen.ts';
import { paletteOf } from './views/palette.ts';

export interface Picker {
  readonly title: string;
  readonly items: readonly PickerItem[];
  readonly query: string;
  /** Index among the filtered items. */
  readonly selected: number;
}

export interface PickerView {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export type Picked =
  | { readonly end: 'open'; readonly picker: Picker }
  /** An index into `items`. Absent: nothing was chosen. */
  | { readonly end: 'closed'; readonly index?: number };

const minRows = 3;
const maxItems = 10;

export function openPicker(title: string, items: readonly PickerItem[], selected = 0, query = ''): Picker {
  return { title, items, query, selected: Math.max(0, selected) };
}

export function pressInPicker(picker: Picker, key: Key): Picked {
  if (key.kind !== 'press') return withQuery(picker, picker.query + key.text.replaceAll(/\p{Cc}/gu, ''));
  const found = matching(picker);
  switch (key.name) {
    case 'escape':
    case 'ctrl-c':
    case 'ctrl-d':
      return { end: 'closed' };
    case 'enter': {
      const chosen = found[picker.selected];
      if (chosen === undefined || picker.items[chosen]?.disabled === true) return { end: 'open', picker };
      return { end: 'closed', index: chosen };
    }
    case 'backspace':
      return withQuery(picker, [...picker.query].slice(0, -1).join(''));
    case 'ctrl-u':
      return withQuery(picker, '');
    default:
      return { end: 'open', picker: { ...picker, selected: moveSelection(picker.selected, key.name, found.length) } };
  }
}

function withQuery(picker: Picker, query: string): Picked {
  return { end: 'open', picker: { ...picker, query, selected: 0 } };
}

function moveSelection(selected: number, key: string, count: number): number {
  if (count === 0) return 0;
  if (key === 'up' || key === 'ctrl-p' || key === 'ctrl-s' || key === 'shift-tab')
    return (selected + count - 1) % count;
  if (key === 'down' || key === 'ctrl-n' || key === 'ctrl-r' || key === 'tab') return (selected + 1) % count;
  if (key === 'page-up') return Math.max(0, selected - maxItems);
  if (key === 'page-down') return Math.min(count - 1, selected + maxItems);
  if (key === 'home') return 0;
  return key === 'end' ? count - 1 : selected;
}

/** Every typed word occurs somewhere in the item. */
function matching({ items, query }: Picker): readonly number[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return items.flatMap(({ name, note }, index) => {
    const text = `${name} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [index] : [];
  });
}

/** `rows`: the maximum height. */
export function viewPicker(picker: Picker, drawing: Drawing, rows: number): PickerView {
  const paint = paletteOf(drawing);
  const { width } = drawing;
  const found = matching(picker);
  const room = Math.min(maxItems, Math.max(minRows, rows - 3), Math.max(1, found.length));
  const from = Math.max(0, Math.min(picker.selected - Math.floor(room / 2), found.length - room));
  const items = found.slice(from, from + room).flatMap((index, row) => {
    const item = picker.items[index];
    return item === undefined ? [] : [viewItem(item, from + row === picker.selected, drawing)];
  });
  const head = picker.query === '' ? picker.title : `${picker.title} ${picker.query}`;
  const count = found.length > room ? `${picker.selected + 1} of ${found.length} · ` : '';
  const shown = cut(plainLine(head), width - 1);
  const lines = [
    paint('bold', shown),
    ...(items.length === 0 ? ['  nothing matches'] : items),
    paint('dim', cut(`${count}Enter selects · Esc cancels · type to search`, width)),
  ];
  return { lines, cursor: { row: 0, column: widthOf(shown) } };
}

function viewItem({ name, note, disabled }: PickerItem, isSelected: boolean, drawing: Drawing): string {
  const paint = paletteOf(drawing);
  const sign = isSelected ? '› ' : '  ';
  const shown = cut(plainLine(name), drawing.width - 2);
  const noteWidth = drawing.width - 2 - widthOf(shown) - 2;
  const rest = note === '' || noteWidth < 6 ? '' : `  ${paint('dim', cut(plainLine(note), noteWidth))}`;
  if (disabled === true) return `${sign}${paint('dim', shown)}${rest}`;
  return isSelected ? `${paint('cyan', sign)}${paint('bold', shown)}${rest}` : `${sign}${shown}${rest}`;
}
