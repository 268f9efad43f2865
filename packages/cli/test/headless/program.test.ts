/** `interlock -p` as it is used, from arguments to exit code, against a strict provider. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Model, type Seen, script } from '@interlock/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ScriptedProvider, startProvider } from './scripted-provider.ts';

const scripted = script([
  { when: { of: 'write_file', failed: true }, say: 'I may not write.' },
  { when: { of: 'write_file' }, say: 'Written.' },
  { when: { user: 'write' }, call: [{ tool: 'write_file', args: { path: 'new.txt', content: 'new' } }] },
  { when: { of: 'list_files', user: 'list once' }, say: 'Listed:\n{{results}}' },
  { when: { user: 'list' }, call: [{ tool: 'list_files' }] },
]);

/** Repeats the request if no line of the script matches. */
const model: Model = (seen: Seen) => {
  const answer = scripted(seen);
  const users = seen.turns.filter(({ role, text }) => role === 'user' && text !== '').map(({ text }) => text);
  const isFallback = answer.parts.some((part) => 'say' in part && part.say === 'The script has no line for this.');
  return isFallback ? { ...answer, parts: [{ say: `heard ${users.length}: ${users.at(-1)?.slice(0, 200)}` }] } : answer;
};

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startProvider(model, { sandbox: 'off' });
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.seen.length = 0;
});

