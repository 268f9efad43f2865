import { expect, test } from 'vitest';
import { findLayerBreaks, findUnreferenced, type PackageFacts } from './layers.ts';

const rows = { low: [], high: ['low'] };
const none = { dependencies: [], references: [], imports: [] };
const low: PackageFacts = { folder: 'low', name: '@interlock/low', ...none };
const high: PackageFacts = {
  folder: 'high',
  name: '@interlock/high',
  dependencies: ['low'],
  references: ['low'],
  imports: ['low', 'low'],
};

test.each<[string, PackageFacts, string[]]>([
  ['a package without dependencies', low, []],
  ['a package with allowed dependencies', high, []],
  ['a package that uses fewer than allowed', { ...high, ...none }, []],
  ['an unknown folder', { ...low, folder: 'new' }, ['packages/new has no row in the layer table']],
  ['a name that differs from its folder', { ...low, name: 'low' }, ['packages/low is called low']],
  [
    'an upward dependency',
    { ...low, dependencies: ['high'], references: ['high'] },
    ['low must not know high (dependencies)', 'low must not know high (references)'],
  ],
  [
    'an upward import',
    { ...low, imports: ['high'] },
    ['low must not know high (imports)', 'low/package.json lacks high'],
  ],
  [
    'an import of itself',
    { ...low, imports: ['low'] },
    ['low must not know low (imports)', 'low/package.json lacks low'],
  ],
  [
    'a forgotten dependency',
    { ...high, dependencies: [] },
    ['high/package.json lacks low', 'high/tsconfig.json has low too many'],
  ],
  ['a forgotten reference', { ...high, references: [] }, ['high/tsconfig.json lacks low']],
])('%s', (_name, facts, breaks) => {
  expect(findLayerBreaks(facts, rows)).toEqual(breaks);
});

test('a package that tsc -b would not build', () => {
  expect(findUnreferenced(['low', 'high'], ['packages/low', 'tsconfig.test.json'])).toEqual(['packages/high']);
});
