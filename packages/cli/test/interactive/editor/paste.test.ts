import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaBlock } from '@interlock/transcript';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { inputOf, shownDraft } from '../../../src/interactive/editor/draft.ts';
import { edit } from '../../../src/interactive/editor/edit.ts';
import { emptyEditor } from '../../../src/interactive/editor/editor.ts';
import { actionOfPaste } from '../../../src/interactive/editor/paste.ts';
import { readMedia } from '../../../src/interactive/editor/read-media.ts';

const folder = temporaryFolder('paste');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const png = Buffer.from('\u0089PNG\r\n\u001a\nrest', 'latin1');
writeFileSync(join(folder, 'a b.png'), png);
writeFileSync(join(folder, 'fake.png'), 'no picture at all');

const picture: MediaBlock = {
  type: 'media',
  mimeType: 'image/png',
  data: png.toString('base64'),
  encoding: 'base64',
  filename: 'a b.png',
};
const read = (path: string): MediaBlock | undefined => readMedia(path, folder);
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

describe('a paste', () => {
  test.each<[string, string]>([
    ['some words', 'some words'],
    [lines(10), lines(10)],
    ['a\r\nb', 'a\nb'],
    ['fake.png', 'fake.png'],
    ['missing.png', 'missing.png'],
    ['data:image/png;base64,###', 'data:image/png;base64,###'],
  ])('%j is typed text', (pasted, text) => {
    expect(actionOfPaste(pasted, read)).toEqual({ do: 'insert', text });
  });

  test.each<[string, string]>([
    [lines(120), '[pasted 120 lines]'],
    ['x'.repeat(3_000), '[pasted 3000 characters]'],
  ])('that is long shows its label and is sent whole', (pasted, label) => {
    const editor = [{ do: 'insert', text: 'see ' } as const, actionOfPaste(pasted, read)].reduce(
      (before, action) => edit(before, action, 40),
      emptyEditor,
    );
    expect([shownDraft(editor), inputOf(editor)]).toEqual([`see ${label}`, `see ${pasted}`]);
  });

  test.each([
    join(folder, 'a b.png'),
    `'${join(folder, 'a b.png')}'`,
    `"${join(folder, 'a b.png')}"`,
    join(folder, 'a\\ b.png'),
    `file://${join(folder, 'a%20b.png')}`,
    'a b.png ',
  ])('%j is a picture', (pasted) => {
    expect(actionOfPaste(pasted, read)).toEqual({
      do: 'attach',
      attachment: { kind: 'media', label: '[image a b.png]', block: picture },
    });
  });

  test('with data is a picture between texts', () => {
    const actions = [
      { do: 'insert', text: 'what is ' } as const,
      actionOfPaste('data:image/png;base64,QUJD', read),
      { do: 'insert', text: '?' } as const,
    ];
    const editor = actions.reduce((before, action) => edit(before, action, 40), emptyEditor);
    expect(inputOf(editor)).toEqual([
      { type: 'text', text: 'what is ' },
      { type: 'media', mimeType: 'image/png', data: 'QUJD', encoding: 'base64' },
      { type: 'text', text: '?' },
    ]);
  });

  test('can be removed with one key', () => {
    const editor = [actionOfPaste(lines(50), read), { do: 'backspace' } as const].reduce(
      (before, action) => edit(before, action, 40),
      emptyEditor,
    );
    expect(inputOf(editor)).toBe('');
  });
});
