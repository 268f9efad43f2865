import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, open, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patience } from '../../../../test/property/runs.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import type { ToolReport } from '../../src/tool/tool.ts';
import { createSearchFiles } from '../../src/tools/search-files.ts';
import { makeSocket } from '../make-socket.ts';
import { secret, useTempWorkspace } from '../workspace/temp-workspace.ts';

const temp = useTempWorkspace();
const stallMs = 600_000;
const own = createSearchFiles({ ripgrep: false, stallMs });
/** ripgrep, if the machine has it. Otherwise only the replayed output below is tested. */
const environment = { PATH: process.env['PATH'] ?? '' };
const byPath = createSearchFiles({ stallMs });
const hasRipgrep = spawnSync('rg', ['--version']).status === 0;
/** Both ways of searching: our own search and ripgrep. */
const searchers: readonly ((args: Searched) => Promise<ToolReport>)[] = [
  (args) => temp.run(own, args),
  ...(hasRipgrep ? [(args: Searched) => temp.run(byPath, args, { environment })] : []),
];

interface Searched {
  readonly pattern: string;
  readonly [option: string]: string | number | boolean;
}

const searches: readonly {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly args: Searched;
  readonly found: readonly string[];
}[] = [
  {
    name: 'sorted by path, with line numbers',
    files: { 'b.ts': 'foo\n', 'a/x.ts': 'x\nfoo bar\n\nfoo', '.hidden': 'foo\n', 'a.ts': 'Foo\n' },
    args: { pattern: 'foo' },
    found: ['.hidden:1: foo', 'a/x.ts:2: foo bar', 'a/x.ts:4: foo', 'b.ts:1: foo'],
  },
  {
    name: 'without what .gitignore excludes, and .git',
    files: { '.gitignore': 'dist\n*.log\n', 'dist/a': 'foo', 'a.log': 'foo', '.git/config': 'foo', 'src/a': 'foo' },
    args: { pattern: 'foo' },
    found: ['src/a:1: foo'],
  },
  {
    name: 'by a glob, at any depth without a /',
    files: { 'a.ts': 'foo', 'src/b.ts': 'foo', 'src/c.js': 'foo' },
    args: { pattern: 'foo', glob: '*.ts' },
    found: ['a.ts:1: foo', 'src/b.ts:1: foo'],
  },
  {
    name: 'by an excluding glob',
    files: { 'a.ts': 'foo', 'a.test.ts': 'foo', 'src/b.test.ts': 'foo' },
    args: { pattern: 'foo', glob: '!*.test.ts' },
    found: ['a.ts:1: foo'],
  },
  {
    name: 'by a glob relative to the path',
    files: { 'src/a.ts': 'foo', 'src/deep/b.ts': 'foo', 'deep/c.ts': 'foo' },
    args: { pattern: 'foo', glob: 'deep/*.ts', path: 'src' },
    found: ['src/deep/b.ts:1: foo'],
  },
  {
    name: 'one file, even an ignored one',
    files: { '.gitignore': 'a.log', 'a.log': 'foo', 'b.log': 'foo' },
    args: { pattern: 'foo', path: 'a.log' },
    found: ['a.log:1: foo'],
  },
  {
    name: 'context lines, in groups',
    files: { a: '1\n2\nfoo\n4\n5\n6\n7\nfoo\nfoo\n', b: 'foo\n' },
    args: { pattern: 'foo', context: 1 },
    found: ['a-2- 2', 'a:3: foo', 'a-4- 4', '--', 'a-7- 7', 'a:8: foo', 'a:9: foo', '--', 'b:1: foo'],
  },
  {
    name: 'at most the limit, with the context of the last',
    files: { a: 'foo\n2\nfoo\n4\nfoo\n' },
    args: { pattern: 'foo', context: 1, limit: 2 },
    found: [
      ...['a:1: foo', 'a-2- 2', 'a:3: foo', 'a-4- 4'],
      '[There are more matches than the 2 shown. Narrow the pattern, path or glob.]',
    ],
  },
  {
    name: 'a limit reached at the end of a file',
    files: { a: 'foo\n', b: 'foo\n' },
    args: { pattern: 'foo', limit: 1 },
    found: ['a:1: foo', '[There are more matches than the 1 shown. Narrow the pattern, path or glob.]'],
  },
  {
    name: 'exactly the limit',
    files: { a: 'foo\n', b: 'bar\n' },
    args: { pattern: 'foo', limit: 1 },
    found: ['a:1: foo'],
  },
  {
    name: 'case',
    files: { a: 'FOO\nfoo\nGRÜN\n' },
    args: { pattern: 'foo|grün', ignore_case: true },
    found: ['a:1: FOO', 'a:2: foo', 'a:3: GRÜN'],
  },
  {
    name: 'CRLF, a byte order mark, UTF-16 and invalid bytes',
    files: {
      'a-crlf': 'foo\r\nbar foo\r\n',
      'b-mark': '\ufefffoo\n',
      'c-wide': Buffer.from('\ufefffoo grün\n', 'utf16le'),
      'd-invalid': Buffer.from('foo caf\xe9 \xff end\n', 'latin1'),
    },
    args: { pattern: '^.*foo.*$' },
    found: [
      'a-crlf:1: foo',
      'a-crlf:2: bar foo',
      'b-mark:1: foo',
      'c-wide:1: foo grün',
      'd-invalid:1: foo caf\ufffd \ufffd end',
    ],
  },
  {
    name: 'does not search binary files, however late that shows',
    files: { a: `foo\n${'x\n'.repeat(200_000)}\0`, b: Buffer.from('foo\0'), c: 'foo' },
    args: { pattern: 'foo' },
    found: ['c:1: foo'],
  },
  {
    name: 'a pattern that ends a line',
    files: { a: 'foo;\r\nfoo\r\n', b: 'foo; \nfoo;' },
    args: { pattern: 'foo\\S$|foo[^x]$' },
    found: ['a:1: foo;', 'b:2: foo;'],
  },
  {
    name: 'JavaScript-only syntax',
    files: { a: 'foobar\nfoobaz\nabab\n' },
    args: { pattern: 'foo(?!bar)|(ab)\\1' },
    found: ['a:2: foobaz', 'a:3: abab'],
  },
  {
    name: 'a pattern that looks like an option',
    files: { a: '--files\n-e\n' },
    args: { pattern: '--files|-e' },
    found: ['a:1: --files', 'a:2: -e'],
  },
  {
    name: 'a file that looks like an option',
    files: { '--pre=sh': 'foo', '-f': 'foo' },
    args: { pattern: 'foo' },
    found: ['--pre=sh:1: foo', '-f:1: foo'],
  },
  {
    name: 'a pattern that matches the empty string, everywhere',
    files: { a: 'a\n\nb\n', empty: '' },
    args: { pattern: 'z*' },
    found: ['a:1: a', 'a:2: ', 'a:3: b'],
  },
  {
    name: 'a long line, around the match',
    files: { a: `${'x'.repeat(10_000)}grün foo${'y'.repeat(10_000)}\n` },
    args: { pattern: 'foo' },
    found: [`a:1: …${'x'.repeat(95)}grün foo${'y'.repeat(297)}… [line of 20008 characters]`],
  },
  {
    name: 'nothing',
    files: { a: 'bar', b: 'bar' },
    args: { pattern: 'foo' },
    found: ['No matches for "foo" in the workspace folder (2 files searched).'],
  },
  {
    name: 'names with line ends',
    files: { 'a\nb:1: forged': 'foo' },
    args: { pattern: 'foo' },
    found: ['"a\\nb:1: forged":1: foo'],
  },
];

