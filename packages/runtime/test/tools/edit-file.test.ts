import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editFile } from '../../src/tools/edit-file.ts';
import { secret, useTempWorkspace } from '../workspace/temp-workspace.ts';

const temp = useTempWorkspace();

const edits: readonly {
  readonly name: string;
  readonly before: string | Uint8Array;
  readonly args: { readonly old_text: string; readonly new_text: string; readonly replace_all?: boolean };
  readonly after: string | Uint8Array;
  readonly text: string;
}[] = [
  {
    name: 'one place',
    before: 'one\ntwo\nthree\n',
    args: { old_text: 'two', new_text: '2' },
    after: 'one\n2\nthree\n',
    text: 'Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three',
  },
  {
    name: 'every place',
    before: 'x y x\nx\n',
    args: { old_text: 'x', new_text: 'z', replace_all: true },
    after: 'z y z\nz\n',
    text: 'Edited a.txt (3 replacements).\n--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-x y x\n-x\n+z y z\n+z',
  },
  {
    name: 'text that looks like a replace() pattern',
    before: 'a(b)\n',
    args: { old_text: 'a(b)', new_text: "$& $1 $$ $'" },
    after: "$& $1 $$ $'\n",
    text: "Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-a(b)\n+$& $1 $$ $'",
  },
  {
    name: 'deletes text at the end without a line end',
    before: 'one\ntwo',
    args: { old_text: '\ntwo', new_text: '' },
    after: 'one',
    text: 'Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,2 +1,1 @@\n-one\n-two\n\\ No newline at end of file\n+one\n\\ No newline at end of file',
  },
  {
    name: 'CRLF is kept',
    before: 'one\r\ntwo\r\nthree\r\n',
    args: { old_text: 'one\ntwo', new_text: '1\n2\n2b' },
    after: '1\r\n2\r\n2b\r\nthree\r\n',
    text: 'Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,3 +1,4 @@\n-one\n-two\n+1\n+2\n+2b\n three',
  },
  {
    name: 'mixed line ends: changes only what was requested',
    before: 'a\r\nb\nc\r\nd\n',
    args: { old_text: 'c\nd', new_text: 'c\nD' },
    after: 'a\r\nb\nc\r\nD\n',
    text: 'Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,4 +1,4 @@\n a\n b\n c\n-d\n+D',
  },
  {
    name: 'a byte order mark is kept',
    before: '\ufeffone\n',
    args: { old_text: 'one', new_text: '1' },
    after: '\ufeff1\n',
    text: 'Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-one\n+1',
  },
  {
    name: 'UTF-16 is kept',
    before: Buffer.from('\ufeffgrün\r\nblau\r\n', 'utf16le').swap16(),
    args: { old_text: 'grün\nblau', new_text: 'rot\nöd' },
    after: Buffer.from('\ufeffrot\r\nöd\r\n', 'utf16le').swap16(),
    text: 'Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-grün\n-blau\n+rot\n+öd',
  },
  {
    name: 'bytes that are not UTF-8 are kept',
    before: Buffer.from('caf\xe9 \xff\nol\xe9 x\n', 'latin1'),
    args: { old_text: ' x', new_text: ' ü' },
    after: Buffer.concat([Buffer.from('caf\xe9 \xff\nol\xe9 ', 'latin1'), Buffer.from('ü\n', 'utf8')]),
    text: 'Edited a.txt (1 replacement).\n--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n caf\ufffd \ufffd\n-ol\ufffd x\n+ol\ufffd ü',
  },
];

test.each(edits)('$name', async ({ before, args, after, text }) => {
  const path = await temp.put('a.txt', before);
  expect(await temp.run(editFile, { path: 'a.txt', ...args })).toEqual({ text });
  expect(await readFile(path)).toEqual(Buffer.from(after));
});

