import { execFileSync } from 'node:child_process';
import { chmod, open, readFile as readPlain, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '../../src/tools/read-file.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { makeSocket } from '../make-socket.ts';
import { secret, useTempWorkspace } from '../workspace/temp-workspace.ts';

const temp = useTempWorkspace();

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

const texts: readonly {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly args?: { readonly offset?: number; readonly limit?: number };
  readonly text: string;
}[] = [
  { name: 'a short file unchanged', content: 'one\ntwo\n', text: 'one\ntwo' },
  { name: 'no line end at the end', content: 'one\ntwo', text: 'one\ntwo' },
  { name: 'empty lines', content: '\n\nx\n\n', text: '\n\nx\n' },
  { name: 'an empty file', content: '', text: '[file.txt is empty.]' },
  { name: 'CRLF', content: 'one\r\ntwo\r\n', text: 'one\ntwo' },
  { name: 'a \\r inside a line', content: 'one\rtwo\n', text: 'one\rtwo' },
  { name: 'a byte order mark', content: '\ufeffone\n', text: 'one' },
  { name: 'UTF-16', content: Buffer.from('\ufeffgrün\n', 'utf16le'), text: 'grün' },
  { name: 'UTF-16 big-endian', content: Buffer.from('\ufeffgrün\n', 'utf16le').swap16(), text: 'grün' },
  {
    name: 'invalid UTF-8',
    content: Buffer.from([0x61, 0xff, 0xe9, 0x62]),
    text: '[Some bytes are not valid text and are shown as \ufffd.]\na\ufffd\ufffdb',
  },
  {
    name: 'from a given line',
    content: lines(5),
    args: { offset: 4 },
    text: '[Lines 4-5 of 5.]\nline 4\nline 5',
  },
  {
    name: 'some lines',
    content: lines(5),
    args: { offset: 2, limit: 2 },
    text: '[Lines 2-3 of 5. Continue with offset 4.]\nline 2\nline 3',
  },
  { name: 'exactly the limit', content: lines(3), args: { limit: 3 }, text: lines(3) },
  {
    name: 'a long line',
    content: `a\n${'é'.repeat(5_000)}\nb`,
    text: `[Only the first 4000 characters of line 2 are shown.]\na\n${'é'.repeat(4_000)}\nb`,
  },
  { name: 'a line of the longest length, with CRLF', content: `${'x'.repeat(4_000)}\r\n`, text: 'x'.repeat(4_000) },
  {
    name: 'a surrogate pair at the cut',
    content: `${'x'.repeat(3_999)}😀\n`,
    text: `[Only the first 4000 characters of line 1 are shown.]\n${'x'.repeat(3_999)}`,
  },
];

test.each(texts)('text: $name', async ({ content, args, text }) => {
  await temp.put('file.txt', content);
  expect(await temp.run(readFile, { path: 'file.txt', ...args })).toEqual({ text });
});

test('more lines than shown at once: the notice leads through the whole file', async () => {
  const whole = lines(5_000);
  await temp.put('long.txt', whole);
  const pages: string[] = [];
  for (let offset: number | undefined = 1; offset !== undefined; ) {
    const { text = '' } = await temp.run(readFile, { path: 'long.txt', offset });
    const [notice = '', ...page] = text.split('\n');
    pages.push(...page);
    const next = /Continue with offset (\d+)/.exec(notice)?.[1];
    offset = next === undefined ? undefined : Number(next);
  }
  expect(pages.join('\n')).toBe(whole);
});

test('50 MB: shows the beginning and the end, bounded', async () => {
  const file = await open(join(temp.root, 'big.txt'), 'w');
  const block = Buffer.from(`${'0123456789abcde\n'.repeat(64 * 1024)}`);
  for (let count = 0; count < 50; count += 1) await file.write(block);
  await file.close();
  const total = 50 * 64 * 1024;
  const start = await temp.run(readFile, { path: 'big.txt' });
  expect(start.text?.split('\n')[0]).toBe(`[Lines 1-2000 of ${total}. Continue with offset 2001.]`);
  expect(start.text?.length).toBeLessThan(60_000);
  expect(await temp.run(readFile, { path: 'big.txt', offset: total })).toEqual({
    text: `[Lines ${total}-${total} of ${total}.]\n0123456789abcde`,
  });
});

test('a file with one endless line is bounded', async () => {
  const file = await open(join(temp.root, 'line.txt'), 'w');
  for (let count = 0; count < 20; count += 1) await file.write(Buffer.alloc(1_000_000, 'x'));
  await file.close();
  expect(await temp.run(readFile, { path: 'line.txt' })).toEqual({
    text: `[Only the first 4000 characters of line 1 are shown.]\n${'x'.repeat(4_000)}`,
  });
});

test.each([
  ['image.png', '\x89PNG\r\n\x1a\nrest', 'image/png'],
  ['photo.jpg', '\xff\xd8\xff\xe0rest', 'image/jpeg'],
  ['a.gif', 'GIF89arest', 'image/gif'],
  ['a.webp', 'RIFF\x01\x02\x03\x04WEBPrest', 'image/webp'],
  ['paper.pdf', '%PDF-1.7 rest', 'application/pdf'],
  ['lies.txt', '\x89PNG\r\n\x1a\nrest', 'image/png'],
])('%s is returned as a medium', async (path, content, mimeType) => {
  const bytes = Buffer.from(content, 'latin1');
  await temp.put(path, bytes);
  expect(await temp.run(readFile, { path })).toEqual({
    text: `${path}: ${mimeType}, ${bytes.length} bytes.`,
    media: [{ type: 'media', mimeType, data: bytes.toString('base64'), encoding: 'base64', filename: path }],
  });
});

const refusals: readonly (readonly [name: string, content: Uint8Array, text: string])[] = [
  [
    'a.zip',
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]),
    'a.zip is not text: a ZIP archive (or a document or package made as one), 104 bytes. Only text, images and PDFs can be read.',
  ],
  [
    'a.bin',
    Buffer.alloc(2_500),
    'a.bin is not text: binary data of an unknown kind, 2.5 kB. Only text, images and PDFs can be read.',
  ],
  [
    'huge.png',
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(6_000_000)]),
    'huge.png (image/png) has 6.0 MB; at most 5.0 MB can be shown.',
  ],
];

