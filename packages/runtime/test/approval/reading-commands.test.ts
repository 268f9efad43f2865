/** Commands that only read run without asking in a session; near misses are asked about. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fate, type JudgedSession, openJudged } from './judged-session.ts';

const unasked = [
  'ls',
  'ls -la src',
  'pwd',
  'cat src/a.txt',
  'cat -n src/a.txt src/b.txt',
  'head -n 3 src/a.txt',
  'tail -5 src/a.txt',
  'wc -l src/a.txt',
  'stat src/a.txt',
  'file src/a.txt',
  'git status',
  'git status --short --branch',
  'git diff',
  'git diff --stat HEAD',
  'git --no-pager log --oneline -5',
  'git show HEAD:src/a.txt',
  'git branch --show-current',
  'git ls-files',
  'git blame src/a.txt',
  'rg alpha',
  'rg -n "alpha|beta" src',
  'grep -rn alpha src',
  'find . -name "*.txt" -type f',
  'sort src/a.txt',
  'diff src/a.txt src/b.txt',
  'sed -n 1,2p src/a.txt',
  'jq .name package.json',
  'du -sh src',
  'tree -L 2',
  'echo hello',
  'cd src && ls',
  'cat src/a.txt | sort | uniq -c',
  'ls && git status; git diff',
  'test -f src/a.txt',
];

const asked = [
  // Options that run something or write.
  'git diff --ext-diff',
  'git diff --output=F',
  'git diff --outp=F',
  'git log --output F',
  'git -c core.pager=touch\\ x diff',
  'git -C /tmp status',
  'git --git-dir=/tmp/x status',
  'git --exec-path=. status',
  'git -p diff',
  'git grep -O touch alpha',
  'git branch new',
  'git tag v1',
  'git remote add x y',
  'git stash',
  'git config core.pager x',
  'git bisect run touch x',
  'rg --pre touch alpha',
  'rg --pre=touch alpha',
  'rg --hostname-bin=touch alpha',
  'find . -delete',
  'find . -exec touch {} +',
  'find . -fprint F',
  'find . -okdir touch {} ;',
  'sort -o F src/a.txt',
  'sort --output=F src/a.txt',
  'sort -no F src/a.txt',
  'sort --compress-program=./x src/a.txt',
  'uniq src/a.txt F',
  'tree -o F',
  'fd -x touch',
  'sed -i s/a/b/ src/a.txt',
  'sed -n "w F" src/a.txt',
  'sed "1e touch x" src/a.txt',
  'awk "BEGIN { system(1) }"',
  'wc --files0-from=list',
  'date -s 2020-01-01',
  'xxd -r src/a.txt F',
  'tail -f src/a.txt',
  'ls > F',
  'cat src/a.txt >> F',
  'cat < /etc/passwd',
  'diff <(ls) src/a.txt',
  // Files outside the workspace.
  'cat /etc/passwd',
  'cat ../outside',
  'cat ~/.ssh/id_rsa',
  'cat out/passwd',
  'ls /',
  'head -n 1 /proc/self/environ',
  'grep -r root /etc',
  'grep -f /etc/passwd src/a.txt',
  'git diff --no-index /etc/passwd src/a.txt',
  'cd .. && ls',
  'cd / && cat etc/passwd',
  // Words that are not known before the command runs.
  'ls $(touch x)',
  'ls `touch x`',
  'cat $HOME/x',
  'cat ~root/x',
  'ls "$(touch x)"',
  'cat src/*.txt; touch x',
  'ls && touch x',
  'ls | tee F',
  'ls | xargs touch',
  'ls &\ntouch x',
  'A=1 git diff',
  'GIT_EXTERNAL_DIFF=touch git diff',
  'PATH=. ls',
  // Another program, or a program that runs others.
  './ls',
  'bin/ls',
  'env ls',
  'sudo ls',
  'command ls',
  'bash -c ls',
  'time ls',
  'xargs ls',
  'nice ls',
  'npx ls',
  'ls() { touch x; }; ls',
  'alias ls=touch',
];

let judged: JudgedSession;
beforeAll(async () => {
  judged = await openJudged();
  const root = judged.workspace;
  for (const folder of ['src', 'bin']) mkdirSync(join(root, folder));
  for (const name of ['a', 'b']) writeFileSync(join(root, 'src', `${name}.txt`), 'alpha\nbeta\n');
  writeFileSync(join(root, 'package.json'), '{ "name": "x" }');
  symlinkSync('/etc', join(root, 'out'));
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', 'src');
  git('commit', '-qm', 'first');
});
afterAll(() => judged.close());

/** Compares whole tables, so that a failure shows only the rows that differ. */
async function fates(commands: readonly string[]): Promise<Readonly<Record<string, Fate>>> {
  const all = await judged.judge(commands.map((command) => ['run_command', { command }]));
  return Object.fromEntries(commands.map((command, at) => [command, all[at] ?? 'refuses']));
}

const every = (commands: readonly string[], fate: Fate): Readonly<Record<string, Fate>> =>
  Object.fromEntries(commands.map((command) => [command, fate]));

test('runs commands that only read the workspace without asking', async () => {
  expect(await fates(unasked)).toEqual(every(unasked, 'runs'));
});

test('asks about near misses', async () => {
  expect(await fates(asked)).toEqual(every(asked, 'asks'));
});

test('a repository folder in PATH makes its programs untrusted', async () => {
  const { workspace } = judged;
  writeFileSync(join(workspace, 'bin', 'ls'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
  const shadowed = await openJudged({
    workspace,
    environment: { PATH: `${join(workspace, 'bin')}:${process.env['PATH']}` },
  });
  expect(
    await shadowed.judge([
      ['run_command', { command: 'ls' }],
      ['run_command', { command: 'pwd' }],
    ]),
  ).toEqual(['asks', 'runs']);
  await shadowed.close();
});

test('asks about files that a rule hides from the file tools; a deny stays a deny', async () => {
  const hiding = await openJudged({
    workspace: judged.workspace,
    rules: [
      { verdict: 'deny', tool: 'kind:read', pattern: 'src/a.txt' },
      { verdict: 'deny', tool: 'run_command', pattern: 'ls *' },
    ],
  });
  const commands = ['cat src/b.txt', 'cat src/a.txt', 'rg alpha', 'git diff', 'git status', 'ls', 'ls -l'];
  const all = await hiding.judge(commands.map((command) => ['run_command', { command }]));
  expect(Object.fromEntries(commands.map((command, at) => [command, all[at]]))).toEqual({
    'cat src/b.txt': 'runs',
    'cat src/a.txt': 'asks',
    'rg alpha': 'asks',
    'git diff': 'asks',
    'git status': 'runs',
    ls: 'refuses',
    'ls -l': 'refuses',
  });
  await hiding.close();
});
