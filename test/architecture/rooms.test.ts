import { expect, test } from 'vitest';
import { findDeepestChain, findFolderCycles, findRoomBreaches, findSingleUsers } from './rooms.ts';

type Files = Readonly<Record<string, readonly string[]>>;

const graphOf = (files: Files): ReadonlyMap<string, readonly string[]> => new Map(Object.entries(files));

test.each<[string, Files, string[]]>([
  ['nothing', {}, []],
  ['one way', { 'a/x.ts': ['b/y.ts'], 'b/y.ts': [] }, []],
  ['both ways', { 'a/x.ts': ['b/y.ts'], 'b/z.ts': ['a/w.ts'] }, ['a <-> b']],
  ['loose files', { 'index.ts': ['a/x.ts'], 'a/x.ts': ['json.ts'] }, ['. <-> a']],
  ['a cycle of three', { 'a/x.ts': ['b/x.ts'], 'b/y.ts': ['c/x.ts'], 'c/y.ts': ['a/y.ts'] }, ['a -> b -> c -> a']],
  ['subfolders', { 'a/b/x.ts': ['a/c/x.ts'], 'a/c/y.ts': ['a/b/y.ts'] }, ['a/b <-> a/c']],
  ['a folder and its own subfolder', { 'a/x.ts': ['a/b/x.ts'], 'a/b/y.ts': ['a/y.ts'] }, []],
  ['a subfolder that reaches out', { 'a/b/x.ts': ['c/x.ts'], 'c/y.ts': ['a/y.ts'] }, ['a <-> c']],
])('folder cycles of %s', (_name, files, cycles) => {
  expect(findFolderCycles(graphOf(files))).toEqual(cycles);
});

test('files with one importer', () => {
  const graph = graphOf({ 'a.ts': ['b.ts', 'c.ts', 'c.ts'], 'b.ts': ['d.ts'], 'c.ts': ['d.ts'] });
  expect(findSingleUsers(graph)).toEqual([
    { file: 'b.ts', user: 'a.ts' },
    { file: 'c.ts', user: 'a.ts' },
  ]);
});

test('the deepest chain', () => {
  const graph = graphOf({ 'a.ts': ['d.ts', 'b.ts'], 'b.ts': ['c.ts'], 'c.ts': ['d.ts'], 'd.ts': [] });
  expect(findDeepestChain(graph)).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
});

test.each<[string, Files, string[]]>([
  ['an index', { 'a.ts': ['rooms/x/index.ts'] }, []],
  ['files beside the rooms', { 'a.ts': ['rooms/room.ts'], 'rooms/x/y.ts': ['rooms/room.ts'] }, []],
  ['a room’s own files', { 'rooms/x/index.ts': ['rooms/x/in/y.ts'], 'rooms/x/in/y.ts': ['rooms/x/z.ts'] }, []],
  ['another’s files', { 'a.ts': ['rooms/x/y.ts'] }, ['a.ts -> rooms/x/y.ts']],
  ['a neighbour’s files', { 'rooms/x/y.ts': ['rooms/z/in/y.ts'] }, ['rooms/x/y.ts -> rooms/z/in/y.ts']],
])('importers of %s', (_name, files, breaches) => {
  expect(findRoomBreaches(graphOf(files), 'rooms')).toEqual(breaches);
});
