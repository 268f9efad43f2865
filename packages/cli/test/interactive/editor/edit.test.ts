import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../../test/property/runs.ts';
import { inputOf } from '../../../src/interactive/editor/draft.ts';
import { type EditAction, edit, type PlainAction } from '../../../src/interactive/editor/edit.ts';
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
});

/** Applies the actions one after the other; other text is typed. */
function after(start: Editor, ...steps: readonly (PlainAction | `+${string}`)[]): Editor {
  return steps.reduce((editor, step) => edit(editor, actionOf(step), wide), start);
}

function actionOf(step: PlainAction | `+${string}`): EditAction {
  return isTyped(step) ? insert(step.slice(1)) : { do: step };
}

function isTyped(step: string): step is `+${string}` {
  return step.startsWith('+');
}

describe('restores what was cut', () => {
  test.each<[string, readonly (PlainAction | `+${string}`)[], string]>([
    ['one two|', ['cut-word', 'start', 'yank'], 'two|one '],
    // Consecutive cuts are joined, in the order of the text.
    ['one two three|', ['cut-word', 'cut-word', 'yank'], 'one two three|'],
    ['|one two', ['cut-next-word', 'cut-next-word', 'yank', 'yank'], 'one twoone two|'],
    ['one |two', ['cut-to-end', 'cut-to-start', 'yank'], 'one two|'],
    // A move between them makes two cuts.
    ['one two|', ['cut-word', 'start', 'end', 'cut-word', 'yank'], 'one |'],
    ['one two|', ['cut-word', 'start', 'end', 'cut-word', 'yank', 'yank-earlier'], 'two|'],
    ['one two|', ['cut-word', 'start', 'end', 'cut-word', 'yank', 'yank-earlier', 'yank-earlier'], 'one |'],
    ['one two|', ['cut-word', 'yank-earlier'], 'one |'],
    ['one two|', ['cut-word', 'yank', 'left', 'yank-earlier'], 'one tw|o'],
    ['|', ['yank', 'cut-word', 'cut-to-end', 'cut-to-start', 'yank-earlier'], '|'],
    // After it was cleared, and after it was sent.
    ['one two|', ['cut-word', 'clear', 'yank'], 'two|'],
  ])('%j %j', (before, steps, result) => {
    expect(marked(after(editorOf(before), ...steps))).toBe(result);
  });

  test('with its attachments, also in another text', () => {
    const attach = (text: string): EditAction => ({ do: 'attach', attachment: { kind: 'text', label: '[p]', text } });
    const written = [attach('first'), insert(' and '), attach('second')].reduce(
      (editor, action) => edit(editor, action, wide),
      emptyEditor,
    );
    const sent = edit(after(written, 'cut-word'), { do: 'keep' }, wide);
    const other = edit(edit(sent, attach('third'), wide), { do: 'yank' }, wide);
    expect(inputOf(other)).toBe('thirdsecond');
    expect(inputOf(after(other, 'yank'))).toBe('thirdsecondsecond');
  });
});

