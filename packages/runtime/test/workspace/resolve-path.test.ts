import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { FileProblem } from '../../src/workspace/file-problem.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { resolvePath, rootOf } from '../../src/workspace/resolve-path.ts';
import { useTempWorkspace } from './temp-workspace.ts';

const temp = useTempWorkspace();

beforeEach(() => {
  mkdirSync(join(temp.root, 'src/deep'), { recursive: true });
  writeFileSync(join(temp.root, 'src/a.ts'), 'a');
  const links = [
    ['out-file', '../outside/secret.txt'],
    ['out-dir', '../outside'],
    ['out-absolute', temp.outside],
    ['chain', 'chain-2'],
    ['chain-2', 'src/../chain-3'],
    ['chain-3', '../outside'],
    ['dangling-out', '../outside/new.txt'],
    ['dangling-in', 'src/new.txt'],
    ['in-file', 'src/a.ts'],
    ['in-dir', 'src/deep'],
    ['loop', 'loop-2'],
    ['loop-2', 'loop'],
    ['self', 'self/x'],
  ] as const;
  for (const [name, target] of links) symlinkSync(target, join(temp.root, name));
});

const inside: readonly (readonly [path: string, name: string, exists: boolean])[] = [
  ['.', '.', true],
  ['src/a.ts', 'src/a.ts', true],
  ['./src//a.ts', 'src/a.ts', true],
  ['src/../src/a.ts', 'src/a.ts', true],
  ['src/deep/..', 'src', true],
  ['new/folder/file.txt', 'new/folder/file.txt', false],
  ['in-file', 'src/a.ts', true],
  ['in-dir/x', 'src/deep/x', false],
  // For the system, `..` after a link is the parent of the link's target.
  ['in-dir/../a.ts', 'src/a.ts', true],
  ['dangling-in', 'src/new.txt', false],
  ['out-dir/../work/src/a.ts', 'src/a.ts', true],
  ['missing/../src/a.ts', 'src/a.ts', true],
  ['a file with spaces ', 'a file with spaces ', false],
  ['src\\a.ts', 'src\\a.ts', false],
  ['..\\..\\etc', '..\\..\\etc', false],
  ['./~', '~', false],
  ['...', '...', false],
];

test.each(inside)('%s is %s', (path, name, exists) => {
  expect(resolvePath(temp.workspace, path, { mustExist: false })).toEqual({
    path: name === '.' ? temp.root : join(temp.root, name),
    name,
    root: temp.root,
    exists,
  });
});

const outside = [
  '..',
  '../outside/secret.txt',
  'src/../../outside/secret.txt',
  'missing/../../outside/secret.txt',
  '/etc/passwd',
  '/etc/there-is-no-such-file',
  '/',
  'out-file',
  'out-dir',
  'out-dir/secret.txt',
  'out-dir/new.txt',
  'out-absolute/secret.txt',
  'chain/secret.txt',
  'dangling-out',
  'in-dir/../../../outside/secret.txt',
  '/proc/self/root/etc/passwd',
  '/proc/self/cwd/../../../../../../etc/passwd',
];

test.each(outside)('rejects %s and names the folder that may be used', (path) => {
  expect(() => resolvePath(temp.workspace, path, { mustExist: false })).toThrow(
    new FileProblem(`${path} is outside the workspace ${temp.root}. Only files inside it can be used.`),
  );
});

test.each([
  ['', 'The path is empty. Give it relative to the workspace, like src/index.ts.'],
  [
    'a\0b',
    '"a\\u0000b" contains a NUL character, which is not allowed in a path. Give it relative to the workspace, like src/index.ts.',
  ],
  [
    'a/'.repeat(3_000),
    `${'a/'.repeat(150)}… is too long for a path. Give it relative to the workspace, like src/index.ts.`,
  ],
  ['x'.repeat(300), `${'x'.repeat(300)} has a name that is too long. Use a shorter one.`],
  [
    'file:///etc/passwd',
    'file:///etc/passwd is a URL, not a path. Give it relative to the workspace, like src/index.ts.',
  ],
  ['loop', 'loop is in a loop of symbolic links.'],
  ['self', 'self is in a loop of symbolic links.'],
  ['src/a.ts/x', 'src/a.ts/x does not exist: a part of the path is a file, not a folder.'],
])('rejects %j', (path, sentence) => {
  expect(() => resolvePath(temp.workspace, path, { mustExist: false })).toThrow(new FileProblem(sentence));
});

