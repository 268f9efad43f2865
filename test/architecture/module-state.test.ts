import { expect, test } from 'vitest';
import { findModuleState } from './module-state.ts';
import { declarationsIn } from './readonly-types.ts';
import { sourceOf } from './source.ts';

const declarations = declarationsIn([
  sourceOf(`
    interface Provider { readonly id: string; readonly flags: readonly string[]; encode(x: Json): string }
    interface Careless { readonly id: string; flags: string[] }
    interface Half { readonly id: string; readonly flags: string[] }
    interface Child extends Provider { readonly more: Provider }
    interface Tainted extends Careless { readonly more: string }
    interface Box<T> { readonly value: T }
    type Json = string | null | readonly Json[] | { readonly [key: string]: Json };
    type Of<F> = F extends { readonly list: infer L } ? readonly L[] : string;
    type Loose<F> = F extends string ? string[] : string;
    type Pass = (input: Provider) => string[];
    interface Twice { readonly a: string }`),
  sourceOf(`interface Twice { a: string }`),
]);

const problemsOf = (text: string): string[] =>
  findModuleState(sourceOf(text), declarations).map(({ problem }) => problem);

const mutable = 'mutable and not declared readonly';
const loads = 'runs when the module is loaded';
const lastIndex = 'lastIndex is state (/g, /y)';

test.each([
  [`let count = 0;`, 'top-level let'],
  [`export let count = 0;`, 'top-level let'],
  [`var count;`, 'top-level var'],
  [`const seen = new Map();`, mutable],
  [`const seen = new Map<string, number>();`, mutable],
  [`const seen: Map<string, number> = new Map();`, mutable],
  [`export const seen = new Set(['a']);`, mutable],
  [`const seen = new WeakMap();`, 'new WeakMap'],
  [`const seen: Readonly<Pass> = wrap(new WeakSet());`, 'new WeakSet'],
  [`const list = new Array(3);`, mutable],
  [`const list = Array(3);`, mutable],
  [`const bytes = new Uint8Array(8);`, mutable],
  [`const it = new Session();`, mutable],
  [`const list = [];`, mutable],
  [`const list: string[] = ['a'];`, mutable],
  [`const list: Array<string> = ['a'];`, mutable],
  [`const list = ['a'] satisfies readonly string[];`, mutable],
  [`const list = (['a'] as string[])!;`, mutable],
  [`const table = { a: 1 };`, mutable],
  [`const table: Record<string, number> = { a: 1 };`, mutable],
  [`const table: Readonly<Record<string, string[]>> = { a: [] };`, mutable],
  [`const table: Readonly<Partial<Record<string, string[]>>> = { a: [] };`, mutable],
  [`const list: readonly [string[], ...string[][]] = [[]];`, mutable],
  [`const table: ReadonlyMap<string, Set<string>> = new Map();`, mutable],
  [`const table: Readonly<Map<string, string>> = new Map();`, mutable],
  [`const table = { seen: new Set() } as const;`, mutable],
  [`const table = Object.freeze({ seen: [new Map()] });`, mutable],
  [`const pick = flag ? [] : null;`, mutable],
  [`const pick = given ?? {};`, mutable],
  [`const names = providers.map((p) => p.id);`, mutable],
  [`const names = Object.keys(table);`, mutable],
  [`const it: Careless = { id: 'a', flags: [] };`, mutable],
  [`const it: Half = { id: 'a', flags: [] };`, mutable],
  [`const it: Tainted = { id: 'a', flags: [], more: '' };`, mutable],
  [`const it: Twice = { a: '' };`, mutable],
  [`const it: Box<string[]> = { value: [] };`, mutable],
  [`const it: Unknown = {};`, mutable],
  [`const it: Loose<'a'> = [];`, mutable],
  [`const it: { [K in 'a' | 'b']: number } = { a: 1, b: 2 };`, mutable],
  [`const it: { readonly [K in 'a' | 'b']: K[] } = { a: [], b: [] };`, mutable],
  [`class C { static count = 0; }`, 'static field without readonly'],
  [`class C { static #count = 0; }`, 'static field without readonly'],
  [`class C { static readonly seen = new Map(); }`, mutable],
  [`class C { static { prepare(); } }`, 'static block'],
  [`const make = () => class { static count = 0; };`, 'static field without readonly'],
  [`globalThis.x = 1;`, loads],
  [`Array.prototype.last = function () {};`, loads],
  [`register('x');`, loads],
  [`for (const x of y) z(x);`, loads],
  [`if (a) b();`, loads],
  [`const word = /\\w+/g;`, lastIndex],
  [`const word: RegExp = /\\w+/y;`, lastIndex],
  [`const rules: readonly RegExp[] = [/a/, /b/gi];`, lastIndex],
  [`class C { static readonly word = /a/g; }`, lastIndex],
  [`const word = new RegExp('a', 'g');`, 'RegExp with flags: use a literal'],
  [`const next = (() => { let n = 0; return () => n++; })();`, 'a closure may keep state'],
  [`const next: Pass = (function () { return f; })();`, 'a closure may keep state'],
])('%s is state: %s', (text, problem) => {
  expect(problemsOf(text)).toContain(problem);
});

