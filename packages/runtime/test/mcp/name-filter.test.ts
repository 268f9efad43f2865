import { expect, test } from 'vitest';
import { isWanted, type NameFilter } from '../../src/mcp/name-filter.ts';

test.each<[NameFilter, string[]]>([
  [{}, ['get', 'get_all', 'set', 'a.b']],
  [{ include: ['get'] }, ['get']],
  [{ include: ['get*'] }, ['get', 'get_all']],
  [{ include: ['*et'] }, ['get', 'set']],
  [{ include: ['*e*l'] }, ['get_all']],
  [{ include: ['*'], exclude: ['*et'] }, ['get_all', 'a.b']],
  [{ include: [] }, []],
  [{ include: ['a.b', 'a?b', 'get*get', 'gett*t'] }, ['a.b']],
  [{ exclude: ['get'] }, ['get_all', 'set', 'a.b']],
])('%j', (filter, expected) => {
  expect(['get', 'get_all', 'set', 'a.b'].filter((name) => isWanted(name, filter))).toEqual(expected);
});