const refusals: readonly {
  readonly name: string;
  readonly before: string | Uint8Array;
  readonly args: { readonly old_text: string; readonly new_text: string };
  readonly text: string;
}[] = [
  {
    name: 'several places',
    before: 'x\ny\nx\nx x\n',
    args: { old_text: 'x', new_text: 'z' },
    text:
      'old_text occurs in a.txt 4 times, at lines 1, 3, 4, 4. Nothing was changed. ' +
      'Add surrounding lines to old_text to make it unique, or set replace_all to true.',
  },
  {
    name: 'overlapping matches',
    before: 'aaa\n',
    args: { old_text: 'aa', new_text: 'b' },
    text:
      'old_text occurs in a.txt 2 times, at lines 1, 1. Nothing was changed. ' +
      'Add surrounding lines to old_text to make it unique, or set replace_all to true.',
  },
  {
    name: 'too many matches',
    before: 'a'.repeat(50_000),
    args: { old_text: 'a', new_text: 'b' },
    text:
      `old_text occurs in a.txt more than 10000 times, at lines ${Array(20).fill('1').join(', ')} and more. Nothing was changed. ` +
      'Add surrounding lines to old_text to make it unique, or set replace_all to true.',
  },
  {
    name: 'nowhere',
    before: 'one\n',
    args: { old_text: 'two', new_text: '2' },
    text: 'old_text was not found in a.txt. Nothing was changed. Read the file again and copy old_text from it exactly, including whitespace.',
  },
  {
    name: 'no match, but a similar one',
    before: 'if (a) {\n\tb();\n}\n',
    args: { old_text: '  b();\n}', new_text: 'c' },
    text:
      'old_text was not found in a.txt. Nothing was changed. Its line "b();" is at line 2: the whitespace or the lines after it differ. ' +
      'Read the file there and copy old_text exactly.',
  },
  {
    name: 'nothing to change',
    before: 'one\n',
    args: { old_text: 'one', new_text: 'one' },
    text: 'old_text and new_text are identical: nothing to change.',
  },
  {
    name: 'nothing to look for',
    before: 'one\n',
    args: { old_text: '', new_text: 'one' },
    text: 'old_text is empty. Give the text to replace.',
  },
  {
    name: 'a binary file',
    before: Buffer.from('a\0b'),
    args: { old_text: 'a', new_text: 'b' },
    text: 'a.txt is a binary file (3 bytes), not text.',
  },
  {
    name: 'a large file',
    before: Buffer.alloc(17_000_000, 'x'),
    args: { old_text: 'y', new_text: 'b' },
    text: 'a.txt has 17.0 MB; at most 16.0 MB can be edited. Use a command to change it.',
  },
];

test.each(refusals)('rejected and unchanged: $name', async ({ before, args, text }) => {
  const path = await temp.put('a.txt', before);
  expect(await temp.run(editFile, { path: 'a.txt', ...args })).toEqual({ text, failed: true });
  expect((await readFile(path)).equals(Buffer.from(before))).toBe(true);
});

test('a missing file comes with a similar existing name', async () => {
  await temp.put('src/index.ts');
  expect(await temp.run(editFile, { path: 'src/indx.ts', old_text: 'a', new_text: 'b' })).toEqual({
    text: 'src/indx.ts does not exist. Did you mean src/index.ts? Use write_file to create a file.',
    failed: true,
  });
});

test('keeps the mode and leaves nothing beside the file', async () => {
  const path = await temp.put('run.sh', 'old');
  await chmod(path, 0o755);
  await temp.run(editFile, { path: 'run.sh', old_text: 'old', new_text: 'new' });
  expect([(await stat(path)).mode & 0o777, await readdir(temp.root)]).toEqual([0o755, ['run.sh']]);
});

test('truncates a long diff and its long lines', async () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index} x`);
  await temp.put('a.txt', `${'w'.repeat(2_000)} x\n${lines.join('\n')}\n`);
  const { text = '' } = await temp.run(editFile, { path: 'a.txt', old_text: ' x', new_text: ' y', replace_all: true });
  expect(text.split('\n')[0]).toBe('Edited a.txt (3001 replacements).');
  expect(text.length).toBeLessThan(13_000);
  await temp.put('b.txt', `${'w'.repeat(2_000)} x\n`);
  const { text: short } = await temp.run(editFile, { path: 'b.txt', old_text: ' x', new_text: ' y' });
  expect(short).toContain(`\n-${'w'.repeat(499)}… [2003 characters]\n`);
});

test.each(['link', '../outside/secret.txt', '.git/config', '.interlock/config.json'])(
  'nothing changes in %s',
  async (path) => {
    await symlink(join(temp.outside, 'secret.txt'), join(temp.root, 'link'));
    await temp.put('.git/config', secret);
    await temp.put('.interlock/config.json', secret);
    const report = await temp.run(editFile, { path, old_text: secret, new_text: 'x' });
    expect(report.failed).toBe(true);
    const files = ['.git/config', '.interlock/config.json', '../outside/secret.txt'];
    const kept = await Promise.all(files.map((file) => readFile(join(temp.root, file), 'utf8')));
    expect(kept).toEqual([secret, secret, `${secret}\n`]);
  },
);
