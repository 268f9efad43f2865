/** Keys as terminals send them, and their effect on the text. */
import { expect, test } from 'vitest';
import { edit } from '../../../src/interactive/editor/edit.ts';
import { editActionOf } from '../../../src/interactive/editor/edit-keys.ts';
import { emptyEditor } from '../../../src/interactive/editor/editor.ts';
import { KeyParser } from '../../../src/terminal/keys.ts';

const esc = '\u001b';

/** The cursor is where the bar stands. */
function typed(before: string, sent: readonly string[]): string {
  const parser = new KeyParser();
  let editor = { ...emptyEditor, text: before.replace('|', ''), cursor: before.indexOf('|') };
  for (const one of sent)
    for (const key of [...parser.feed(one), ...parser.flush()]) {
      const action = key.kind === 'press' ? editActionOf(key.name) : ({ do: 'insert', text: key.text } as const);
      if (action !== undefined) editor = edit(editor, action, 40);
    }
  return `${editor.text.slice(0, editor.cursor)}|${editor.text.slice(editor.cursor)}`;
}

test.each<[what: string, before: string, sent: readonly string[], result: string]>([
  ['Home as xterm sends it', 'one\ntwo|', [`${esc}[H`], 'one\n|two'],
  ['Home in application mode', 'one\ntwo|', [`${esc}OH`], 'one\n|two'],
  ['Home of the Linux console', 'one\ntwo|', [`${esc}[1~`], 'one\n|two'],
  ['Home of rxvt', 'one\ntwo|', [`${esc}[7~`], 'one\n|two'],
  ['End as xterm sends it', '|one\ntwo', [`${esc}[F`], 'one|\ntwo'],
  ['End of the Linux console', '|one\ntwo', [`${esc}[4~`], 'one|\ntwo'],
  ['Ctrl-A and Ctrl-E', 'one t|wo', ['\u0001', 'x', '\u0005', 'y'], 'xone twoy|'],
  ['Ctrl-Home', 'one\nt|wo', [`${esc}[1;5H`], '|one\ntwo'],
  ['Alt-B and Alt-F', 'one two three|', [`${esc}b`, `${esc}b`, `${esc}f`], 'one two| three'],
  ['Ctrl-Left and Ctrl-Right', 'one two|', [`${esc}[1;5D`, `${esc}[1;5D`, `${esc}[1;5C`], 'one| two'],
  ['Up and Down within the text', 'one\ntw|o', [`${esc}[A`, 'x', `${esc}[B`], 'onxe\ntwo|'],
  ['Ctrl-P and Ctrl-N', 'one\ntw|o', ['\u0010', '\u000e'], 'one\ntw|o'],
  ['Ctrl-K and Ctrl-Y', 'one |two', ['\u000b', '\u0001', '\u0019'], 'two|one '],
  ['Ctrl-U and Ctrl-Y', 'one |two', ['\u0015', '\u0005', '\u0019'], 'twoone |'],
  ['Ctrl-W twice and Ctrl-Y', 'one two|', ['\u0017', '\u0017', '\u0019'], 'one two|'],
  ['Ctrl-W, a move, Ctrl-W, Ctrl-Y and Alt-Y', 'a b|', ['\u0017', '\u0002', '\u0017', '\u0019', `${esc}y`], 'b| '],
  ['Alt-D', '|one two', [`${esc}d`], '| two'],
  ['Alt-Backspace', 'src/file|', [`${esc}\u007f`], 'src/|'],
  ['Ctrl-_ undoes', '|', ['one', '\u001f'], '|'],
  ['Ctrl-Alt-_ redoes', '|', ['one', '\u001f', `${esc}\u001f`], 'one|'],
  ['Alt-_ too', '|', ['one', '\u001f', `${esc}_`], 'one|'],
  ['Alt-/ too', '|', ['one', '\u001f', `${esc}/`], 'one|'],
  ['a line end', 'one|', [`${esc}\r`, 'two', '\n', 'three'], 'one\ntwo\nthree|'],
])('%s', (_, before, sent, result) => {
  expect(typed(before, sent)).toBe(result);
});

test('names that every object has are not keys', () => {
  expect(editActionOf('constructor')).toBe(undefined);
});
