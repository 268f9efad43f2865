import { expect, test } from 'vitest';
import { findCycles } from './cycles.ts';

test.each([
  ['nothing', {}, []],
  ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
  ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'] }, []],
  ['a file that imports itself', { a: ['a'] }, [['a', 'a']]],
  ['two files', { a: ['b'], b: ['a'] }, [['a', 'b', 'a']]],
  ['a long way round, entered from outside', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd', 'b']]],
  [
    'two apart',
    { a: ['b'], b: ['a'], x: ['y'], y: ['x'] },
    [
      ['a', 'b', 'a'],
      ['x', 'y', 'x'],
    ],
  ],
  [
    'two that share a file',
    { a: ['b', 'c'], b: ['a'], c: ['a'] },
    [
      ['a', 'b', 'a'],
      ['a', 'c', 'a'],
    ],
  ],
] satisfies [string, Record<string, string[]>, string[][]][])('cycles of %s', (_name, graph, cycles) => {
  expect(findCycles(new Map(Object.entries<string[]>(graph)))).toEqual(cycles);
});
