import { expect, test } from 'vitest';
import { findImpurities } from './impurities.ts';
import { sourceOf } from './source.ts';

test.each([
  [`const now = () => Date.now();`, 'Date as a clock'],
  [`const now = () => Date['now']();`, 'Date as a clock'],
  [`const now = () => new Date();`, 'Date as a clock'],
  [`const now = () => new Date;`, 'Date as a clock'],
  [`const now = () => Date();`, 'Date as a clock'],
  [`const { now } = Date;`, 'Date as a clock'],
  [`const clock = Date;`, 'Date as a clock'],
  [`const chance = () => Math.random();`, 'Math.random'],
  [`const chance = () => Math['random']();`, 'Math.random'],
  [`const { random } = Math;`, 'Math.random'],
  [`const t = () => performance.now();`, 'performance'],
  [`const id = () => crypto.randomUUID();`, 'crypto'],
  [`const home = () => process.env['HOME'];`, 'process'],
  [`const f = () => ({ process });`, 'process'],
  [`const f = () => ({ [process.pid]: 1 });`, 'process'],
  [`type Env = typeof process.env;`, 'process'],
  [`const f = (process: Step) => process;`, 'process'],
  [`const get = () => fetch('x');`, 'fetch'],
  [`const f = (use = fetch) => use;`, 'fetch'],
  [`const later = (f: () => void) => setTimeout(f, 1);`, 'setTimeout'],
  [`const later = (f: () => void) => setInterval(f, 1);`, 'setInterval'],
  [`const later = (f: () => void) => queueMicrotask(f);`, 'queueMicrotask'],
  [`const say = () => console.log('x');`, 'console'],
  [`const say = () => \`\${console}\`;`, 'console'],
  [`const g = () => globalThis;`, 'globalThis'],
  [`const b = (x: Buffer) => x;`, 'Buffer'],
  [`const f = () => require(name);`, 'require'],
  [`const f = () => import('./x.ts');`, 'dynamic import'],
  [`const here = () => import.meta.url;`, 'import.meta'],
  [`const order = (a: string, b: string) => a.localeCompare(b);`, 'localeCompare'],
  [`const show = (n: number) => n.toLocaleString();`, 'toLocaleString'],
  [`const f = () => new Intl.NumberFormat();`, 'Intl'],
  [`import { readFileSync } from 'node:fs';`, `'node:fs'`],
  [`import type { Buffer as Bytes } from 'node:buffer';`, `'node:buffer'`],
  [`type Hash = import('node:crypto').Hash;`, `'node:crypto'`],
  [`const x = await load();`, 'await at top level'],
  [`for await (const x of y) {}`, 'await at top level'],
])('%s is impure: %s', (text, problem) => {
  expect(findImpurities(sourceOf(text)).map((finding) => finding.problem)).toContain(problem);
});

test.each([
  [`const at = (ms: number) => new Date(ms);`],
  [`const at = (text: string) => Date.parse(text);`],
  [`const isDate = (x: unknown): x is Date => x instanceof Date;`],
  [`const most = Math.max(1, 2);`],
  [`const f = (steps: Steps) => steps.process();`],
  [`const f = (o: Options) => o.fetch ?? o.console?.log;`],
  [`const labels = { process: 1, fetch: 2, Date: 3 };`],
  [`interface Step { readonly process: string; crypto(): void }`],
  [`class Step { process(): void {} #fetch = 1; }`],
  [`import { process as step } from './step.ts'; export { step as process };`],
  [`const text = 'Date.now() console process.env';`],
  [`const text = \`fetch(\${1}) await x\`;`],
  [`// Math.random() is not used\n/* setTimeout */`],
  [`const pattern = /console.log(process)/;`],
  [`const performanceOf = 1, processed = 2, refetch = 3;`],
  [`const f = async () => { await g(); for await (const x of y) {} };`],
  [`class C { async m() { await g(); } }`],
  [`const order = (a: string, b: string) => (a < b ? -1 : 1);`],
  [`function f() { return new.target; }`],
])('%s is pure', (text) => {
  expect(findImpurities(sourceOf(text))).toEqual([]);
});
