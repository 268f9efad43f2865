import { expect, test } from 'vitest';
import { sourceOf } from '../architecture/source.ts';
import { provenIn } from './proofs.ts';

test.each([
  ['a test that asserts', `test('REQ-915-001 the thing is shown', () => { expect(f()).toBe(1); });`, ['REQ-915-001']],
  [
    'two ids in one title',
    `test('REQ-915-001, REQ-915-002 both are shown', () => { expect(f()).toBe(1); });`,
    ['REQ-915-001', 'REQ-915-002'],
  ],
  [
    'a group',
    `describe('REQ-915-003 the thing is shown', () => { test('x', () => { expect(f()).not.toThrow(); }); });`,
    ['REQ-915-003'],
  ],
  [
    'a table',
    `test.each([1])('REQ-915-004 the thing is shown for %s', (n) => { expect(f(n)).toBe(1); });`,
    ['REQ-915-004'],
  ],
  [
    'a row',
    `const rows = [{ name: 'REQ-915-005 the thing is shown' }]; test.each(rows)('$name', (r) => { expect(f(r)).toBe(1); });`,
    ['REQ-915-005'],
  ],
  ['a property', `test('REQ-915-006 the thing is shown', () => { fc.assert(fc.property(a, f)); });`, ['REQ-915-006']],
  [
    'a function of the file',
    `function check(n) { expect(n).toBe(1); } test.each([1])('REQ-915-021 the thing is shown', check);`,
    ['REQ-915-021'],
  ],
  [
    'an imported expectation',
    `test('REQ-915-022 the thing is shown', () => { expectSame(f(), 1); });`,
    ['REQ-915-022'],
  ],
  [
    'a row with a title',
    `test.each([{ title: 'REQ-915-023 the thing is shown' }])('$title', (r) => { expect(f(r)).toBe(1); });`,
    ['REQ-915-023'],
  ],
  [
    'functions that call each other and assert nothing',
    `function a() { b(); } function b() { a(); } test('REQ-915-024 the thing is shown', () => { a(); });`,
    [],
  ],
  ['a comment', `// REQ-915-007 the thing is shown\ntest('x', () => { expect(f()).toBe(1); });`, []],
  ['a bare number', `test('REQ-915-008', () => { expect(f()).toBe(1); });`, []],
  ['no assertion', `test('REQ-915-009 the thing is shown', () => { f(); });`, []],
  ['an assertion on a constant', `test('REQ-915-010 the thing is shown', () => { expect(true).toBe(true); });`, []],
  ['an expect without a matcher', `test('REQ-915-011 the thing is shown', () => { expect(f()); });`, []],
  ['a skipped test', `test.skip('REQ-915-012 the thing is shown', () => { expect(f()).toBe(1); });`, []],
  ['a todo', `test.todo('REQ-915-013 the thing is shown');`, []],
  [
    'a row without a test',
    `const rows = [{ name: 'REQ-915-014 the thing is shown' }]; test('x', () => { expect(f()).toBe(1); });`,
    [],
  ],
])('%s', (_, code, expected) => {
  expect(provenIn(sourceOf(code, 'packages/sample/test/sample.test.ts'))).toEqual(expected);
});