test.each(refusals)('rejects %s', async (path, content, text) => {
  await temp.put(path, content);
  expect(await temp.run(readFile, { path })).toEqual({ text, failed: true });
});

test('a missing path comes with existing names', async () => {
  await temp.put('src/index.ts');
  await temp.put('src/inbox.ts');
  await temp.put('src/other.md');
  const said = async (path: string): Promise<string | undefined> => (await temp.run(readFile, { path })).text;
  expect(await said('src/indx.ts')).toBe('src/indx.ts does not exist. Did you mean src/index.ts or src/inbox.ts?');
  expect(await said('src/index.js')).toBe('src/index.js does not exist. Did you mean src/index.ts?');
  expect(await said('scr/index.ts')).toBe('scr/index.ts does not exist. There is no scr. Did you mean src?');
  expect(await said('nothing-like-that')).toBe('nothing-like-that does not exist.');
});

test('after the end', async () => {
  await temp.put('a.txt', 'one\n');
  expect(await temp.run(readFile, { path: 'a.txt', offset: 9 })).toEqual({
    text: 'a.txt has only 1 line; offset 9 is past its end.',
    failed: true,
  });
});

test('rejects folders, FIFOs, sockets and devices without waiting', async () => {
  await temp.put('folder/x');
  execFileSync('mkfifo', [join(temp.root, 'pipe')]);
  makeSocket(join(temp.root, 'socket'));
  const workspace = await openWorkspace(temp.root, { alsoAllowed: ['/dev'] });
  const said = async (path: string): Promise<string | undefined> =>
    (await temp.run(readFile, { path }, { workspace })).text;
  expect(await Promise.all(['folder', '.', 'pipe', 'socket', '/dev/zero'].map(said))).toEqual([
    'folder is a folder, not a file. Use list_files to see what is in it.',
    '. is a folder, not a file. Use list_files to see what is in it.',
    'pipe is a FIFO. Only regular files can be used.',
    'socket is a socket. Only regular files can be used.',
    '/dev/zero is a device. Only regular files can be used.',
  ]);
});

test('rejects what the user may not read, and nothing else', async () => {
  const path = await temp.put('closed.txt', 'content');
  await chmod(path, 0o000);
  const expected = await readPlain(path, 'utf8').then(
    (text) => ({ text }),
    () => ({ text: 'closed.txt cannot be accessed: permission denied.', failed: true }),
  );
  expect(await temp.run(readFile, { path: 'closed.txt' })).toEqual(expected);
});

test.each(['link', 'link-folder/secret.txt', '../outside/secret.txt', 'ABSOLUTE', 'a\0/../../outside/secret.txt'])(
  'nothing from outside: %j',
  async (path) => {
    await symlink(join(temp.outside, 'secret.txt'), join(temp.root, 'link'));
    await symlink(temp.outside, join(temp.root, 'link-folder'));
    const asked = path.replace('ABSOLUTE', join(temp.outside, 'secret.txt'));
    const report = await temp.run(readFile, { path: asked });
    expect(report.failed).toBe(true);
    expect(JSON.stringify(report)).not.toContain(secret);
  },
);

test('what a call touches is the resolved path', async () => {
  await temp.put('src/a.ts');
  await symlink('src', join(temp.root, 'alias'));
  const of = (path: string): unknown => [
    readFile.access({ path }, temp.workspace),
    readFile.subject({ path }, temp.workspace),
  ];
  expect(of('alias/../src/./a.ts')).toEqual([{ reads: [join(temp.root, 'src/a.ts')] }, 'src/a.ts']);
  expect(of('alias/a.ts')).toEqual([{ reads: [join(temp.root, 'src/a.ts')] }, 'src/a.ts']);
  expect(of('src/../../outside/x')).toEqual([{ exclusive: true }, join(temp.outside, 'x')]);
});

test('a call cancelled before it started reads nothing', async () => {
  await temp.put('a.txt', 'one');
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(temp.run(readFile, { path: 'a.txt' }, { signal })).rejects.toThrow('stopped');
});
