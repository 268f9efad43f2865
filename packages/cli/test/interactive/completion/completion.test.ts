import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { type Completable, completionAt } from '../../../src/interactive/completion/completion-at.ts';
import { rankNames } from '../../../src/interactive/completion/find-files.ts';
import { movePopup, type Popup, takeSuggestion, viewPopup } from '../../../src/interactive/completion/popup.ts';
import { emptyEditor } from '../../../src/interactive/editor/editor.ts';
import { Suggestions } from '../../../src/interactive/suggest.ts';
import { writtenFiles } from '../../written-files.ts';

test.each<[string, Completable | undefined]>([
  ['/|', { kind: 'command', query: '', from: 0, to: 1 }],
  ['/mod|', { kind: 'command', query: 'mod', from: 0, to: 4 }],
  ['/mo|del', { kind: 'command', query: 'mo', from: 0, to: 3 }],
  ['/model gpt|', undefined],
  ['a /mod|', undefined],
  ['/usr/bin|', undefined],
  ['@|', { kind: 'file', query: '', from: 0, to: 1 }],
  ['look at @src/a|', { kind: 'file', query: 'src/a', from: 8, to: 14 }],
  ['two\n@x|', { kind: 'file', query: 'x', from: 4, to: 6 }],
  ['me@example|', undefined],
  ['@a b|', undefined],
])('%j', (marked, expected) => {
  expect(completionAt(marked.replace('|', ''), marked.indexOf('|'))).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ['', ['b.ts', 'README.md', 'src/app.ts', 'src/deep/app-test.ts']],
  ['app', ['src/app.ts', 'src/deep/app-test.ts']],
  ['src/', ['src/app.ts', 'src/deep/app-test.ts']],
  ['test', ['src/deep/app-test.ts']],
  ['READ', ['README.md']],
  ['sdt', ['src/deep/app-test.ts']],
  ['zzz', []],
])('names for %j', (query, expected) => {
  expect(rankNames(['README.md', 'src/deep/app-test.ts', 'src/app.ts', 'b.ts'], query)).toEqual(expected);
});

test.each<[Completable['kind'], string, string]>([
  ['command', 'model', '/model '],
  ['file', 'a.ts', '@a.ts '],
  ['file', 'a b.ts', '@"a b.ts" '],
  ['file', 'src/', '@src/'],
])('a %s %j is written as %j', (kind, name, text) => {
  const popup: Popup = {
    at: { kind, query: 'x', from: 3, to: 5 },
    suggestions: [
      { name: 'other', note: '' },
      { name, note: '' },
    ],
    selected: 0,
  };
  expect(takeSuggestion(movePopup(popup, -1))).toEqual({ do: 'replace', from: 3, to: 5, text });
});

test('the first @ shows that files are being searched; later ones have them at once', async () => {
  const folder = dirname(writtenFiles()('notes.txt', ''));
  const shown: (readonly string[])[] = [];
  const found = Promise.withResolvers<void>();
  const suggestions = new Suggestions((popup) => {
    shown.push(popup === undefined ? [] : viewPopup(popup, { width: 40, colour: false, now: 0 }, 8));
    if (popup !== undefined && popup.isSearching !== true) found.resolve();
  });
  suggestions.update({ ...emptyEditor, text: '@', cursor: 1 }, folder);
  expect(shown).toEqual([['  looking for files…']]);
  await found.promise;
  suggestions.update({ ...emptyEditor, text: '@n', cursor: 2 }, folder);
  expect(shown).toEqual([['  looking for files…'], ['› @notes.txt']]);
});
