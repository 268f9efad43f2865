/** Commands, skills and agents from their files to the answer: with `-p`, at the prompt, and in `interlock doctor`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAgent } from '../../src/agent/open-agent.ts';
import { Conversation, type Ui } from '../../src/interactive/conversation.ts';
import { emptyEditor } from '../../src/interactive/editor/editor.ts';
import { Suggestions } from '../../src/interactive/suggest.ts';
import { testIo } from '../config/test-home.ts';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startProvider(
    script([
      { when: { of: 'skill' }, say: '{{results}}' },
      { when: { of: 'task' }, say: 'It said: {{results}}' },
      { when: { system: 'You are the reviewer' }, say: 'Fine.' },
      { when: { user: 'use the skill' }, call: [{ tool: 'skill', args: { name: 'pdf' } }] },
      {
        when: { user: 'delegate' },
        call: [{ tool: 'task', args: { agent: 'reviewer', description: 'd', prompt: 'p' } }],
      },
      { say: 'I heard: {{user}}' },
    ]),
    { sandbox: 'off' },
  );
  const files = {
    '.interlock/commands/review.md':
      '---\ndescription: Reviews\nargument-hint: <file>\n---\nReview $1 with @notes.txt.',
    '.claude/commands/git/log.md': 'Show the log.',
    '.claude/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDFs.\n---\nPage by page.',
    '.interlock/agents/reviewer.md': '---\ndescription: Reviews\ntools: read_file\n---\nYou are the reviewer.',
    'notes.txt': 'the notes',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(provider.workspace, path)), { recursive: true });
    await writeFile(join(provider.workspace, path), text);
  }
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.seen.length = 0;
});

const lastText = (): string | undefined => provider.seen.at(-1)?.turns.findLast(({ role }) => role === 'user')?.text;

describe('with -p', () => {
  test('uses nothing of an untrusted folder, and says so', async () => {
    const { code, stdout, stderr } = await provider.run(['-p', '/review a.ts']);
    expect([code, stdout]).toEqual([0, 'I heard: /review a.ts\n']);
    expect(stderr).toContain('This folder is not trusted. Not loaded: commands/review.md and 3 more.');
    expect(provider.seen[0]?.tools.map(({ name }) => name)).not.toContain('skill');
  });

  test.for<readonly [words: readonly string[], expected: string]>([
    [['/review', 'a.ts'], 'Review a.ts with @notes.txt.\n<file path="notes.txt">\nthe notes\n</file>'],
    [['/git:log'], 'Show the log.'],
    [['/log only today'], 'Show the log.\n\nonly today'],
    [['/etc is a folder'], '/etc is a folder'],
  ])('%j', async ([words, expected]) => {
    const { code, stderr } = await provider.run(['--trust', '-p', ...words]);
    expect([code, lastText()], stderr).toEqual([0, expected]);
  });

  test('piped input is appended and is not a command', async () => {
    await provider.run(['--trust', '-p', '/log'], { stdin: '/review x' });
    expect(lastText()).toBe('Show the log.\n\n/review x');
    await provider.run(['--trust', '-p'], { stdin: '/review x' });
    expect(lastText()).toBe('/review x');
  });

  test('rejects a terminal command', async () => {
    expect(await provider.run(['--trust', '-p', '/compact'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('/compact works only in the interactive terminal.'),
    });
  });

  test('uses a skill and an agent', async () => {
    const skill = await provider.run(['--trust', '-p', 'use the skill']);
    expect(skill.stdout).toBe(`Folder: ${join(provider.workspace, '.claude/skills/pdf')}\n\nPage by page.\n`);
    const agent = await provider.run(['--trust', '-p', 'delegate']);
    expect(agent.stdout).toBe('It said: Fine.\n');
    expect(provider.seen.at(-2)?.tools.map(({ name }) => name)).toEqual(['read_file', 'read_output']);
  });
});

test('at the prompt: completes it, sends its expansion, shows and lists it as typed', async () => {
  const ui: Ui = { changed: () => {}, choose: async () => undefined, fill: () => {}, exit: () => {} };
  const conversation = new Conversation({ ui, now: () => 0 });
  const agent = await openAgent({ cwd: provider.workspace, trust: true }, testIo(provider.env), { interactive: true });
  const shown = (kind: string): readonly string[] =>
    conversation.screen.blocks.flatMap((block) => (block.kind === kind && 'text' in block ? [block.text] : []));
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  try {
    await conversation.open(agent);
    conversation.submit({ text: '/review a.ts', attachments: [] });
    await until(() => shown('text').length > 0 && !conversation.isBusy);
    expect([shown('user'), lastText()]).toEqual([
      ['/review a.ts'],
      'Review a.ts with @notes.txt.\n<file path="notes.txt">\nthe notes\n</file>',
    ]);
    conversation.submit({ text: '/reviw a.ts', attachments: [] });
    await until(() => shown('notice').some((text) => text.includes('reviw')));
    expect(shown('notice').at(-1)).toBe('There is no command /reviw. Did you mean /review? /help lists them.');
    conversation.submit({ text: '/help', attachments: [] });
    await until(() => shown('notice').some((text) => text.includes('/review <file>: Reviews')));
    const found = Promise.withResolvers<readonly string[]>();
    const suggestions = new Suggestions(
      (popup) => found.resolve((popup?.suggestions ?? []).map(({ name, note }) => `${name}: ${note}`)),
      () => agent.commands?.() ?? [],
    );
    suggestions.update({ ...emptyEditor, text: '/lo', cursor: 3 }, provider.workspace);
    expect(await found.promise).toEqual(['git:log: Show the log.']);
  } finally {
    await conversation.close();
    await agent.close();
  }
});

test('reports an MCP server that fails at the start: on standard error, in the events, and at the prompt', async () => {
  const config = join(provider.env['XDG_CONFIG_HOME'] ?? '', 'interlock', 'config.json');
  await mkdir(dirname(config), { recursive: true });
  await writeFile(config, JSON.stringify({ mcp: { gone: { command: 'no-such-mcp-server' } } }));
  const why = /^The MCP server "gone" could not be started: .*no-such-mcp-server/;
  const { stdout, stderr } = await provider.run(['-p', 'hello', '--quiet', '--output-format', 'stream-json']);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.slice(0, 3)).toMatchObject([
    { type: 'header' },
    { type: 'notice', text: expect.stringMatching(why) },
    { type: 'turn-start' },
  ]);
  expect(stderr).toMatch(new RegExp(why, 'm'));
  const agent = await openAgent({ cwd: provider.workspace }, testIo(provider.env), { interactive: true });
  try {
    const told = Promise.withResolvers<unknown>();
    const session = await agent.open({ onEvent: (event) => told.resolve(event) });
    expect(await told.promise).toEqual({ type: 'notice', text: expect.stringMatching(why) });
    await session.close();
  } finally {
    await agent.close();
  }
});
