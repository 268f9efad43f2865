import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patience, times } from '../../../../test/property/runs.ts';
import { createListFiles } from '../../src/tools/list-files.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { useTempWorkspace } from '../workspace/temp-workspace.ts';

const temp = useTempWorkspace();
const listFiles = createListFiles({ stallMs: 600_000 });

async function list(args: { pattern?: string; path?: string; limit?: number } = {}): Promise<string | undefined> {
  return (await temp.run(listFiles, args)).text;
}

const trees: readonly {
  readonly name: string;
  readonly files: readonly string[];
  /** `.gitignore` files by folder. */
  readonly ignored?: Readonly<Record<string, string>>;
  readonly args?: { readonly pattern?: string; readonly path?: string; readonly limit?: number };
  readonly listed: readonly string[];
}[] = [
  {
    name: 'everything, sorted by path segments, hidden files too, .git never',
    files: ['b.txt', 'a/z.txt', 'a/b/c.txt', 'a.txt', '.hidden', '.git/config', 'sub/.git', 'B.txt', 'a-b/x'],
    listed: ['.hidden', 'B.txt', 'a/b/c.txt', 'a/z.txt', 'a-b/x', 'a.txt', 'b.txt'],
  },
  {
    name: 'one level',
    files: ['a/x.ts', 'b.ts', '.env'],
    args: { pattern: '*' },
    listed: ['.env', 'a/', 'b.ts'],
  },
  {
    name: 'by extension at every depth',
    files: ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/d.js'],
    args: { pattern: '**/*.ts' },
    listed: ['a.ts', 'src/b.ts', 'src/deep/c.ts'],
  },
  {
    name: 'alternatives below a folder',
    files: ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/d.js', 'src/e.md'],
    args: { pattern: '*.{ts,js}', path: 'src' },
    listed: ['src/b.ts', 'src/d.js'],
  },
  {
    name: 'ignore rules, nested ones, re-included by a deeper one',
    files: ['a.log', 'keep.log', 'sub/b.log', 'sub/keep.log', 'sub/x.tmp', 'x.tmp', 'sub/deep/x.tmp'],
    ignored: { '': '*.log\n!keep.log\n', sub: '*.tmp\n!b.log\n' },
    listed: ['.gitignore', 'keep.log', 'sub/.gitignore', 'sub/b.log', 'sub/keep.log', 'x.tmp'],
  },
  {
    name: 'a file in an ignored folder cannot be re-included from inside',
    files: ['build/keep.txt', 'build/.gitignore', 'src/build/x', 'a'],
    ignored: { '': 'build/\n!build/keep.txt\n' },
    listed: ['.gitignore', 'a'],
  },
  {
    name: 'a folder re-included by a deeper rule appears with its contents',
    files: ['p/x/f', 'x/f'],
    ignored: { '': 'x/\n', p: '!x/\n' },
    listed: ['.gitignore', 'p/.gitignore', 'p/x/f'],
  },
  {
    name: 'anchored rules, comments, escapes, CRLF, a byte order mark, and case',
    files: ['a', 'sub/a', '#b', '!c', 'D', 'd ', 'e'],
    ignored: { '': '\ufeff/a\r\n# comment\r\n\\#b\r\n\\!c\r\nd\r\n\r\ne\r\n' },
    listed: ['.gitignore', 'D', '"d "', 'sub/a'],
  },
  {
    name: 'invalid rules do not affect the others',
    files: ['a', 'b', 'c'],
    ignored: { '': '[z-a\n\\\n**\\\na\n[\n/\n!\n' },
    listed: ['.gitignore', 'b', 'c'],
  },
  {
    name: 'an ignored folder, listed by name',
    files: ['node_modules/x/index.js', 'node_modules/x/.gitignore', 'node_modules/x/dist/y'],
    ignored: { '': 'node_modules\n', 'node_modules/x': 'dist\n' },
    args: { path: 'node_modules/x' },
    listed: ['node_modules/x/.gitignore', 'node_modules/x/index.js'],
  },
  {
    name: 'names that could forge a line',
    files: ['a\nb.txt', 'c\u202e.txt'],
    listed: ['"a\\nb.txt"', '"c\u202e.txt"'],
  },
  {
    name: 'at most the limit',
    files: ['a', 'b', 'c'],
    args: { limit: 2 },
    listed: ['a', 'b', '[Only the first 2 are shown. Narrow the pattern or the path to see others.]'],
  },
  { name: 'exactly the limit', files: ['a', 'b'], args: { limit: 2 }, listed: ['a', 'b'] },
  {
    name: 'nothing',
    files: ['src/a.ts'],
    args: { pattern: '*.ts' },
    listed: ['No files match *.ts in the workspace folder. **/*.ts would match at any depth.'],
  },
  {
    name: 'an odd glob',
    files: ['a'],
    args: { pattern: '[' },
    listed: ['No files match [ in the workspace folder. **/[ would match at any depth.'],
  },
];

