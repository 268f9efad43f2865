import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { holds } from '../../../../../test/property/runs.ts';
import { emptyEditor } from '../../../src/interactive/editor/editor.ts';
import { layoutRows, placeOf } from '../../../src/interactive/editor/layout-editor.ts';

test.each<[string, number, readonly string[]]>([
  ['', 10, ['']],
  ['abc', 10, ['abc']],
  ['abcdef', 4, ['abcd', 'ef']],
  ['a\n\nb\n', 10, ['a', '', 'b', '']],
  ['字字字', 5, ['字字', '字']],
  ['a\tb', 10, ['a    b']],
  ['ab\u202ecd', 10, ['abcd']],
])('%j at width %i', (text, width, rows) => {
  expect(layoutRows({ text, attachments: [] }, width).map(({ shown }) => shown)).toEqual(rows);
});

test.each<[string, number, number, readonly [number, number]]>([
  ['abc', 3, 10, [0, 3]],
  ['abcdef', 4, 4, [1, 0]],
  ['ab\ncd', 2, 10, [0, 2]],
  ['ab\ncd', 3, 10, [1, 0]],
  ['字a', 1, 10, [0, 2]],
  ['', 0, 10, [0, 0]],
])('the cursor of %j at %i and width %i', (text, cursor, width, [row, column]) => {
  const editor = { ...emptyEditor, text, cursor };
  expect(placeOf(editor, layoutRows(editor, width))).toEqual({ row, column });
});

test('an attachment is one character that shows its label', () => {
  const draft = {
    text: 'see \u{f0000}!',
    attachments: [{ kind: 'text', label: '[pasted 12 lines]', text: '' } as const],
  };
  expect(layoutRows(draft, 30).map(({ shown }) => shown)).toEqual(['see [pasted 12 lines]!']);
  const at = placeOf({ ...emptyEditor, ...draft, cursor: 6 }, layoutRows(draft, 30));
  expect(at).toEqual({ row: 0, column: 21 });
});

test('no row is too wide, and nothing is lost', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '字', '👍🏽'), maxLength: 60 });
  holds(fc.tuple(letters, fc.integer({ min: 4, max: 12 })), 300, ([text, width]) => {
    const rows = layoutRows({ text, attachments: [] }, width);
    expect(rows.map(({ shown }) => stringWidth(shown)).filter((columns) => columns > width)).toEqual([]);
    expect(rows.map(({ shown }) => shown).join('')).toBe(text.replaceAll('\n', ''));
  });
});
