import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../../test/property/runs.ts';
import { type EditAction, edit } from '../../../src/interactive/editor/edit.ts';
import { type Editor, emptyEditor } from '../../../src/interactive/editor/editor.ts';

/** The cursor is where the bar stands. */
function editorOf(marked: string, more: Partial<Editor> = {}): Editor {
  return { ...emptyEditor, text: marked.replace('|', ''), cursor: marked.indexOf('|'), ...more };
}

function marked({ text, cursor }: Editor): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const insert = (text: string): EditAction => ({ do: 'insert', text });
const wide = 40;

describe('one step', () => {
  test.each<[string, EditAction, string]>([
    ['ab|d', insert('c'), 'abc|d'],
    ['a|', insert('\r\nb\u001b[31m\u0007\tc'), 'a\nb[31m\tc|'],
    ['a|', insert('\u{f0000}x'), 'ax|'],
    ['ab|', { do: 'newline' }, 'ab\n|'],
    ['ab\\|cd', { do: 'newline' }, 'ab\n|cd'],
    ['a👩‍👩‍👧|b', { do: 'backspace' }, 'a|b'],
    ['|ab', { do: 'backspace' }, '|ab'],
    ['e\u0301|', { do: 'backspace' }, '|'],
    ['a|👍🏽b', { do: 'delete' }, 'a|b'],
    ['ab|', { do: 'delete' }, 'ab|'],
    ['a👍🏽|', { do: 'left' }, 'a|👍🏽'],
    ['|👍🏽a', { do: 'right' }, '👍🏽|a'],
    ['ab\n|c', { do: 'left' }, 'ab|\nc'],
    ['one two, three|', { do: 'word-left' }, 'one two, |three'],
    ['one |two, three', { do: 'word-right' }, 'one two|, three'],
    ['größe straße|', { do: 'word-left' }, 'größe |straße'],
    ['one\ntwo th|ree\nfour', { do: 'line-start' }, 'one\n|two three\nfour'],
    ['one\ntwo th|ree\nfour', { do: 'line-end' }, 'one\ntwo three|\nfour'],
    ['one\ntwo', { do: 'start' }, '|one\ntwo'],
    ['|one\ntwo', { do: 'end' }, 'one\ntwo|'],
    ['one t|wo\nx', { do: 'cut-to-end' }, 'one t|\nx'],
    ['one|\nx', { do: 'cut-to-end' }, 'one|x'],
    ['y\none t|wo', { do: 'cut-to-start' }, 'y\n|wo'],
    ['y\n|wo', { do: 'cut-to-start' }, 'y|wo'],
    ['git commit --amend|', { do: 'cut-word' }, 'git commit |'],
    ['src/a-file|', { do: 'cut-part' }, 'src/a-|'],
    ['a |one two', { do: 'cut-next-word' }, 'a | two'],
    ['ab|cd', { do: 'clear' }, '|'],
    ['see @he|', { do: 'replace', from: 4, to: 7, text: '@hello.ts ' }, 'see @hello.ts |'],
  ])('%j %j', (before, action, after) => {
    expect(marked(edit(editorOf(before), action, wide))).toBe(after);
  });

  test('what was cut comes back', () => {
    const cut = edit(editorOf('one two|'), { do: 'cut-word' }, wide);
    expect(marked(edit(edit(cut, { do: 'start' }, wide), { do: 'yank' }, wide))).toBe('two|one ');
  });
});

describe('up and down', () => {
  test.each<[string, 'up' | 'down', number, string]>([
    ['one\ntw|o', 'up', 40, 'on|e\ntwo'],
    ['one\ntwo thr|ee', 'up', 40, 'one|\ntwo three'],
    ['on|e\ntwo', 'down', 40, 'one\ntw|o'],
    // Rows as they are seen, not lines.
    ['abcdefgh|', 'up', 4, 'abc|defgh'],
    ['abcdef|gh', 'up', 4, 'ab|cdefgh'],
    ['字|字字字', 'down', 4, '字字字|字'],
  ])('%j %s at width %i', (before, direction, width, after) => {
    expect(marked(edit(editorOf(before), { do: direction }, width))).toBe(after);
  });

  test('a short line between two long ones does not lose the column', () => {
    const down = edit(edit(editorOf('long l|ine\nx\nlong line'), { do: 'down' }, wide), { do: 'down' }, wide);
    expect(marked(down)).toBe('long line\nx\nlong l|ine');
  });

  test('beyond the first row lies what was said before, and what is being written comes back', () => {
    const said = ['one', 'two'].reduce(
      (editor, text) => edit(edit(editor, insert(text), wide), { do: 'keep' }, wide),
      emptyEditor,
    );
    const writing = edit(said, insert('draft'), wide);
    const seen: string[] = [];
    let editor = writing;
    for (const direction of ['up', 'up', 'up', 'down', 'down', 'down'] as const) {
      editor = edit(editor, { do: direction }, wide);
      seen.push(editor.text);
    }
    expect(seen).toEqual(['two', 'one', 'one', 'two', 'draft', 'draft']);
  });

  test('the same thing said twice stands in the history once', () => {
    const said = ['one', 'one', ' '].reduce(
      (editor, text) => edit(edit(editor, insert(text), wide), { do: 'keep' }, wide),
      emptyEditor,
    );
    expect(said.history).toEqual([{ text: 'one', attachments: [] }]);
  });
});

test('whatever is done, the cursor is inside the text and never inside a character', () => {
  const simple = [
    'newline',
    'backspace',
    'delete',
    'left',
    'right',
    'word-left',
    'word-right',
    'line-start',
    'line-end',
  ] as const;
  const more = [
    'cut-to-end',
    'cut-to-start',
    'cut-word',
    'cut-part',
    'cut-next-word',
    'yank',
    'up',
    'down',
    'keep',
    'clear',
  ] as const;
  const action: fc.Arbitrary<EditAction> = fc.oneof(
    fc.constantFrom(...simple, ...more).map((name): EditAction => ({ do: name })),
    fc.string({ unit: fc.constantFrom('a', ' ', '\n', '字', '👍🏽', 'é', '_', '\t') }).map(insert),
    fc.constant<EditAction>({ do: 'attach', attachment: { kind: 'text', label: '[pasted 20 lines]', text: 'x' } }),
  );
  holds(fc.tuple(fc.array(action, { maxLength: 30 }), fc.integer({ min: 4, max: 20 })), 300, ([actions, width]) => {
    let editor = emptyEditor;
    for (const one of actions) {
      editor = edit(editor, one, width);
      const before = editor.text.slice(0, editor.cursor);
      expect(editor.cursor).toBe(before.length);
      expect(before.isWellFormed() && editor.text.slice(editor.cursor).isWellFormed()).toBe(true);
    }
  });
});
