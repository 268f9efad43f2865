import { expect, test } from 'vitest';
import { findDeepImports, findEscapes, findUndeclared, importsOf } from './imports.ts';
import { sourceOf } from './source.ts';

test.each([
  [`import { a } from 'x';`, ['x']],
  [`import a, * as b from "x";`, ['x']],
  [`import type { A } from 'x';`, ['x']],
  [`import { type A, b } from 'x';`, ['x']],
  [`import 'x';`, ['x']],
  [`import data from './data.json' with { type: 'json' };`, ['./data.json']],
  [`import {\n  a, // from 'y'\n} from 'x';`, ['x']],
  [`export { a } from 'x';`, ['x']],
  [`export type { A } from 'x';`, ['x']],
  [`export * from 'x';`, ['x']],
  [`type A = import('x').A;`, ['x']],
  [`const a = () => import('x');`, ['x']],
  [`import a = require('x');`, ['x']],
  [`const a = require('x');`, ['x']],
  [`import { a } from 'x';\nimport { b } from 'y';`, ['x', 'y']],
  [`// import { a } from 'x';`, []],
  [`/* import 'x' */ const a = "import 'x'";`, []],
  [`const a = \`import { b } from 'x'; \${1}\`;`, []],
  [`const a = /import 'x'/;`, []],
  [`export { a }; const a = 1;`, []],
  [`loader.require('x'); import.meta.url;`, []],
])('%s imports %j', (text, specifiers) => {
  expect(importsOf(sourceOf(text)).map(({ specifier }) => specifier)).toEqual(specifiers);
});

test.each([
  ['./other.ts', 0],
  ['../src/other.ts', 0],
  ['@interlock/wire', 0],
  ['../test/other.ts', 1],
  ['../../wire/src/index.ts', 1],
  ['../src-of-another/index.ts', 1],
])("import '%s' leaves the package's src %i times", (specifier, count) => {
  expect(findEscapes(sourceOf(`import '${specifier}';`), 'packages/sample/src')).toHaveLength(count);
});

test.each([
  ['../../../test/property/runs.ts', 0],
  ['../../wire/test/targets.ts', 0],
  ['../../wire/src/index.ts', 1],
])("import '%s' leads from a test to something that is not a test %i times", (specifier, count) => {
  const source = sourceOf(`import '${specifier}';`);
  expect(findEscapes(source, 'packages/sample', /^(packages\/[a-z]+\/)?test\//)).toHaveLength(count);
});

test.each([
  ['@interlock/transcript', 0],
  ['@noble/hashes/sha2.js', 0],
  ['./@interlock/transcript/src', 0],
  ['@interlock/transcript/src/index.ts', 1],
  ['@interlock/transcript/package.json', 1],
])("import '%s' reaches into one of our packages %i times", (specifier, count) => {
  expect(findDeepImports(sourceOf(`import '${specifier}';`))).toHaveLength(count);
});

test.each([
  ['@noble/hashes/sha2.js', 0],
  ['node:fs', 0],
  ['./file.ts', 0],
  ['@noble/curves', 1],
  ['typebox', 1],
  ['fs', 1],
])("import '%s' is undeclared %i times", (specifier, count) => {
  expect(findUndeclared(sourceOf(`import '${specifier}';`), ['@noble/hashes'])).toHaveLength(count);
});

test('allows a subpath that a package exports', () => {
  const source = sourceOf(`import '@interlock/wire/rules';\nimport '@interlock/wire/rules/x';`);
  expect(findDeepImports(source, ['@interlock/wire/rules']).map(({ line }) => line)).toEqual([2]);
});

test('a finding has a place and a problem', () => {
  expect(findDeepImports(sourceOf(`const a = 1;\nimport '@interlock/wire/x';`))).toEqual([
    { line: 2, problem: `'@interlock/wire/x' reaches into a package` },
  ]);
});