test.each(trees)('$name', async ({ files, ignored = {}, args = {}, listed }) => {
  for (const file of files) await temp.put(file);
  for (const [folder, rules] of Object.entries(ignored)) await temp.put(join(folder, '.gitignore'), rules);
  expect((await list(args))?.split('\n')).toEqual(listed);
});

test('treats unreadable rules as none and names unreadable folders', async () => {
  await temp.put('a');
  await mkdir(join(temp.root, 'folder/.gitignore'), { recursive: true });
  await temp.put('fifo/b');
  execFileSync('mkfifo', [join(temp.root, 'fifo/.gitignore')]);
  await symlink(join(temp.outside, 'secret.txt'), join(temp.root, '.gitignore'));
  await temp.put('closed/c');
  await chmod(join(temp.root, 'closed'), 0o000);
  const isOpen = await readdir(join(temp.root, 'closed')).then(
    () => true,
    () => false,
  );
  const others = ['.gitignore', 'a', ...(isOpen ? ['closed/c'] : []), 'fifo/b'];
  expect((await list())?.split('\n')).toEqual([...others, ...(isOpen ? [] : ['[1 could not be read: closed]'])]);
});

test('names links without following them: neither in circles nor outside', async () => {
  await temp.put('src/a.ts');
  await symlink('..', join(temp.root, 'src/up'));
  await symlink(temp.outside, join(temp.root, 'out'));
  await symlink('nowhere', join(temp.root, 'dangling'));
  expect((await list())?.split('\n')).toEqual(['dangling', 'out', 'src/a.ts', 'src/up']);
});

test.each([
  ['../outside', /is outside the workspace/],
  ['out', /is outside the workspace/],
  ['a.txt', /^a\.txt is a file\. Use read_file to read it\.$/],
  ['nowhere', /^nowhere does not exist\.$/],
])('%s is not a folder', async (path, message) => {
  await temp.put('a.txt');
  await symlink(temp.outside, join(temp.root, 'out'));
  const { failed, text } = await temp.run(listFiles, { path });
  expect([failed, text]).toEqual([true, expect.stringMatching(message)]);
});

test('lists another allowed folder with full paths', async () => {
  const workspace = await openWorkspace(temp.root, { alsoAllowed: [temp.outside] });
  expect(await temp.run(listFiles, { path: temp.outside }, { workspace })).toEqual({
    text: join(temp.outside, 'secret.txt'),
  });
});

test(
  'thousands of files: bounded, sorted, and shown as they arrive',
  async () => {
    for (let folder = 0; folder < (times === 1 ? 40 : 100); folder += 1) {
      const path = join(temp.root, `folder-${String(folder).padStart(3, '0')}`);
      mkdirSync(path);
      for (let file = 0; file < 100; file += 1) writeFileSync(join(path, `file-${String(file).padStart(3, '0')}`), '');
    }
    const progress: string[] = [];
    const { text = '' } = await temp.run(listFiles, { limit: 5_000 }, { progress: (part) => progress.push(part) });
    const lines = text.split('\n');
    expect(lines.at(-1)).toMatch(/^\[Only the first \d+ are shown\./);
    const names = lines.slice(0, -1);
    expect(names).toEqual(names.toSorted());
    expect(text.length).toBeLessThan(50_000);
    expect(progress.join('')).toBe(`${names.join('\n')}\n`);
  },
  patience,
);

test.each([
  ['a glob', { pattern: `${'*a'.repeat(30)}b` }, 'a'.repeat(200), ''],
  ['a stranger’s rule', {}, `${'a/'.repeat(60)}c`, `${'**/a/'.repeat(15)}b\n`],
])('stops %s that would take forever', async (_, args, file, rules) => {
  await temp.put(file);
  await temp.put('.gitignore', rules);
  const { failed, text } = await temp.run(createListFiles({ stallMs: 100 }), args);
  expect([failed, text]).toEqual([true, expect.stringContaining('which took longer than 0.1 s')]);
});

test('a cancelled call ends at once, even during a match', async () => {
  await temp.put('a'.repeat(200));
  const controller = new AbortController();
  const listed = temp.run(listFiles, { pattern: `${'*a'.repeat(30)}b` }, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('stopped')), 200);
  await expect(listed).rejects.toThrow('stopped');
});
