import { basename } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../../test/property/runs.ts';
import {
  idOfFile,
  isWorkspaceFolder,
  lockPath,
  sessionPaths,
  sideFilePath,
  workspaceFolder,
} from '../../../src/store/jsonl/session-paths.ts';
import { checkSessionId } from '../../../src/store/session-id.ts';

const letters = [...'abzABZ019._:@+=~-'];
const id = fc
  .tuple(fc.constantFrom('a', 'B', '7'), fc.array(fc.constantFrom(...letters), { maxLength: 99 }))
  .map(([first, rest]) => [first, ...rest].join(''));

test.each([
  ['s1', 's1.jsonl'],
  ['01J9ZK', '01=j9=z=k.jsonl'],
  ['telegram:12345', 'telegram=112345.jsonl'],
  ['a.skipped', 'a=5skipped.jsonl'],
  ['a=b@c+d~e_f-g', 'a=0b=2c=3d=4e_f-g.jsonl'],
])('%s is stored in %s', (name, file) => {
  expect(basename(sessionPaths('/x', name).file)).toBe(file);
});

test('05-edge-cases 4.3 an id’s file name can be decoded, fits, and equals another ignoring case only for the same id', () => {
  holds(fc.tuple(id, id), 500, ([one, other]) => {
    checkSessionId(one);
    const { file, skipped, sideFiles, unfinished } = sessionPaths('/x', one);
    expect(idOfFile(basename(file))).toBe(one);
    expect([skipped, sideFiles, unfinished, lockPath('/x', one)].map((path) => idOfFile(basename(path)))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // A token of 36 letters and an extension are appended.
    expect(basename(lockPath('/x', one)).length).toBeLessThanOrEqual(255 - 45);
    const same = file.toLowerCase() === sessionPaths('/x', other).file.toLowerCase();
    expect(same).toBe(one === other);
  });
});

test('side files keep their extension', () => {
  const paths = sessionPaths('/x', 's1');
  expect(sideFilePath(paths, 'Shot.PNG')).toBe('/x/s1.files/=shot.=p=n=g');
  expect(sideFilePath(paths, 'result.txt')).toBe('/x/s1.files/result.txt');
});

test('05-edge-cases 4.3 workspaces have distinct names', () => {
  const workspaces = [
    '/a/b',
    '/a/b/',
    '/A/b',
    '/a-b',
    'C:\\a\\b',
    '',
    '/',
    '..',
    '/é',
    `/${'x'.repeat(5_000)}`,
    'a\u0000b',
  ];
  const names = workspaces.map((workspace) => basename(workspaceFolder('/x', workspace)));
  expect(names.map((name) => name.slice(0, -33))).toEqual([
    'b',
    'b',
    'b',
    'a-b',
    'b',
    'workspace',
    'workspace',
    'workspace',
    'workspace',
    'x'.repeat(40),
    'a-b',
  ]);
  expect(new Set(names.map((name) => name.slice(-32))).size).toBe(workspaces.length);
  expect(names.every(isWorkspaceFolder)).toBe(true);
});