test.each(searches)('$name', async ({ files, args, found }) => {
  for (const [path, content] of Object.entries(files)) await temp.put(path, content);
  for (const search of searchers) expect((await search(args)).text?.split('\n')).toEqual(found);
});

test.each([
  [{ pattern: '(' }, /^The pattern "\(" is not a valid regular expression: Unterminated group\./],
  [{ pattern: 'a', path: '../outside' }, /is outside the workspace/],
  [{ pattern: 'a', path: 'out' }, /is outside the workspace/],
  [{ pattern: 'a', path: 'nowhere' }, /^nowhere does not exist\.$/],
  [{ pattern: 'a', path: 'pipe' }, /^pipe is a FIFO\./],
])('rejects %j', async (args, message) => {
  await symlink(temp.outside, join(temp.root, 'out'));
  execFileSync('mkfifo', [join(temp.root, 'pipe')]);
  const { failed, text } = await temp.run(own, args);
  expect([failed, text]).toEqual([true, expect.stringMatching(message)]);
});

test('skips links, FIFOs and sockets', async () => {
  await temp.put('a', secret);
  await symlink(temp.outside, join(temp.root, 'out'));
  await symlink(join(temp.outside, 'secret.txt'), join(temp.root, 'link'));
  await symlink('..', join(temp.root, 'up'));
  execFileSync('mkfifo', [join(temp.root, 'pipe')]);
  makeSocket(join(temp.root, 'socket'));
  for (const search of searchers) expect(await search({ pattern: secret })).toEqual({ text: `a:1: ${secret}` });
});

