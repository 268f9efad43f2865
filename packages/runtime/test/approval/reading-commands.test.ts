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
  'cd src/../src && ls',
  'cd src && cat a.txt | head -3; pwd',
  'od -c -w8 src/a.txt',
  'diff --no-dereference -r src bin',
  'cut -b 1-3 src/a.txt',
  'xxd -c 8 src/a.txt',
  'ls -R src',
  'head src/a.txt -n 3',
  'grep -C 2 alpha src/a.txt',
  "printf '%s has %d\\n' x 3",
  '[ 1 -eq 1 ]',
  'ls>/dev/null',
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
  'cd out/.. && ls',
  'cd out/.. && cat ../../x',
  'cd src/../.. && ls',
  'cd src && ls & cat ../outside',
  'cd src && ls; cat ../outside',
  'cd src && ls || cat ../outside',
  'cd src && ls\ncat ../outside',
  // Options whose value is only attached, or only in some versions: the next word is a file.
  'od -c -w /etc/passwd',
  'od -cw /etc/passwd',
  'od -w /etc/passwd',
  'cut -bf /etc/passwd',
  'column -ns /etc/passwd',
  'head src/a.txt -n /etc/passwd',
  'sort src/a.txt -k /etc/passwd',
  'grep --context /etc/passwd /etc/group',
  'grep -C /etc/passwd alpha src/a.txt',
  'grep alpha src/a.txt -A /etc/passwd',
  'ls -w /etc',
  'base64 -i /etc/passwd',
  // Arguments from a file.
  'strings @list',
  'strings -n @list src/a.txt',
  'find -- -files0-from list',
  'find -- . -delete',
  // Links inside a folder are followed, or other names are tried.
  'diff -r src bin',
  'diff src bin',
  'diff src/a.txt bin',
  'diff --recursive src bin',
  'ls -RL',
  'ls -R --deref',
  'zcat src/a',
  // A second file is written, in some version.
  'uniq src/a.txt -c',
  'xxd src/a.txt -p',
  'xxd -ac 5 src/a.txt',
  'base64 src/a.txt -d',
  'file -p src/a.txt',
  // A shell evaluates what should be a number.
  "[ 'x[$(touch y)]' -eq 0 ]",
  "[ 'PATH=0' -eq 0 ]; ls",
  "test 0 -lt 'PATH=src'",
  "printf '%n' PATH; ls",
  "printf 'abc%n' PATH",
  "printf '%d' 'x[$(touch y)]'",
  "printf '%*d' PATH=0 1",
  "printf '\\45n' PATH",
  // What only some shells read in this way.
  'ls &>/dev/null touch x',
  'ls &>>/dev/null touch x',
  'git branch 12>/dev/null',
  'uniq src/a.txt 12>/dev/null',
  'ls >&5-',
  'ls |& cat',
  'ls &! touch x',
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

test('a rule against all reading also holds for lists of names', async () => {
  const hiding = await openJudged({
    workspace: judged.workspace,
    rules: [{ verdict: 'deny', tool: 'kind:read' }],
  });
  const commands = ['ls', 'ls -R', 'find .', 'cat package.json', 'pwd'];
  const all = await hiding.judge(commands.map((command) => ['run_command', { command }]));
  expect(all).toEqual(['asks', 'asks', 'asks', 'asks', 'runs']);
  await hiding.close();
});

test('asks about files that a rule hides from the file tools; a deny stays a deny', async () => {
  const hiding = await openJudged({
    workspace: judged.workspace,
    rules: [
      { verdict: 'deny', tool: 'kind:read', pattern: 'src/a.txt' },
      { verdict: 'deny', tool: 'run_command', pattern: 'ls *' },
    ],
  });
  const commands = [
    ...['cat src/b.txt', 'cat src/a.txt', 'rg alpha', 'git diff', 'git status', 'ls', 'ls -l'],
    ...['od -c -w src/a.txt', 'cut -bf src/a.txt', 'head src/b.txt -n src/a.txt', 'tree', 'strings @src/a.txt'],
  ];
  const all = await hiding.judge(commands.map((command) => ['run_command', { command }]));
  expect(Object.fromEntries(commands.map((command, at) => [command, all[at]]))).toEqual({
    'cat src/b.txt': 'runs',
    'cat src/a.txt': 'asks',
    'rg alpha': 'asks',
    'git diff': 'asks',
    'git status': 'runs',
    ls: 'refuses',
    'ls -l': 'refuses',
    'od -c -w src/a.txt': 'asks',
    'cut -bf src/a.txt': 'asks',
    'head src/b.txt -n src/a.txt': 'asks',
    tree: 'asks',
    'strings @src/a.txt': 'asks',
  });
  await hiding.close();
});
