/** Calls of one answer that change what later calls mean. Tools, files and programs are real; only the model is scripted. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolCallBlock } from '@interlock/transcript';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { ApprovalRequest, Approve } from '../../src/approval/approval.ts';
import { createApprovals } from '../../src/approval/create-approvals.ts';
import { parseRule } from '../../src/approval/parse-rule.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import { createScheduler } from '../../src/scheduler/batch-run.ts';
import type { Outcome } from '../../src/scheduler/outcome.ts';
import { systemClock } from '../../src/time/clock.ts';
import { builtInTools } from '../../src/tools/built-in-tools.ts';

let root = '';
beforeEach(async () => {
  root = temporaryFolder('judged');
});
afterEach(() => rm(root, { recursive: true, force: true }));

interface Said {
  readonly outcomes: readonly Outcome[];
  readonly asked: readonly ApprovalRequest[];
}

/** Parses rules of the form `allow run_command(git *)`. */
async function runBatch(
  rules: readonly string[],
  calls: readonly (readonly [string, object])[],
  answer: Approve = async () => ({ verdict: 'deny' }),
): Promise<Said> {
  const asked: ApprovalRequest[] = [];
  const workspace = { root, alsoAllowed: [] };
  const approvals = createApprovals({
    place: { ...workspace, programs: process.env['PATH'] ?? '' },
    rules: rules.map((text) => {
      const [verdict, ...rest] = text.split(' ');
      const parsed = parseRule(rest.join(' '), verdict as 'allow');
      if ('problem' in parsed) throw new Error(parsed.problem);
      return parsed.rule;
    }),
    approve: async (request, signal) => {
      asked.push(request);
      return answer(request, signal);
    },
  });
  const scheduler = createScheduler({
    tools: () => new Map(builtInTools().map((tool) => [tool.name, tool])),
    approvals,
    workspace,
    environment: { PATH: process.env['PATH'] ?? '' },
    journal: { started: async () => {}, settled: async () => {}, late: async () => {} },
    emit: () => {},
    clock: systemClock,
  });
  const blocks = calls.map(
    ([name, parameters], at): ToolCallBlock => ({ type: 'tool_call', id: `c${at}`, name, parameters }),
  );
  const { settled } = await scheduler.run(blocks, new AbortController().signal);
  return { outcomes: settled.map(({ outcome }) => outcome), asked };
}

const states = ({ outcomes }: Said): readonly string[] => outcomes.map(({ state }) => state);
const subjects = ({ asked }: Said): readonly string[] => asked.map(({ subject }) => subject);

/** A repository without a `.git`, whose settings run a program. */
const hostile = (folder: string, marker: string): readonly (readonly [string, object])[] => [
  ['write_file', { path: `${folder}/HEAD`, content: 'ref: refs/heads/main\n' }],
  ['write_file', { path: `${folder}/objects/info/x`, content: '' }],
  ['write_file', { path: `${folder}/refs/x`, content: '' }],
  [
    'write_file',
    {
      path: `${folder}/config`,
      content: `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${JSON.stringify(`touch ${quoteWord(marker)}; false`)}\n`,
    },
  ],
];

test('REQ-915-030 checks a folder again after an earlier call made it a repository', async () => {
  const marker = join(root, 'ran');
  const said = await runBatch(
    ['allow write_file(src/**)', 'allow run_command(git status)'],
    [...hostile('src/x', marker), ['run_command', { command: 'git status', cwd: 'src/x' }]],
  );
  expect([states(said), subjects(said), existsSync(marker)]).toEqual([
    ['complete', 'complete', 'complete', 'complete', 'denied'],
    ['cd src/x && git status'],
    false,
  ]);
  // The trap works: it runs if the user says yes.
  execFileSync('git', ['status'], { cwd: join(root, 'src/x'), stdio: 'ignore' });
  expect(existsSync(marker)).toBe(true);
});