test('names files that the user may not read', async () => {
  const path = await temp.put('closed', 'foo');
  await temp.put('open', 'foo');
  await chmod(path, 0o000);
  const expected = await readFile(path).then(
    () => 'closed:1: foo\nopen:1: foo',
    () => 'open:1: foo\n[1 not readable: closed]',
  );
  expect(await temp.run(own, { pattern: 'foo' })).toEqual({ text: expected });
});

test(
  'searches large files completely or names them',
  async () => {
    const file = await open(join(temp.root, 'large'), 'w');
    for (let count = 0; count < 50; count += 1) await file.write(Buffer.alloc(1_000_000, `${'x'.repeat(99)}\n`));
    await file.write('needle\n');
    await file.close();
    await temp.put('too-large', 'needle\n');
    await truncate(join(temp.root, 'too-large'), 65_000_000);
    expect(await temp.run(own, { pattern: 'needle' })).toEqual({
      text: 'large:500001: needle\n[1 too large to search: too-large]',
    });
  },
  patience,
);

test('stops an expression that would take forever, and says where', async () => {
  await temp.put('a.txt', `${'a'.repeat(60)}!\n`);
  const { failed, text } = await temp.run(createSearchFiles({ ripgrep: false, stallMs: 100 }), { pattern: '^(a+)+$' });
  expect([failed, text]).toEqual([true, expect.stringContaining('which took longer than 0.1 s')]);
});

test('a call cancelled during a match ends, with its earlier hits shown', async () => {
  await temp.put('a.txt', 'aaa\n');
  await temp.put('b.txt', `${'a'.repeat(60)}!\n`);
  const controller = new AbortController();
  const shown: string[] = [];
  const progress = (text: string): void => {
    shown.push(text);
    controller.abort(new Error('stopped'));
  };
  await expect(temp.run(own, { pattern: '^(a+)+$' }, { signal: controller.signal, progress })).rejects.toThrow(
    'stopped',
  );
  expect(shown).toEqual(['a.txt:1: aaa\n']);
});

