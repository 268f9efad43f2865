/** Git commands that run without asking run nothing of the repository, whatever its files say. Git, repositories and traps are real. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git, type HostileRepository, waysToFind, waysToRun } from '../../../../test/attack/hostile-repositories.ts';
import { plainFolder } from '../../../../test/program/temporary-folder.ts';
import { share } from '../../../../test/property/runs.ts';
import type { Approvals } from '../../src/approval/approval.ts';
import { createApprovals } from '../../src/approval/create-approvals.ts';
import { executeToolCall } from '../../src/scheduler/execute-tool-call.ts';
import { createRunCommand } from '../../src/tools/run-command.ts';
import { type JudgedSession, openJudged } from './judged-session.ts';

const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

let judged: JudgedSession;
let outside = '';
beforeAll(async () => {
  judged = await openJudged({ environment });
  outside = plainFolder('traps');
});
afterAll(async () => {
  await judged.close();
  rmSync(outside, { recursive: true });
});

const commands = ['git status', 'git log -p', 'git blame file'];

/** A program that leaves a mark. */
function setTrap(name: string): { readonly trap: string; readonly mark: string } {
  const [trap, mark] = [join(outside, `trap-${name}`), join(outside, `mark-${name}`)];
  writeFileSync(trap, `#!/bin/sh\n: > "${mark}"\nexit 1\n`, { mode: 0o755 });
  return { trap, mark };
}

/** Whether the trap was sprung by commands that nobody was asked about, and by the same without protection. */
async function sprung({ make, springs }: HostileRepository, at: number): Promise<readonly boolean[]> {
  const root = join(judged.workspace, `r${at}`);
  mkdirSync(root);
  const { trap, mark } = setTrap(String(at));
  const folder = make({ root, trap });
  const cwd = relative(judged.workspace, folder);
  const all = [commands[at % commands.length] ?? '', springs];
  await judged.judge(all.map((command) => ['run_command', { command, cwd }]));
  const unasked = existsSync(mark);
  rmSync(mark, { force: true });
  spawnSync('/bin/sh', ['-c', springs], { cwd: folder, env: environment, stdio: 'ignore' });
  return [unasked, existsSync(mark)];
}

test.each([...waysToFind, ...waysToRun].map((each, at) => [each.name, each, at] as const))(
  'REQ-915-030 nothing of a hostile repository runs unasked: %s',
  async (_, repository, at) => {
    expect(await sprung(repository, at)).toEqual([false, true]);
  },
);

/** Settings choose filters by names that no option lists; the last is an option that is asked about. */
const onlyChecked = ['filter.x.clean', 'filter.x.process', 'a nested repository in the history only'];
const heldRows = share(
  [...waysToFind, ...waysToRun].filter(({ name }) => !onlyChecked.includes(name)),
  3,
);
test.each(heldRows.map((each, at) => [each.name, each, at] as const))(
  'REQ-915-030 the run holds what was checked, if the repository changes in between: %s',
  async (_, { make, springs }, at) => {
    const root = join(judged.workspace, `h${at}`);
    mkdirSync(root);
    const { trap, mark } = setTrap(`held-${at}`);
    const folder = make({ root, trap });
    const tool = createRunCommand();
    for (const command of new Set([commands[at % commands.length] ?? '', springs]))
      await executeToolCall(
        tool,
        { command, cwd: relative(judged.workspace, folder) },
        { workspace: { root: judged.workspace, alsoAllowed: [] }, environment, approvals: readsOnly },
      );
    expect(existsSync(mark)).toBe(false);
  },
);

/** Has seen another repository. */
const readsOnly: Approvals = {
  ...createApprovals(),
  decide: async () => ({ verdict: 'allow', by: 'rule', onlyReads: true }),
};

test('what the user or a rule allows runs as it is written', async () => {
  const root = join(judged.workspace, 'allowed');
  mkdirSync(root);
  const { trap, mark } = setTrap('allowed');
  const [repository] = waysToRun.filter(({ name }) => name === 'diff.external');
  repository?.make({ root, trap });
  const allowing = await openJudged({
    environment,
    workspace: root,
    rules: [{ verdict: 'allow', tool: 'run_command', pattern: 'git diff' }],
  });
  expect(await allowing.judge([['run_command', { command: 'git diff' }]])).toEqual(['runs']);
  await allowing.close();
  expect(existsSync(mark)).toBe(true);
});

/** Settings of ordinary repositories. */
const ordinary: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  cloned: ['remote.origin.url=x', 'remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*', 'branch.main.merge=x'],
  'with hooks of the project': ['core.hooksPath=.husky/_'],
  'with the monitor of git': ['core.fsmonitor=true'],
  'with aliases, a pager and an editor': ['alias.x=!touch x', 'core.pager=less', 'pager.log=less', 'core.editor=vi'],
};
test.each(Object.entries(ordinary))('reading an ordinary repository needs no approval: %s', async (name, settings) => {
  const root = join(judged.workspace, name);
  mkdirSync(root);
  git(root, 'init', '-q');
  writeFileSync(join(root, 'file'), 'one\n');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'first');
  for (const each of settings) git(root, 'config', each.split('=')[0] ?? '', each.slice(each.indexOf('=') + 1));
  expect(
    await judged.judge(['git status', 'git diff'].map((command) => ['run_command', { command, cwd: name }])),
  ).toEqual(['runs', 'runs']);
});
