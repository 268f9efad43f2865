import { access, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@interlock/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { weighRules } from '../../src/approval/weigh-rules.ts';
import { cleanEnvironment } from '../../src/process/clean-environment.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import type { ToolContext, ToolOutput } from '../../src/tool/tool.ts';
import { createRunCommand, type RunCommandOptions } from '../../src/tools/run-command.ts';
import { isRunning, pidsIn } from '../process/living.ts';

let folder = '';
let root = '';
beforeAll(async () => {
  folder = temporaryFolder('run-command');
  root = join(folder, 'work');
  await mkdir(join(root, 'inner'), { recursive: true });
  await mkdir(join(folder, 'beside'));
  await writeFile(join(root, 'file'), '');
  await symlink(folder, join(root, 'out'));
  await symlink(join(root, 'inner'), join(root, 'in'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const path = process.env['PATH'] ?? '/usr/bin:/bin';

function contextFor(given: Partial<ToolContext> = {}): ToolContext {
  return {
    callId: 'call-1',
    signal: new AbortController().signal,
    workspace: { root, alsoAllowed: [join(folder, 'beside')] },
    environment: { PATH: path },
    progress: () => undefined,
    ...given,
  };
}

const run = (
  args: JsonObject,
  options: RunCommandOptions = {},
  given: Partial<ToolContext> = {},
): Promise<ToolOutput> => createRunCommand({ graceMs: 200, ...options }).run(args, contextFor(given));

const exists = (name: string): Promise<boolean> =>
  access(join(folder, name)).then(
    () => true,
    () => false,
  );

describe('the report', () => {
  test.for<readonly [command: string, report: ToolOutput]>([
    ['echo hello', { text: 'Exit code 0.\n\nhello\n' }],
    [':', { text: 'Exit code 0.\n\n(no output)' }],
    ['echo no >&2; exit 2', { text: 'Exit code 2.\n\nno\n', failed: true }],
    ['kill -KILL $$', { text: 'Ended by signal SIGKILL.\n\n(no output)', failed: true }],
    ['cat', { text: 'Exit code 0.\n\n(no output)' }],
    [
      'sleep 1000 & echo begun',
      { text: 'Exit code 0.\nProcesses still running in the background: 1. They were killed.\n\nbegun\n' },
    ],
    ['echo \0', { text: expect.stringContaining('NUL'), failed: true }],
    ['fi', { text: expect.stringMatching(/^Exit code 2\.\n\n.*[Ss]yntax error/), failed: true }],
  ])('%s', async ([command, report]) => {
    expect(await run({ command })).toEqual(report);
  });

  test('of a timeout includes the output so far', async () => {
    const said = /^Stopped after (\d+) ms[\s\S]*\n\nbegun\n$/;
    let limit = 150;
    let report: ToolOutput;
    // On a busy machine the process may need longer than the limit to print anything.
    do {
      limit *= 2;
      report = await run({ command: 'echo begun; exec sleep 1000', timeout_ms: limit });
    } while (JSON.stringify(report).includes('(no output)'));
    expect(report).toEqual({ text: expect.stringMatching(said), failed: true });
    expect(JSON.stringify(report)).toContain(`Stopped after ${limit} ms`);
  });

  test('of the longest time limit, whatever the call requests', async () => {
    const report = await run({ command: 'exec sleep 1000', timeout_ms: 1e9 }, { longestTimeoutMs: 100 });
    expect(report).toEqual({ text: expect.stringMatching(/^Stopped after 100 ms/), failed: true });
  });

  test('of endless output keeps both ends', async () => {
    const report = await run({ command: 'seq 1 100000' }, { maxOutput: 20 });
    const text = 'Exit code 0.\n\n1\n2\n3\n4\n5\n\n[… 588875 characters left out …]\n99\n100000\n';
    expect(report).toEqual({ text });
  });

  test('of a command line that is too long', async () => {
    const report = await run({ command: `: ${'x'.repeat(4_000_000)}` });
    expect(report).toEqual({ text: expect.stringContaining('longer than the system allows'), failed: true });
  });

  test('of a missing shell', async () => {
    const text = 'The program /no/such/shell was not found: nothing was started.';
    expect(await run({ command: ':' }, { shell: '/no/such/shell' })).toEqual({ text, failed: true });
  });
});

describe('where it starts', () => {
  test.for<readonly [cwd: string | undefined, place: string | RegExp]>([
    [undefined, 'work'],
    ['', 'work'],
    ['inner', 'work/inner'],
    ['inner/..', 'work'],
    ['in', 'work/inner'],
    ['out/beside', 'beside'],
    ['..', /is outside the workspace/],
    ['out', /is outside the workspace/],
    ['/', /is outside the workspace/],
    ['../../../../../../../../etc', /is outside the workspace/],
    ['file', /is not a folder/],
    ['gone', /does not exist/],
    ['a\0b', /NUL/],
    ['x'.repeat(300), /too long/],
  ])('cwd %j', async ([cwd, place]) => {
    const report = await run({ command: 'pwd -P', ...(cwd === undefined ? {} : { cwd }) });
    if (typeof place === 'string') expect(report).toEqual({ text: `Exit code 0.\n\n${join(folder, place)}\n` });
    else expect(report).toEqual({ text: expect.stringMatching(place), failed: true });
  });
});

describe('while it runs', () => {
  test('its output is progress before it ends', async () => {
    const heard: string[] = [];
    const progress = (text: string): void => {
      heard.push(text);
      // The command waits for this.
      if (text === 'one\n') void writeFile(join(root, 'go'), '');
    };
    await run({ command: 'echo one; until [ -e go ]; do sleep 0.01; done; echo two' }, {}, { progress });
    expect(heard).toEqual(['one\n', 'two\n']);
  });

  test('an abort ends it and everything it started; the last output is progress too', async () => {
    const controller = new AbortController();
    let heard = '';
    const progress = (text: string): void => {
      heard += text;
      if (heard.includes('more output')) controller.abort();
    };
    const command = `exec 2>/dev/null; trap 'seq 1 9; echo last; exit' TERM; setsid sh -c 'sleep 1000 & echo $!'; seq 1 2000; while :; do sleep 0.05; done`;
    const options = { maxOutput: 1000, graceMs: 20_000 };
    const report = await run({ command }, options, { progress, signal: controller.signal });
    expect(report).toEqual({ text: expect.stringMatching(/^Stopped because the call was cancelled/), failed: true });
    expect(heard).toMatch(/^\d+\n1\n2\n[\s\S]*not shown while it runs …\]\n[\s\S]*\n8\n9\nlast\n$/);
    expect(pidsIn(heard.slice(0, heard.indexOf('\n') + 1)).filter(isRunning)).toEqual([]);
  });

  test('a cancelled call starts nothing', async () => {
    await run({ command: 'echo > made' }, {}, { signal: AbortSignal.abort() });
    expect(await exists('work/made')).toBe(false);
  });

  test('it sees no keys', async () => {
    const environment = cleanEnvironment({
      PATH: path,
      LANG: 'C',
      OPENAI_API_KEY: 'sk-1',
      ANTHROPIC_AUTH_TOKEN: 'sk-2',
    });
    const report = await run({ command: 'env | sort' }, {}, { environment });
    expect(report).toEqual({ text: expect.stringMatching(/LANG=C/) });
    expect(JSON.stringify(report)).not.toContain('sk-');
  });
});

/** BESIDE is an allowed folder next to the workspace. */
test.for<readonly [cwd: string | undefined, subject: string, isAllowed: boolean]>([
  [undefined, 'git status', true],
  ['.', 'git status', true],
  ['', 'git status', true],
  ['inner/..', 'git status', true],
  ['inner', 'cd inner && git status', false],
  ['in', 'cd inner && git status', false],
  ['a b', "cd 'a b' && git status", false],
  ["it's; rm -r .", "cd 'it'\\''s; rm -r .' && git status", false],
  ['./-x', 'cd -x && git status', false],
  ['BESIDE', 'cd BESIDE && git status', false],
  // The folder is unknown, or does not exist yet.
  ['out', 'cd out && git status', false],
  ['missing', 'cd missing && git status', false],
])('what rules are checked against in %j', async ([cwd, subject, isAllowed]) => {
  for (const name of ['a b', "it's; rm -r .", '-x']) await mkdir(join(root, name), { recursive: true });
  const beside = join(folder, 'beside');
  const args = { command: 'git status', ...(cwd === undefined ? {} : { cwd: cwd.replace('BESIDE', () => beside) }) };
  const said = createRunCommand().subject(args, contextFor().workspace);
  expect(said).toBe(subject.replace('BESIDE', () => quoteWord(beside)));
  const call = { tool: 'run_command', kind: 'command', subject: said } as const;
  const verdictOf = (...patterns: readonly string[]): string =>
    weighRules(
      patterns.map((pattern) => ({ verdict: 'allow', tool: 'run_command', pattern })),
      call,
    ).verdict;
  // A rule for the command does not cover the folder it runs in.
  expect(verdictOf('git *')).toBe(isAllowed ? 'allow' : 'ask');
  expect(verdictOf('git *', 'cd *')).toBe('allow');
  expect(weighRules([{ verdict: 'deny', tool: 'run_command', pattern: 'git *' }], call).verdict).toBe('deny');
});

test('asks about the command line; runs alone; names its confinement', () => {
  const workspace = { root, alsoAllowed: [] };
  const tool = createRunCommand();
  expect(tool.subject({ command: 'git  status; ls' }, workspace)).toBe('git  status; ls');
  expect(tool.access({ command: 'ls' }, workspace)).toEqual({ exclusive: true });
  expect([tool.name, tool.kind]).toEqual(['run_command', 'command']);
  expect(tool.description).toContain('not confined to the workspace');
  expect(Object.keys(tool.parameters['properties'] ?? {})).toEqual([
    'command',
    'timeout_ms',
    'cwd',
    'background',
    'description',
  ]);
});