describe('undo and redo', () => {
  test.each<[string, readonly (PlainAction | `+${string}`)[], string]>([
    // Continuous typing is undone word by word.
    ['|', ['+o', '+n', '+e', '+ ', '+t', '+w', '+o', 'undo'], 'one |'],
    ['|', ['+o', '+n', '+e', '+ ', '+t', '+w', '+o', 'undo', 'undo'], '|'],
    ['|', ['+o', '+n', '+e', '+ ', '+t', '+w', '+o', 'undo', 'undo', 'undo'], '|'],
    ['|', ['+one', '+ ', '+two', 'undo', 'undo', 'redo', 'redo'], 'one two|'],
    ['|', ['+a', 'left', '+b', 'undo'], '|a'],
    ['abc|', ['backspace', 'backspace', 'undo'], 'abc|'],
    ['|abc', ['delete', 'delete', 'undo'], '|abc'],
    ['one two|', ['cut-word', 'undo'], 'one two|'],
    ['one two|', ['cut-word', 'yank', 'yank', 'undo'], 'one two|'],
    ['one|', ['clear', 'undo'], 'one|'],
    ['one|', ['newline', '+x', 'undo', 'undo'], 'one|'],
    // Typing after an undo discards what could be redone.
    ['one|', ['clear', 'undo', '+x', 'redo'], 'onex|'],
    ['one|', ['redo', 'undo'], 'one|'],
    // A paste is its own step.
    ['|', ['+a', '+a text of more than twenty', 'undo'], 'a|'],
  ])('%j %j', (before, steps, result) => {
    expect(marked(after(editorOf(before), ...steps))).toBe(result);
  });

  test('undoes a visit to the history at once, with its edits', () => {
    const said = ['one', 'two'].reduce(
      (editor, text) => edit(edit(editor, insert(text), wide), { do: 'keep' }, wide),
      emptyEditor,
    );
    const looked = after(said, '+draft', 'up', 'up');
    expect(marked(after(looked, 'undo'))).toBe('draft|');
    expect(marked(after(looked, 'undo', 'down', 'up'))).toBe('two|');
    expect(marked(after(looked, 'down', 'down', 'undo'))).toBe('|');
    expect(marked(after(looked, '+!', 'up', 'down', 'undo'))).toBe('one!|');
  });

  test('does not restore what was sent', () => {
    expect(marked(after(edit(editorOf('one|'), { do: 'keep' }, wide), 'undo', 'redo'))).toBe('|');
  });
});

describe('up and down', () => {
  test.each<[string, 'up' | 'down', number, string]>([
    ['one\ntw|o', 'up', 40, 'on|e\ntwo'],
    ['one\ntwo thr|ee', 'up', 40, 'one|\ntwo three'],
    ['on|e\ntwo', 'down', 40, 'one\ntw|o'],
    // By visible rows, not by lines.
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

  test('above the first row is the history, and the draft comes back', () => {
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

  test('history of earlier runs comes before it, wherever the cursor is', () => {
    const said = edit(editorOf('now|'), { do: 'keep' }, wide);
    const earlier = ['old', 'older'].map((text) => ({ text, attachments: [] })).reverse();
    const recalled = edit(after(said, '+draft', 'up'), { do: 'recall', earlier }, wide);
    const seen = [recalled, after(recalled, 'up'), after(recalled, 'up', 'up'), after(recalled, 'up', 'down', 'down')];
    expect(seen.map(({ text }) => text)).toEqual(['now', 'old', 'older', 'draft']);
    const many = Array.from({ length: 2_000 }, (_, at) => ({ text: `${at}`, attachments: [] }));
    const full = edit(recalled, { do: 'recall', earlier: many }, wide);
    expect([full.history.length, full.history[0]?.text, full.history.at(-1)?.text]).toEqual([1_000, '1003', 'now']);
  });

  test('repeated messages appear in the history once', () => {
    const said = ['one', 'one', ' '].reduce(
      (editor, text) => edit(edit(editor, insert(text), wide), { do: 'keep' }, wide),
      emptyEditor,
    );
    expect(said.history).toEqual([{ text: 'one', attachments: [] }]);
  });
});

test('the cursor always stays inside the text and never inside a character', () => {
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
    'undo',
    'redo',
    'yank-earlier',
    'start',
    'end',
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

test('undo returns to the empty text, and redo to the full one', () => {
  const step = fc.constantFrom<EditAction>(
    insert('word '),
    insert('x'),
    { do: 'newline' },
    { do: 'backspace' },
    { do: 'cut-word' },
    { do: 'yank' },
    { do: 'left' },
    { do: 'clear' },
    { do: 'attach', attachment: { kind: 'text', label: '[p]', text: 'x' } },
  );
  holds(fc.array(step, { maxLength: 40 }), 300, (steps) => {
    const last = steps.reduce((editor, one) => edit(editor, one, wide), emptyEditor);
    const times = Array.from({ length: 41 }, () => 'undo' as const);
    const first = after(last, ...times);
    expect(first.text).toBe('');
    const again = after(first, ...times.map(() => 'redo' as const));
    expect([again.text, again.attachments]).toEqual([last.text, last.attachments]);
  });
});