test('asks about a read-only command after an earlier call made the folder a repository', async () => {
  const marker = join(root, 'ran');
  await mkdir(join(root, 'src/x'), { recursive: true });
  const said = await runBatch(
    ['allow write_file(src/**)'],
    [...hostile('src/x', marker), ['run_command', { command: 'git status', cwd: 'src/x' }]],
  );
  expect([subjects(said), existsSync(marker)]).toEqual([['cd src/x && git status'], false]);
});

test('REQ-915-030 a link made by an earlier call does not bypass a deny', async () => {
  await mkdir(join(root, 'secrets'));
  await writeFile(join(root, 'secrets/key'), 'hush');
  const said = await runBatch(
    ['allow run_command(ln *)', 'deny read_file(secrets/**)'],
    [
      ['run_command', { command: 'ln -s secrets/key plain' }],
      ['read_file', { path: 'plain' }],
    ],
  );
  expect([states(said), JSON.stringify(said.outcomes).includes('hush')]).toEqual([['complete', 'denied'], false]);
});

test('asks again if what the user allowed has changed', async () => {
  await writeFile(join(root, 'a'), 'a');
  await symlink('a', join(root, 'here'));
  const said = await runBatch(
    [],
    [
      ['run_command', { command: 'ln -sfn b here' }],
      ['write_file', { path: 'here', content: 'new' }],
    ],
    async () => ({ verdict: 'allow' }),
  );
  expect([states(said), subjects(said)]).toEqual([
    ['complete', 'complete'],
    ['ln -sfn b here', 'b'],
  ]);
});

test('the question about a change shows the current file', async () => {
  await writeFile(join(root, 'a'), 'one\ntwo\n');
  const said = await runBatch(
    [],
    [
      ['edit_file', { path: 'a', old_text: 'two', new_text: 'three' }],
      ['edit_file', { path: 'a', old_text: 'three', new_text: 'four' }],
      ['write_file', { path: 'a', content: 'one\nfive\n' }],
      ['write_file', { path: 'new', content: 'x\n' }],
    ],
    async () => ({ verdict: 'allow' }),
  );
  const diff = (name: string, hunk: string): string => `--- ${name}\n+++ ${name}\n${hunk}`;
  expect(said.asked.map(({ callId, preview }) => [callId, preview])).toEqual([
    ['c0', diff('a', '@@ -1,2 +1,2 @@\n one\n-two\n+three')],
    ['c3', `new file new\n${diff('new', '@@ -0,0 +1,1 @@\n+x')}`],
    ['c1', diff('a', '@@ -1,2 +1,2 @@\n one\n-three\n+four')],
    ['c2', `replaces a\n${diff('a', '@@ -1,2 +1,2 @@\n one\n-four\n+five')}`],
  ]);
  expect(await readFile(join(root, 'a'), 'utf8')).toBe('one\nfive\n');
});

test('does not ask about a call that cannot succeed', async () => {
  await writeFile(join(root, 'a'), 'one');
  const said = await runBatch(
    [],
    [
      ['edit_file', { path: 'a', old_text: 'absent', new_text: 'x' }],
      ['edit_file', { path: 'missing', old_text: 'a', new_text: 'x' }],
      ['write_file', { path: '.git/hooks/pre-commit', content: 'x' }],
      ['write_file', { path: '../out', content: 'x' }],
      ['write_file', { path: '.interlock/config.json', content: '{}' }],
      ['run_command', { command: 'make', cwd: 'missing' }],
    ],
  );
  expect([states(said), said.asked]).toEqual([['error', 'error', 'error', 'error', 'error', 'error'], []]);
});

test('asks again about a file that changed since the question', async () => {
  await writeFile(join(root, 'a'), 'one\n');
  const said = await runBatch([], [['write_file', { path: 'a', content: 'two\n' }]], async ({ preview }) => {
    if (preview?.includes('-one') === true) await writeFile(join(root, 'a'), 'other\n');
    return { verdict: preview?.includes('-other') === true ? 'deny' : 'allow' };
  });
  expect([states(said), said.asked.length, await readFile(join(root, 'a'), 'utf8')]).toEqual([
    ['denied'],
    2,
    'other\n',
  ]);
});