describe('the prompt', () => {
  test.each([
    ['-p "…"', ['-p', 'hello you'], '', 'heard 1: hello you\n'],
    ['-p and words without quotes', ['-p', 'hello', 'you'], '', 'heard 1: hello you\n'],
    ['-p, options, words', ['-p', '--quiet', 'hello you'], '', 'heard 1: hello you\n'],
    ['words that are options elsewhere', ['-p', 'sessions'], '', 'heard 1: sessions\n'],
    ['standard input alone', ['-p'], 'from a pipe\n', 'heard 1: from a pipe\n'],
    ['standard input below the words', ['-p', 'explain'], 'the log\n', 'heard 1: explain\n\nthe log\n'],
    ['no terminal and no -p', [], 'from a pipe', 'heard 1: from a pipe\n'],
    ['no terminal, words and no -p', ['hello you'], '', 'heard 1: hello you\n'],
    ['an output format without -p', ['--output-format', 'text', 'hello you'], '', 'heard 1: hello you\n'],
  ])('%s', async (_, args, stdin, out) => {
    const { code, stdout } = await provider.run(args, { stdin });
    expect({ code, stdout }).toEqual({ code: 0, stdout: out });
  });

  test('a large input arrives complete', async () => {
    const line = 'all work and no play makes a dull log\n';
    const { code } = await provider.run(['-p', 'look'], { stdin: line.repeat(8000) });
    expect(code).toBe(0);
    expect(provider.seen[0]?.turns.map(({ text }) => text)).toEqual([`look\n\n${line.repeat(8000).trimEnd()}`]);
  });

  test.each([
    ['nothing', ['-p'], '', 2, 'There is no prompt.'],
    ['blanks', ['-p', '  '], ' \n', 2, 'There is no prompt.'],
    ['two sessions', ['-p', 'x', '-c', '-r', 'abc'], '', 2, '--continue and --resume'],
    ['a session without a value', ['-p', 'x', '-c', '--no-session'], '', 2, '--no-session saves nothing'],
    [
      'an unknown format',
      ['-p', 'x', '--output-format', 'xml'],
      '',
      2,
      '--output-format cannot be "xml". Use one of text, json, stream-json.',
    ],
    [
      'not a number',
      ['-p', 'x', '--max-turns', 'many'],
      '',
      2,
      '--max-turns cannot be "many". It must be a whole number above 0.',
    ],
    ['an invalid rule', ['-p', 'x', '--allow', 'run_command(git'], '', 2, 'run_command(git'],
    [
      'a mistyped tool',
      ['-p', 'x', '--deny', 'run_comand(rm *)'],
      '',
      2,
      '--deny: The rule "run_comand(rm *)" names an unknown tool. Did you mean run_command(rm *)?',
    ],
    [
      'a tool of another agent',
      ['-p', 'x', '--allow', 'Bash(npm test:*)'],
      '',
      2,
      '--allow: The rule "Bash(npm test:*)" names a tool of another agent. Write run_command(npm test *).',
    ],
    ['the same offline', ['-p', 'x', '--offline', '--allow', 'Read'], '', 2, 'another agent. Write read_file.'],
    ['no such folder', ['--cwd', '/no/such/folder', '-p', 'x'], '', 2, 'There is no folder /no/such/folder'],
    ['no such session', ['-p', 'x', '-r', 'nobody'], '', 2, 'There is no session nobody'],
    ['an unknown model', ['-p', 'x', '-m', 'nobody/at-all'], '', 2, 'nobody'],
  ])('%s: exit code 2 before any request', async (_, args, stdin, code, message) => {
    const outcome = await provider.run(args, { stdin });
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).not.toMatch(/^ {4}at /m);
    expect(provider.seen).toEqual([]);
  });
});

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  beforeAll(async () => {
    await writeFile(join(provider.workspace, 'notes.md'), 'the notes');
    await writeFile(join(provider.workspace, 'with space.txt'), 'spaced');
    await writeFile(join(provider.workspace, 'dot.png'), png);
    await writeFile(join(provider.workspace, 'data.bin'), Buffer.from([1, 0, 2]));
    await mkdir(join(provider.workspace, 'folder', 'a'), { recursive: true });
    await writeFile(join(provider.workspace, 'folder', 'a', 'deep.txt'), '');
  });

  test.each([
    ['--file', ['-p', 'see', '--file', 'notes.md'], ['see', '<file path="notes.md">\nthe notes\n</file>']],
    [
      '@file, at the end of a sentence',
      ['-p', 'see @notes.md.'],
      ['see @notes.md.', '<file path="notes.md">\nthe notes\n</file>'],
    ],
    ['@"file" with a space', ['-p', 'see @"with space.txt"'], ['<file path="with space.txt">\nspaced\n</file>']],
    ['an escaped name that is not a file', ['-p', 'ask \\@somebody'], ['ask @somebody']],
    ['a folder: its files', ['-p', 'see @folder'], ['see @folder', '<folder path="folder">\na/deep.txt\n</folder>']],
    ['--file and a folder', ['-p', 'see', '--file', 'folder'], ['<folder path="folder">\na/deep.txt\n</folder>']],
  ])('%s', async (_, args, texts) => {
    expect((await provider.run(args)).code).toBe(0);
    const said = provider.seen[0]?.turns.find(({ role }) => role === 'user')?.text ?? '';
    for (const text of texts) expect(said).toContain(text);
  });

  test.each([
    ['see @nothing.txt and @notes.md', 'nothing.txt'],
    ['ask @somebody,', 'somebody,'],
    ['see @"no such file"', 'no such file'],
  ])('%s: a missing name is an error, and nothing is sent', async (text, name) => {
    const { code, stdout, stderr } = await provider.run(['-p', text]);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `interlock: There is no file or folder ${name}, which @${name} names.\nIf it is not a file, write \\@${name}.\n`,
    });
    expect(provider.seen).toEqual([]);
  });

  test('sends a picture as a picture', async () => {
    expect((await provider.run(['-p', 'see @dot.png'])).code).toBe(0);
    expect(provider.seen[0]?.turns.flatMap(({ media }) => media)).toEqual(['image/png']);
  });

  test('piped input names no files', async () => {
    await provider.run(['-p', 'explain'], { stdin: 'see @notes.md' });
    expect(JSON.stringify(provider.seen)).not.toContain('the notes');
  });

  test.each([
    ['none.txt', 'There is no file none.txt.'],
    ['data.bin', 'data.bin is not text, an image or a PDF'],
    ['/dev/zero', '/dev/zero is not a regular file.'],
    ['a\u001b[2J', 'There is no file a [2J.'],
  ])('--file %j cannot be sent', async (file, message) => {
    const { code, stderr } = await provider.run(['-p', 'see', '--file', file]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(provider.seen).toEqual([]);
  });
});

