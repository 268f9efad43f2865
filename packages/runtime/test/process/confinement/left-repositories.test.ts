/**
 * A confined command prepares something for git, and the user looks at the workspace outside, with real git. The same preparation
 * without the sandbox shows that each trap works.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { plainFolder } from '../../../../../test/program/temporary-folder.ts';
import { share } from '../../../../../test/property/runs.ts';
import { runProcess } from '../../../src/process/run-process.ts';
import { executeToolCall } from '../../../src/scheduler/execute-tool-call.ts';
import { createRunCommand } from '../../../src/tools/run-command.ts';
import { type FencedFolder, fencedFolder } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';
import { proveFallback } from './prove-fallback.ts';

const kinds = await confiningKinds();
proveFallback(kinds);
const path = process.env['PATH'] ?? '';

const named = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
  [`GIT_${who}_NAME`, 'A'],
  [`GIT_${who}_EMAIL`, 'a@example.com'],
]);
const environmentOf = (home: string): Record<string, string> => ({
  ...{ PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'protocol.file.allow', GIT_CONFIG_VALUE_0: 'always' },
  ...Object.fromEntries(named),
});

async function shell(cwd: string, line: string): Promise<string> {
  const request = { file: '/bin/sh', args: ['-c', line], cwd, environment: environmentOf(cwd), mark: `left-${line}` };
  const { output } = await runProcess(request);
  return output.head;
}

/** Made once, and copied for every test. */
const layouts = {
  plain: 'git init -q work && cd work && echo 1 > file && git add . && git commit -qm first',
  empty: 'mkdir work && echo 1 > work/file',
  submodule:
    'git init -q lib && git -C lib commit -q --allow-empty -m lib && git init -q work && cd work && git submodule --quiet add ../lib sub && echo 1 > file && git add . && git commit -qm first',
  unpopulated:
    'git init -q lib && git -C lib commit -q --allow-empty -m lib && git init -q work && cd work && git submodule --quiet add ../lib sub && git commit -qm first && git submodule --quiet deinit -f sub && rm -rf .git/modules',
  nested:
    'git init -q work && cd work && git init -q deep/inner && git -C deep/inner commit -q --allow-empty -m x && git add deep/inner && git commit -qm first',
  worktreeElsewhere:
    'git init -q work && cd work && git commit -q --allow-empty -m first && git worktree add -q ../outside/wt',
  worktreeHere: 'git init -q main && git -C main commit -q --allow-empty -m x && git -C main worktree add -q ../work',
  worktreeSettings: 'git init -q work && cd work && git config extensions.worktreeConfig true',
  included: 'git init -q work && cd work && git config include.path ../settings && touch settings',
  below: 'git init -q . && mkdir work && echo 1 > work/file && git add work && git commit -qm first',
  linkInside: 'git init -q work && cd work && mv .git real && ln -s real .git',
  linkOutside: 'git init -q work && mv work/.git outside/real && ln -s ../outside/real work/.git',
  noHooks: 'git init -q --template= work && cd work && git commit -q --allow-empty -m x',
} as const;

interface Way {
  readonly name: string;
  readonly layout: keyof typeof layouts;
  /** `hostile`: writes settings with the trap. */
  readonly attack: string;
  /** Where the user looks; default: the workspace. */
  readonly at?: string;
  readonly looks?: string;
}

const evil = 'cp -R .git evil && hostile >> evil/config';
const inner = 'git init -q inner && git -C inner commit -q --allow-empty -m x && hostile >> inner/.git/config';

