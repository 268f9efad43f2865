/**
 * Repositories that make git run a program as soon as somebody looks at them: every way git finds its folder, its settings and nested
 * repositories, and every kind of program that reading commands may run. Made with real git; each really runs the trap.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { temporaryFolder } from '../program/temporary-folder.ts';

export interface HostilePlace {
  /** An empty folder, the workspace. */
  readonly root: string;
  /** The name of a program on `PATH` that leaves a mark. */
  readonly trap: string;
}

export interface HostileRepository {
  readonly name: string;
  /** Returns the folder that commands start in. */
  readonly make: (place: HostilePlace) => string;
  /** A command that springs the trap where nothing prevents it. */
  readonly springs: string;
}

const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always'];

export function git(cwd: string, ...args: readonly string[]): string {
  const environment = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd, env: environment, encoding: 'utf8', stdio: 'pipe' });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Two commits and a change. Made once with git, then copied. */
let source: string | undefined;
function plain(folder: string): string {
  source ??= makeSource(temporaryFolder('source'));
  cpSync(source, folder, { recursive: true });
  return folder;
}

function makeSource(folder: string): string {
  git(folder, 'init', '-q', '-b', 'main');
  for (const text of ['one\n', 'two\n']) {
    put(join(folder, 'file'), text);
    git(folder, 'add', 'file');
    git(folder, 'commit', '-qm', text);
  }
  put(join(folder, 'file'), 'three\n');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Everything at once, for the ways to find a folder. */
function arm(gitFolder: string, trap: string): string {
  const text = `[core]\n\tfsmonitor = "${trap}"\n[diff]\n\texternal = "${trap}"\n`;
  const config = join(gitFolder, 'config');
  put(config, `${readFileSync(config, 'utf8')}${text}`);
  return gitFolder;
}

/** The git folder of a repository whose settings run the trap, at `to`. */
function armed({ root, trap }: HostilePlace, to: string, isBare = true): string {
  const copy = plain(join(root, '.copy'));
  arm(join(copy, '.git'), trap);
  const config = join(copy, '.git/config');
  if (isBare) put(config, readFileSync(config, 'utf8').replace(/^\s*bare = false\n/m, ''));
  mkdirSync(dirname(join(root, to)), { recursive: true });
  cpSync(join(copy, '.git'), join(root, to), { recursive: true });
  rmSync(copy, { recursive: true });
  return join(root, to);
}

const found = (
  name: string,
  make: (place: HostilePlace) => string,
  springs = 'git diff HEAD~1 HEAD',
): HostileRepository => ({ name, make, springs });

/** Where git finds its folder. */
export const waysToFind: readonly HostileRepository[] = [
  found('a .git folder', ({ root, trap }) => join(arm(join(plain(root), '.git'), trap), '..'), 'git diff'),
  found('a subfolder of it', ({ root, trap }) => {
    arm(join(plain(root), '.git'), trap);
    mkdirSync(join(root, 'sub'));
    return join(root, 'sub');
  }),
  found('a bare repository', (place) => armed(place, 'sub')),
  found('a bare repository, tracked', (place) => {
    plain(place.root);
    return armed(place, 'sub');
  }),
  found('below a bare repository', (place) => join(armed(place, 'sub'), 'refs')),
  found(
    'a bare repository that names a working tree',
    (place) => {
      const folder = armed(place, 'sub');
      put(join(folder, 'config'), `${readFileSync(join(folder, 'config'), 'utf8')}[core]\n\tworktree = ..\n`);
      return folder;
    },
    'git diff',
  ),
  found('HEAD and a commondir, tracked', (place) => {
    plain(place.root);
    const folder = armed(place, 'x');
    mkdirSync(join(place.root, 'sub'));
    cpSync(join(folder, 'HEAD'), join(place.root, 'sub/HEAD'));
    put(join(place.root, 'sub/commondir'), '../x\n');
    return join(place.root, 'sub');
  }),
  found('HEAD as a link', (place) => {
    const folder = armed(place, 'sub');
    rmSync(join(folder, 'HEAD'));
    symlinkSync('refs/heads/main', join(folder, 'HEAD'));
    return folder;
  }),
  found('objects elsewhere', (place) => {
    const folder = armed(place, 'sub');
    renameSync(join(folder, 'objects'), join(place.root, 'elsewhere'));
    symlinkSync('../elsewhere', join(folder, 'objects'));
    return folder;
  }),
  found('an empty .git beside a bare repository', (place) => {
    const folder = armed(place, 'sub');
    mkdirSync(join(folder, '.git'));
    return folder;
  }),
  found('an invalid .git below a real one', ({ root, trap }) => {
    arm(join(plain(root), '.git'), trap);
    put(join(root, 'sub/.git/config'), '[core]\n\tbare = false\n');
    return join(root, 'sub');
  }),
  found('a .git without objects below a real one', ({ root, trap }) => {
    arm(join(plain(root), '.git'), trap);
    put(join(root, 'sub/.git/HEAD'), 'ref: refs/heads/main\n');
    return join(root, 'sub');
  }),
  found('a .git file', (place) => {
    armed(place, 'elsewhere', false);
    put(join(place.root, 'sub/.git'), 'gitdir: ../elsewhere\n');
    return join(place.root, 'sub');
  }),
  found('a .git file with more line ends', (place) => {
    armed(place, 'elsewhere', false);
    put(join(place.root, 'sub/.git'), 'gitdir: ../elsewhere\r\n\n\r\n');
    return join(place.root, 'sub');
  }),
  found('a .git file with a blank at its end', (place) => {
    plain(join(place.root, 'harmless'));
    armed(place, 'elsewhere ', false);
    cpSync(join(place.root, 'harmless/.git'), join(place.root, 'elsewhere'), { recursive: true });
    put(join(place.root, 'sub/.git'), 'gitdir: ../elsewhere \n');
    return join(place.root, 'sub');
  }),
  found('a link to a folder', (place) => {
    armed(place, 'elsewhere', false);
    mkdirSync(join(place.root, 'sub'));
    symlinkSync('../elsewhere', join(place.root, 'sub/.git'));
    return join(place.root, 'sub');
  }),
  found('a link to a .git file', (place) => {
    armed(place, 'elsewhere', false);
    put(join(place.root, 'named'), `gitdir: ${join(place.root, 'elsewhere')}\n`);
    mkdirSync(join(place.root, 'sub'));
    symlinkSync('../named', join(place.root, 'sub/.git'));
    return join(place.root, 'sub');
  }),
  ...['../elsewhere \n', `../elsewhere${'\n'.repeat(1_100_000)}`, '../elsewhere\r\n\n', '\t../elsewhere\n'].map(
    (text, at) =>
      found(`a commondir (${['trailing blank', '1 MB', 'line ends', 'leading tab'][at]})`, (place) => {
        const named = text.replace(/[\r\n]+$/, '').replace('../', '');
        armed(place, text.startsWith('\t') ? join('.git', '\t..', 'elsewhere') : named, false);
        plain(place.root);
        put(join(place.root, '.git/commondir'), text);
        return place.root;
      }),
  ),
  found('a linked worktree', (place) => {
    plain(join(place.root, 'main'));
    git(join(place.root, 'main'), 'worktree', 'add', '-q', join(place.root, 'wt'));
    arm(join(place.root, 'main/.git'), place.trap);
    return join(place.root, 'wt');
  }),
  found('the settings of one worktree', ({ root, trap }) => {
    plain(root);
    git(root, 'config', 'extensions.worktreeConfig', 'true');
    put(join(root, '.git/config.worktree'), `[diff]\n\texternal = "${trap}"\n`);
    return root;
  }),
  found('included settings', ({ root, trap }) => {
    plain(root);
    put(join(root, 'settings'), `[diff]\n\texternal = "${trap}"\n`);
    git(root, 'config', 'include.path', '../settings');
    return root;
  }),
  found('settings included by a condition', ({ root, trap }) => {
    plain(root);
    put(join(root, 'settings'), `[diff]\n\texternal = "${trap}"\n`);
    git(root, 'config', 'includeIf.onbranch:main.path', '../settings');
    return root;
  }),
  found('a nested repository in the index', ({ root, trap }) => nested(root, trap), 'git status'),
  found(
    'a nested repository in a split index',
    ({ root, trap }) => {
      nested(root, trap);
      git(root, 'update-index', '--split-index');
      return root;
    },
    'git status',
  ),
  found(
    'a nested repository in an index of version 4',
    ({ root, trap }) => {
      nested(root, trap);
      git(root, 'update-index', '--index-version', '4');
      return root;
    },
    'git status',
  ),
  found(
    'a nested repository in the history only',
    ({ root, trap }) => {
      nested(root, trap);
      git(root, 'rm', '-q', '--cached', 'inner');
      git(root, 'commit', '-qm', 'gone');
      return root;
    },
    'git log -p --submodule=diff',
  ),
];

/** `inner` has two commits, and both are in the outer history. */
function nested(root: string, trap: string): string {
  plain(root);
  const inner = plain(join(root, 'inner'));
  git(inner, 'commit', '-qam', 'three');
  for (const commit of ['HEAD~1', 'HEAD']) {
    git(root, 'update-index', '--add', '--cacheinfo', `160000,${git(inner, 'rev-parse', commit).trim()},inner`);
    git(root, 'commit', '-qm', commit);
  }
  put(join(inner, 'file'), 'four\n');
  arm(join(inner, '.git'), trap);
  return root;
}

const names = (name: string, springs: string, make: (root: string, trap: string) => void): HostileRepository => ({
  name,
  springs,
  make: ({ root, trap }) => {
    plain(root);
    make(root, trap);
    return root;
  },
});

const setting = (key: string, springs: string, attributes = ''): HostileRepository =>
  names(key, springs, (root, trap) => {
    git(root, 'config', key, trap);
    if (attributes !== '') put(join(root, '.gitattributes'), attributes);
  });

/** `git status` writes the index, which runs a hook. */
const refreshes = 'touch -d 2020-01-01 file && git status';

/** What git runs when it only reads. */
export const waysToRun: readonly HostileRepository[] = [
  setting('core.fsmonitor', 'git status'),
  setting('diff.external', 'git diff'),
  setting('diff.x.command', 'git diff', '* diff=x\n'),
  setting('diff.x.textconv', 'git log -p', '* diff=x\n'),
  setting('filter.x.clean', 'git diff', '* filter=x\n'),
  setting('filter.x.process', 'git diff', '* filter=x\n'),
  names('a hook', refreshes, (root, trap) => {
    git(root, 'commit', '-qam', 'clean');
    put(join(root, '.git/hooks/post-index-change'), `#!/bin/sh\nexec "${trap}"\n`);
    execFileSync('chmod', ['755', join(root, '.git/hooks/post-index-change')]);
  }),
  names('core.hooksPath', refreshes, (root, trap) => {
    git(root, 'commit', '-qam', 'clean');
    put(join(root, 'hooks/post-index-change'), `#!/bin/sh\nexec "${trap}"\n`);
    execFileSync('chmod', ['755', join(root, 'hooks/post-index-change')]);
    git(root, 'config', 'core.hooksPath', 'hooks');
  }),
  names('log.showSignature', 'git log', (root, trap) => {
    signed(root);
    git(root, 'config', 'log.showSignature', 'true');
    for (const form of ['gpg', 'gpg.openpgp']) git(root, 'config', `${form}.program`, trap);
  }),
  names('a pretty format that checks signatures', 'git log', (root, trap) => {
    signed(root);
    git(root, 'config', 'format.pretty', '%G? %s');
    git(root, 'config', 'gpg.program', trap);
  }),
  names('a named format that checks signatures', 'git log --format=mine', (root, trap) => {
    signed(root);
    git(root, 'config', 'pretty.mine', '%G? %s');
    git(root, 'config', 'gpg.program', trap);
  }),
  names('a missing object of a promisor', 'git diff HEAD~1 HEAD', (root, trap) => {
    const blob = git(root, 'rev-parse', 'HEAD:file').trim();
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    git(root, 'config', 'core.repositoryformatversion', '1');
    git(root, 'config', 'extensions.partialClone', 'origin');
    git(root, 'config', 'remote.origin.promisor', 'true');
    git(root, 'config', 'remote.origin.url', '.');
    git(root, 'config', 'remote.origin.uploadpack', trap);
  }),
];

function signed(root: string): void {
  const [head, ...rest] = git(root, 'cat-file', 'commit', 'HEAD').split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----';
  const commit = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: root,
    input: `${head}\n${signature}\n\n${rest.join('\n\n')}`,
    encoding: 'utf8',
  });
  git(root, 'update-ref', 'HEAD', commit.trim());
}