test.each(['~', '~/.ssh/id_rsa'])('%s is not the home folder', (path) => {
  expect(() => resolvePath(temp.workspace, path, { mustExist: false })).toThrow(/~ is not supported here/);
});

test('rejects a missing path that must exist', () => {
  expect(() => resolvePath(temp.workspace, 'src/b.ts', { mustExist: true })).toThrow('src/b.ts does not exist.');
});

test('a folder whose name starts like the root is not inside it', () => {
  mkdirSync(`${temp.root}-2`);
  expect(() => resolvePath(temp.workspace, `${temp.root}-2/x`, { mustExist: false })).toThrow(FileProblem);
});

test('another allowed folder has its full name, and links in its own path do not matter', async () => {
  symlinkSync(temp.outside, join(temp.root, '..', 'alias'));
  const workspace = await openWorkspace(temp.root, { alsoAllowed: [join(temp.root, '..', 'alias')] });
  const path = join(temp.outside, 'secret.txt');
  expect(resolvePath(workspace, 'out-file', { mustExist: true })).toEqual({
    path,
    name: path,
    root: temp.outside,
    exists: true,
  });
  expect(() => resolvePath(workspace, '/etc/passwd', { mustExist: true })).toThrow(
    `Only files inside it or in ${temp.outside} can be used.`,
  );
});

describe('any path', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      'src',
      'deep',
      'a.ts',
      'work',
      'outside',
      'secret.txt',
      'new',
      '~',
      '%2e%2e',
      '..\\..',
    ),
    fc.constantFrom(
      'out-file',
      'out-dir',
      'out-absolute',
      'chain',
      'dangling-out',
      'dangling-in',
      'in-dir',
      'loop',
      'self',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const path = fc
    .tuple(fc.constantFrom('', '/', 'ROOT/', '/proc/self/cwd/', '/tmp/'), fc.array(part, { maxLength: 8 }))
    .map(([start, parts]) => start + parts.join('/'));

  test(
    'resolves to what the system would open, inside, or is rejected',
    () => {
      const seen = { inside: 0, refused: 0 };
      holds(path, 2_000, (written) => {
        const asked = written.replace(/^ROOT/, temp.root);
        const real = realOf(asked.startsWith('/') ? asked : `${temp.root}/${asked}`);
        try {
          const location = resolvePath(temp.workspace, asked, { mustExist: false });
          seen.inside += 1;
          expect(rootOf(temp.workspace, location.path)).toBe(temp.root);
          if (location.exists) expect(realpathSync(location.path)).toBe(location.path);
          if (real !== undefined) expect(location).toMatchObject({ path: real, exists: true });
        } catch (error) {
          seen.refused += 1;
          expect(error).toBeInstanceOf(FileProblem);
          const isPlain = asked !== '' && !/^~|^file:|\0/.test(asked);
          if (isPlain && real !== undefined) expect(rootOf(temp.workspace, real)).toBeUndefined();
        }
      });
      // Both halves of the property had cases.
      expect(Math.min(seen.inside, seen.refused)).toBeGreaterThan(100);
    },
    patience,
  );
});

test('notices the next time that a folder has become a link', () => {
  const before = resolvePath(temp.workspace, 'src/a.ts', { mustExist: true });
  renameSync(join(temp.root, 'src'), join(temp.root, 'was-src'));
  symlinkSync(temp.outside, join(temp.root, 'src'));
  expect(before.name).toBe('src/a.ts');
  expect(() => resolvePath(temp.workspace, 'src/a.ts', { mustExist: true })).toThrow(/is outside the workspace/);
});

/** The path as the system resolves it; undefined if it does not exist. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