const ways: readonly Way[] = [
  {
    name: 'a nested repository and an entry in the index',
    layout: 'plain',
    attack: `${inner}; git update-index --add --cacheinfo "160000,$(git -C inner rev-parse HEAD),inner"`,
  },
  {
    name: 'a nested repository that is added and committed, in a folder with an odd name',
    layout: 'plain',
    attack: `mkdir -p 'a b"c'; cd 'a b"c'; ${inner}; cd ..; git add . && git commit -qm more`,
  },
  { name: 'a commondir', layout: 'plain', attack: `${evil}; echo ../evil > .git/commondir` },
  ...['remotes/origin', 'branches/origin'].map(
    (file): Way => ({
      name: `where a remote without settings is, by ${file}`,
      layout: 'plain',
      attack: `git clone -q --bare . evil; mkdir -p evil/hooks .git/remotes .git/branches; printf '#!/bin/sh\\n%s\\n' "$trap" > evil/hooks/post-receive; chmod 755 evil/hooks/post-receive; echo "${file.startsWith('remotes') ? 'URL: ' : ''}$PWD/evil" > .git/${file}`,
      looks: 'git push -q origin HEAD:refs/heads/other',
    }),
  ),
  { name: 'settings of the repository', layout: 'plain', attack: 'hostile >> .git/config' },
  { name: 'the git folder replaced', layout: 'plain', attack: `${evil}; mv .git old; mv evil .git` },
  {
    name: 'a hook',
    layout: 'noHooks',
    attack:
      'mkdir -p .git/hooks; printf \'#!/bin/sh\\n%s\\n\' "$trap" > .git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit',
    looks: 'git commit -q --allow-empty -m x',
  },
  {
    name: 'the folder of submodules replaced',
    layout: 'submodule',
    attack:
      'mv .git/modules m; mkdir -p .git/modules; cp -R m/sub .git/modules/sub; hostile >> .git/modules/sub/config',
  },
  {
    name: 'the folder of one submodule replaced',
    layout: 'submodule',
    attack: 'mv .git/modules/sub m; cp -R m .git/modules/sub; hostile >> .git/modules/sub/config',
  },
  {
    name: 'a commondir of a submodule',
    layout: 'submodule',
    attack: 'cp -R .git/modules/sub evil; hostile >> evil/config; echo "$PWD/evil" > .git/modules/sub/commondir',
  },
  {
    name: 'the file that names a submodule’s folder',
    layout: 'submodule',
    attack:
      'cp -R .git/modules/sub evil; hostile >> evil/config; git config -f evil/config core.worktree "$PWD/sub"; rm -f sub/.git; echo "gitdir: $PWD/evil" > sub/.git',
  },
  {
    name: 'a submodule replaced',
    layout: 'submodule',
    attack: `mv sub old; ${inner}; mv inner sub`,
  },
  {
    name: 'a repository in place of a submodule that is not there',
    layout: 'unpopulated',
    attack: `${inner}; rm -rf sub; mv inner sub`,
  },
  { name: 'settings of a nested repository', layout: 'nested', attack: 'hostile >> deep/inner/.git/config' },
  {
    name: 'a nested repository replaced',
    layout: 'nested',
    attack: `mv deep old; mkdir deep; ${inner}; mv inner deep/inner`,
  },
  {
    name: 'the commondir of another worktree',
    layout: 'worktreeElsewhere',
    attack: `${evil}; rm -f .git/worktrees/wt/commondir; echo "$PWD/evil" > .git/worktrees/wt/commondir`,
    at: 'outside/wt',
  },
  {
    name: 'a commondir of the repository of this worktree',
    layout: 'worktreeHere',
    attack: 'cp -R ../main/.git evil; hostile >> evil/config; echo "$PWD/evil" > ../main/.git/commondir',
    at: 'main',
  },
  {
    name: 'the file of this worktree',
    layout: 'worktreeHere',
    attack: 'cp -R ../main/.git evil; hostile >> evil/config; rm -f .git; echo "gitdir: evil" > .git',
  },
  { name: 'settings of this worktree only', layout: 'worktreeSettings', attack: 'hostile > .git/config.worktree' },
  { name: 'included settings', layout: 'included', attack: 'rm -f settings; hostile > settings' },
  { name: 'a new repository', layout: 'empty', attack: 'git init -q .; hostile >> .git/config' },
  {
    name: 'a new repository without .git',
    layout: 'empty',
    attack: `${inner}; mv inner/.git/* .; printf '[core]\\n\\tworktree = .\\n' >> config`,
  },
  { name: 'a repository below the one of the user', layout: 'below', attack: 'git init -q .; hostile >> .git/config' },
  {
    name: 'a file that names another folder',
    layout: 'below',
    attack: `${inner}; mv inner/.git evil; rm -rf .git; echo "gitdir: evil" > .git`,
  },
  {
    name: 'a link to a git folder in the workspace, replaced',
    layout: 'linkInside',
    attack: 'cp -R real evil; hostile >> evil/config; rm -f .git; ln -s evil .git',
  },
  { name: 'what a link to a git folder leads to', layout: 'linkInside', attack: 'hostile >> real/config' },
  {
    name: 'a link to a git folder outside, replaced',
    layout: 'linkOutside',
    attack: 'cp -R ../outside/real evil; hostile >> evil/config; rm -f .git; mv evil .git',
  },
];

/** What stands before every attack. */
function prepared(mark: string, attack: string): string {
  const trap = `touch '${mark}'; false`;
  const settings = `[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = "%s"\\n`;
  return `trap="${trap}"; hostile() { printf '${settings}' "$trap"; }; ${attack}`;
}

let templates = '';
beforeAll(async () => {
  templates = plainFolder('traps');
});
afterAll(() => rm(templates, { recursive: true }));