describe('rules and limits', () => {
  const written = (): Promise<string> => readFile(join(provider.workspace, 'new.txt'), 'utf8');

  test('denies a call that changes something without a rule, and names the flag', async () => {
    const { code, stdout, stderr } = await provider.run(['-p', 'write']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I may not write.\n' });
    expect(stderr).toMatch(
      /^denied: write_file: .*with the rule write_file\(new\.txt\)\. \(--allow takes that rule\)$/m,
    );
    await expect(written()).rejects.toThrow('ENOENT');
  });

  /** Calls that need approval are denied, because nobody can be asked. */
  test.each([
    ['ask', [], /write_file: .*with the rule write_file\(new\.txt\)/],
    ['accept-edits', [], undefined],
    ['plan', [], /write_file: The session is in plan mode, in which only reading is allowed\./],
    ['plan', ['--allow', 'write_file'], /write_file: The session is in plan mode/],
    ['confined', ['--sandbox', 'off'], /write_file: .*with the rule write_file\(new\.txt\)/],
  ] as const)('--mode %s %j', async (mode, more, denied) => {
    const { code, stdout, stderr } = await provider.run(['-p', 'write', '--mode', mode, ...more]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: denied === undefined ? 'Written.\n' : 'I may not write.\n' });
    if (denied !== undefined) expect(stderr).toMatch(denied);
    expect(stderr.includes('Confined mode needs the sandbox, and it is turned off')).toBe(mode === 'confined');
    await rm(join(provider.workspace, 'new.txt'), { force: true });
  });

  test('--deny takes precedence over --allow', async () => {
    const { stdout, stderr } = await provider.run([
      '-p',
      'write',
      '--allow',
      'write_file',
      '--deny',
      'write_file(new*)',
    ]);
    expect(stdout).toBe('I may not write.\n');
    expect(stderr).toMatch(/^denied: write_file: .*write_file\(new\*\)/m);
    await expect(written()).rejects.toThrow('ENOENT');
  });

  test('--allow', async () => {
    const { code, stdout } = await provider.run([
      '-p',
      'write',
      '--allow',
      'run_command(ls)',
      '--allow',
      'write_file(new.txt)',
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Written.\n' });
    expect(await written()).toBe('new');
  });

  test('--max-turns', async () => {
    const { code, stderr } = await provider.run(['-p', 'list for ever', '--max-turns', '3']);
    expect(code).toBe(1);
    expect(stderr).toContain('The limit of 3 requests in one turn is reached.');
    expect(provider.seen.length).toBe(3);
  });

  test('--system and --append-system', async () => {
    await provider.run(['-p', 'hello', '--system', 'You are a parrot.', '--append-system', 'Be brief.']);
    expect(provider.seen[0]?.system).toMatch(/^You are a parrot\.[\s\S]*Be brief\.\s*$/);
  });
});

describe('sessions', () => {
  const idOf = (stdout: string): string => JSON.parse(stdout).session;

  test('--continue and --resume continue; --no-session stores nothing', async () => {
    const first = idOf((await provider.run(['-p', 'one', '--output-format', 'json'])).stdout);
    const again = await provider.run(['-c', '-p', 'two', '--output-format', 'json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ session: first, text: 'heard 2: two' });
    const gone = await provider.run(['--no-session', '-p', 'unseen', '--output-format', 'json']);
    expect(JSON.parse(gone.stdout)).toMatchObject({ kept: false, text: 'heard 1: unseen' });
    const third = await provider.run(['-r', first.slice(0, 8), '-p', 'three', '--output-format', 'json']);
    expect(JSON.parse(third.stdout)).toMatchObject({ session: first, text: 'heard 3: three' });
    expect(provider.simulator.log.filter(({ verdict }) => verdict === 'refused')).toEqual([]);
  });
});

describe('credentials', () => {
  test('no key: exit code 2, and what to set', async () => {
    const { ANTHROPIC_API_KEY: _, ...env } = provider.env;
    const { code, stdout, stderr } = await provider.run(['-p', 'hello'], { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('ANTHROPIC_API_KEY');
    expect(stderr).toContain('--offline');
  });

  test('a wrong key: exit code 1, the reason, and never the key', async () => {
    const env = { ...provider.env, ANTHROPIC_API_KEY: 'sk-ant-wrong-and-secret' };
    const { code, stdout, stderr } = await provider.run(['-p', 'hello', '--output-format', 'stream-json'], { env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      outcome: 'failed',
      failure: { status: 401 },
    });
    expect(stderr).toMatch(/^interlock: The turn failed\./m);
    expect(stdout + stderr).not.toContain('secret');
  });
});

test('file names cannot control a terminal', async () => {
  await writeFile(join(provider.workspace, 'evil\u001b]0;owned\u0007\u001b[2J.txt'), '');
  const { code, stdout, stderr } = await provider.run(['-p', 'list once'], { terminal: true });
  expect(code).toBe(0);
  expect(stdout).toContain('evil');
  expect(stdout + stderr).not.toMatch(/(?!\n|\t)[\p{Cc}]/u);
});