test('bounds the output', async () => {
  await temp.put('a.txt', `${'foo '.repeat(50)}\n`.repeat(3_000));
  const { text = '' } = await temp.run(own, { pattern: 'foo', limit: 2_000 });
  expect(text.length).toBeLessThan(50_000);
  expect(text.split('\n').at(-1)).toMatch(/^\[There are more matches than the \d+ shown\./);
});

/** A program that stands in for ripgrep, outside the workspace. */
async function program(name: string, script: string): Promise<string> {
  await mkdir(join(temp.outside, name));
  const path = join(temp.outside, name, 'rg');
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

test('passes the pattern and the files to ripgrep on the PATH, and trusts its answer', async () => {
  const file = await temp.put('a b.txt', 'irrelevant');
  await temp.put('-x', 'irrelevant');
  const answer = [
    { type: 'begin', data: { path: { text: file } } },
    {
      type: 'match',
      data: { path: { text: file }, lines: { text: 'said by rg\n' }, line_number: 7, submatches: [{ start: 0 }] },
    },
    { type: 'end', data: { path: { text: file }, binary_offset: null } },
    { type: 'summary', data: {} },
  ];
  const asked = join(temp.outside, 'asked');
  await writeFile(join(temp.outside, 'answer'), answer.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const rg = await program(
    'bin',
    `for a in "$@"; do echo "$a"; done >${quoteWord(asked)}; /usr/bin/env >${quoteWord(`${asked}-environment`)}; /bin/cat ${quoteWord(join(temp.outside, 'answer'))}`,
  );
  const PATH = `.:node_modules/.bin:${temp.root}:${join(rg, '..')}`;
  // A program in a relative folder or in the workspace must not be used.
  await temp.put('rg', '#!/bin/sh\nexit 0\n');
  await chmod(join(temp.root, 'rg'), 0o755);
  const report = await temp.run(byPath, { pattern: '--x', glob: '!rg', ignore_case: true }, { environment: { PATH } });
  expect(report).toEqual({ text: 'a b.txt:7: said by rg' });
  expect((await readFile(asked, 'utf8')).trim().split('\n')).toEqual([
    ...['--json', '--no-config', '--no-ignore', '--no-mmap', '--threads=1', '--encoding=utf-8', '--ignore-case'],
    ...['--context=0', '--regexp=--x', '--', join(temp.root, '-x'), file],
  ]);
  expect(await readFile(`${asked}-environment`, 'utf8')).not.toContain('PATH=.');
});

test.each([
  ['fails', 'exit 2'],
  ['prints something else', 'echo hello; exit 0'],
  ['stops in the middle', `echo '{"type":"begin","data":{"path":{"text":"/x"}}}'; kill -9 $$`],
])('does without a ripgrep that %s', async (name, script) => {
  await temp.put('a.txt', 'foo\n');
  const tool = createSearchFiles({ ripgrep: await program(name.replaceAll(' ', '-'), script) });
  expect(await temp.run(tool, { pattern: 'foo' })).toEqual({ text: 'a.txt:1: foo' });
});

test('does without a missing ripgrep', async () => {
  await temp.put('a.txt', 'foo\n');
  const tool = createSearchFiles({ ripgrep: join(temp.outside, 'no-such-program') });
  expect(await temp.run(tool, { pattern: 'foo' })).toEqual({ text: 'a.txt:1: foo' });
});

test('kills a ripgrep that hangs with the call', async () => {
  await temp.put('a.txt', 'foo\n');
  const pid = join(temp.outside, 'pid');
  const tool = createSearchFiles({
    ripgrep: await program(
      'hangs',
      `echo $$ >${quoteWord(`${pid}.new`)}; /bin/mv ${quoteWord(`${pid}.new`)} ${quoteWord(pid)}; while :; do :; done`,
    ),
  });
  const controller = new AbortController();
  const searching = temp.run(tool, { pattern: 'foo' }, { signal: controller.signal });
  const settled = expect(searching).rejects.toThrow('stopped');
  let started: number | undefined;
  while (started === undefined) {
    started = await readFile(pid, 'utf8').then(Number, () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  controller.abort(new Error('stopped'));
  await settled;
  expect(() => process.kill(started, 0)).toThrow(/ESRCH/);
});