async function laidOut(layout: keyof typeof layouts): Promise<FencedFolder> {
  const folder = await fencedFolder(undefined, (parent) => plainFolder('traps', parent));
  const at = dirname(folder.root);
  await rm(folder.root, { recursive: true });
  // Worktrees know where they are, so there is nothing to copy.
  await shell(at, layouts[layout]);
  onTestFinished(() => folder.remove());
  return folder;
}

describe.each(kinds.map((kind, place) => [kind, place] as const))('%s', (kind, place) => {
  test.for(share(ways, 2, place))('what a confined command leaves does not run outside: $name', async (way) => {
    const looked = async (folder: FencedFolder): Promise<boolean> => {
      await shell(join(dirname(folder.root), way.at ?? 'work'), way.looks ?? 'git status');
      return existsSync(join(folder.outside, 'mark'));
    };
    const free = await laidOut(way.layout);
    await shell(free.root, prepared(join(free.outside, 'mark'), way.attack));
    const folder = await laidOut(way.layout);
    const sandbox = await openIn(folder, kind);
    onTestFinished(() => sandbox.close());
    const line = prepared(join(folder.outside, 'mark'), way.attack);
    const start = { cwd: folder.root, environment: environmentOf(folder.home) };
    const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', line] }, start);
    await runProcess({ ...entry, cwd: folder.root, mark: `way-${way.name}` });
    await entry.leave();
    expect([await looked(free), await looked(folder)]).toEqual([true, false]);
  });

  const work = [
    'echo 2 > file && git add . && git commit -qm second && git checkout -q -b topic && echo 3 > file && git commit -qam third',
    'git checkout -q - && echo x > other && git add other && git commit -qm fourth && git merge -q -m merged topic',
    'echo 4 > file && git stash -q && git stash pop -q && git commit -qam fifth && git checkout -q topic && git rebase -q - && git tag v1 && git gc -q',
    'git log -1 --format=%s && git status --porcelain',
  ].join(' && ');
  test.each(['plain', 'submodule', 'nested', 'worktreeHere', 'worktreeElsewhere'] as const)(
    'commits, branches, merges, stashes and rebases work inside: %s',
    async (layout) => {
      const folder = await laidOut(layout);
      const sandbox = await openIn(folder, kind);
      onTestFinished(() => sandbox.close());
      const start = { cwd: folder.root, environment: environmentOf(folder.home) };
      const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', work] }, start);
      const { end, output } = await runProcess({ ...entry, cwd: folder.root, mark: `work-${layout}` });
      await entry.leave();
      await sandbox.close();
      expect([end, output.head]).toEqual([{ how: 'exited', code: 0 }, 'fifth\n']);
      expect(
        await shell(folder.root, 'git fsck --no-dangling 2>&1; git status --porcelain; ls .git/commondir 2>/dev/null'),
      ).toBe('');
    },
  );

  // Common in containers. Only root can give it away; that of an ordinary user stays theirs.
  test('it is also found in a repository of another user', async () => {
    const folder = await laidOut('plain');
    const gives = process.getuid?.() === 0 ? ' && chown -R 54321 .' : '';
    await shell(folder.root, `chmod -R a+rwX .${gives}`);
    const looks = 'git -c safe.directory=* status --porcelain';
    const sandbox = await openIn(folder, kind);
    onTestFinished(() => sandbox.close());
    const attack = `git config --global safe.directory '*'; ${ways[0]?.attack ?? ''}`;
    const line = prepared(join(folder.outside, 'mark'), attack);
    const environment = { ...environmentOf('/tmp'), GIT_CONFIG_GLOBAL: '/tmp/settings' };
    const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', line] }, { cwd: folder.root, environment });
    await runProcess({ ...entry, cwd: folder.root, mark: 'way-foreign' });
    const left = await entry.leave();
    await shell(folder.root, `${looks}; git -c safe.directory=* -C '${folder.root}' status`);
    expect([
      left?.disarmed.map(({ path, isLeft }) => [path, isLeft]),
      existsSync(join(folder.outside, 'mark')),
    ]).toEqual([[[join(folder.root, 'inner'), undefined]], false]);
  });

  test('what would have run outside is told', async () => {
    const folder = await laidOut('plain');
    const sandbox = await openIn(folder, kind);
    onTestFinished(() => sandbox.close());
    const line = prepared(join(folder.outside, 'mark'), ways[0]?.attack ?? '');
    const outcome = await executeToolCall(
      createRunCommand({ sandbox }),
      { command: line },
      { workspace: { root: folder.root, alsoAllowed: [] }, environment: environmentOf(folder.home) },
    );
    expect(outcome).toMatchObject({ state: 'complete' });
    expect(JSON.stringify(outcome)).toContain(
      `${join(folder.root, 'inner')} is a new repository whose settings run programs: it was taken out of the index again`,
    );
  });
});