test.each([
  [`import { a } from './a.ts'; export { a }; export type { B } from './b.ts';`],
  [`export const limit = 64, name = 'a', word = /^\\w+$/iu, none = null;`],
  [`const f = () => { let n = 0; const seen = new Map(); const w = /a/g; return [n, seen, w]; };`],
  [`function f() { var x = []; globalThis.y = x; }`],
  [`const list: readonly string[] = ['a'];`],
  [`const list: ReadonlyArray<string> = ['a'];`],
  [`const list = ['a', ['b']] as const;`],
  [`const list = ['a'] as const satisfies readonly string[];`],
  [`const list = [] as readonly string[];`],
  [`const pairs: readonly (readonly [RegExp, string])[] = [[/a/i, 'a']];`],
  [`const seen: ReadonlySet<string> = new Set(['a']);`],
  [`const seen: ReadonlyMap<string, readonly string[]> = new Map();`],
  [`const table: Readonly<Record<string, readonly string[]>> = { a: ['b'] };`],
  [`const table: Readonly<Partial<Record<string, readonly string[]>>> = { a: ['b'] };`],
  [`const list: readonly [string, ...string[]] = ['a'];`],
  [`const table: { readonly a: string } = { a: '' };`],
  [`const table = { a: { b: [1] } } as const;`],
  [`const table = Object.freeze({ a: 1 });`],
  [`const table = { a: 1 } as const; Object.freeze(table);`],
  [`const it: Provider = { id: 'a', flags: [], encode: (x) => { let n = 1; return x + n; } };`],
  [`const it: readonly Provider[] = [a, b];`],
  [`const it: Child = { id: 'a', flags: [], encode, more: a };`],
  [`const it: Box<Provider> = { value: a };`],
  [`const it: Json = { a: [null] };`],
  [`const it: Of<{ readonly list: 'a' }> = [];`],
  [`const it: Readonly<Pick<Provider, 'id'>> = { id: 'a' };`],
  [`const names: readonly string[] = providers.map((p) => p.id);`],
  [`const it: { readonly [K in 'a' | 'b']: Box<K> } = { a, b };`],
  [`const it: Readonly<{ [K in 'a' | 'b']: K }> = { a, b };`],
  [`const passes: readonly Pass[] = [a, b];`],
  [`const encoder = new TextEncoder(), total = [1, 2].length, made = make({ a: [] });`],
  [`class C { static readonly limit = 3; #seen = new Map(); list: string[] = []; static of(): C { return new C(); } }`],
  [`interface A { list: string[] } type B = Map<string, A>; declare const c: B; declare global { var d: B; }`],
  [`'use strict';;`],
  [`// let count = 0\nconst text = 'let count = 0; new Map()';`],
])('%s is not state', (text) => {
  expect(problemsOf(text)).toEqual([]);
});
