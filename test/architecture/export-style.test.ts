import { expect, test } from 'vitest';
import { findUnnamedExports } from './export-style.ts';
import { sourceOf } from './source.ts';

test.each([
  [`export const a = 1;`, []],
  [`export { a, b as c } from './x.ts';`, []],
  [`export type { A } from './x.ts';`, []],
  [`// export * from './x.ts'`, []],
  [`import a from 'x'; const o = { default: a };`, []],
  [`export * from './x.ts';`, ['export *']],
  [`export * as x from './x.ts';`, ['export *']],
  [`export type * from './x.ts';`, ['export *']],
  [`export default 1;`, ['default export']],
  [`export default function f() {}`, ['default export']],
  [`const a = 1; export { a as default };`, ['default export']],
  [`export { a as default } from './x.ts';`, ['default export']],
])('%s: %j', (text, problems) => {
  expect(findUnnamedExports(sourceOf(text)).map(({ problem }) => problem)).toEqual(problems);
});
