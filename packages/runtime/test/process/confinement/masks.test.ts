/** What is protected stays in place: links, what is missing, and what stands above it. And nobody notices how. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConfinementKind } from '../../../src/process/confinement/confinement.ts';
import { planMasks } from '../../../src/process/confinement/draw-masks.ts';
import type { Sandbox } from '../../../src/process/confinement/sandbox.ts';
import { runProcess } from '../../../src/process/run-process.ts';
import { type FencedFolder, fencedFolder, put } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';
import { proveFallback } from './prove-fallback.ts';

const kinds = await confiningKinds();
proveFallback(kinds);

let folder: FencedFolder;
beforeEach(async () => {
  folder = await fencedFolder();
});
afterEach(() => folder.remove());

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', folder.root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });

async function opened<T>(kind: ConfinementKind, act: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await openIn(folder, kind);
  try {
    return await act(sandbox);
  } finally {
    await sandbox.close();
  }
}

async function inside(sandbox: Sandbox, command: string): Promise<{ readonly code: number; readonly said: string }> {
  const { root: cwd, home } = folder;
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home };
  const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', command] }, { cwd, environment });
  const { end, output } = await runProcess({ ...entry, cwd, mark: `mask-${Math.random()}` });
  await entry.leave();
  return { code: end.how === 'exited' ? end.code : -1, said: output.head };
}

describe.each(kinds)('%s', (kind) => {
  test('git cleans and stashes without a word about what holds our place', async () => {
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    const cleaned = await opened(kind, (sandbox) =>
      inside(sandbox, 'git status --porcelain; mkdir -p new/deep; echo x > new/deep/file; git clean -fd'),
    );
    expect(cleaned).toEqual({ code: 0, said: '?? src/\nRemoving new/\nRemoving src/\n' });
    const stashed = await opened(kind, (sandbox) => inside(sandbox, 'echo x > file; git add -A; git stash -u; ls -A'));
    expect(stashed).toEqual({
      code: 0,
      said: expect.stringMatching(/^Saved working directory [^\n]*\n\.git\n\.interlock\n$/),
    });
    expect(readdirSync(folder.root)).toEqual(['.git']);
  });

  test('nothing appears or disappears in the workspace while commands run', async () => {
    git('init', '-q');
    const seen: string[] = [];
    await opened(kind, async (sandbox) => {
      const watchers = [folder.root, join(folder.root, '.git')].map((path) =>
        watch(path, (event, name) => seen.push(`${event} ${name}`)),
      );
      await inside(sandbox, 'true');
      const held = readdirSync(join(folder.root, '.interlock'));
      expect(held).toEqual([]);
      await inside(sandbox, 'echo x > last');
      // Events come in order.
      while (!seen.some((event) => event.endsWith(' last'))) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const watcher of watchers) watcher.close();
    });
    expect(seen.filter((event) => !event.endsWith(' last'))).toEqual([]);
    expect(existsSync(join(folder.root, '.interlock'))).toBe(false);
  });

  test('a link in the way of a protected path is neither followed nor replaced', async () => {
    mkdirSync(join(folder.root, 'elsewhere/hooks'), { recursive: true });
    writeFileSync(join(folder.root, 'elsewhere/HEAD'), 'ref: refs/heads/main\n');
    symlinkSync('elsewhere', join(folder.root, '.git'));
    symlinkSync(folder.outside, join(folder.root, '.interlock'));
    await opened(kind, (sandbox) =>
      inside(
        sandbox,
        'for name in .git .interlock; do rm -f $name; mv $name old; ln -sfn src $name; mkdir -p $name; echo x > $name; done; mv .git/HEAD .; ls .interlock/',
      ),
    );
    expect(['.git', '.interlock'].map((name) => readlinkSync(join(folder.root, name)))).toEqual([
      'elsewhere',
      folder.outside,
    ]);
    expect(readdirSync(folder.root).sort()).toEqual(['.git', '.interlock', 'elsewhere', 'src']);
  });

  test('links in the git folder', async () => {
    git('init', '-q');
    for (const name of ['config', 'hooks']) {
      execFileSync('mv', [join(folder.root, '.git', name), join(folder.root, `my-${name}`)]);
      symlinkSync(`../my-${name}`, join(folder.root, '.git', name));
    }
    await opened(kind, (sandbox) =>
      inside(
        sandbox,
        'git config core.fsmonitor ./evil; cd .git; for n in config hooks; do rm -f $n; mv $n old; mkdir $n; echo evil > $n; done',
      ),
    );
    for (const name of ['config', 'hooks']) expect(readlinkSync(join(folder.root, '.git', name))).toBe(`../my-${name}`);
  });

  test('what stands above a protected file is not moved aside', async () => {
    const home = folder.root;
    await put(join(home, '.config/git/config'), '[user]\n');
    await put(join(home, '.config/gcloud/key'), 'secret');
    folder = { ...folder, home };
    const { said } = await opened(kind, (sandbox) =>
      inside(
        sandbox,
        'mv .config c; mkdir -p .config/git; echo "[evil]" > .config/git/config; cat c/gcloud/key .config/gcloud/key',
      ),
    );
    expect(said).not.toContain('secret');
    expect(readFileSync(join(home, '.config/git/config'), 'utf8')).toBe('[user]\n');
  });

  test('an own empty folder stays, also after several agents', async () => {
    mkdirSync(join(folder.root, '.interlock'));
    await opened(kind, () => opened(kind, (sandbox) => inside(sandbox, 'mkdir .interlock/tools')));
    expect(readdirSync(join(folder.root, '.interlock'))).toEqual([]);
  });

  test('what an unconfined program puts into a placeholder stays', async () => {
    await opened(kind, async (sandbox) => {
      await inside(sandbox, 'true');
      await put(join(folder.root, '.interlock/config.json'), '{}');
    });
    expect(readFileSync(join(folder.root, '.interlock/config.json'), 'utf8')).toBe('{}');
  });
});

describe('what is planned', () => {
  const plan = (at: string, missing?: 'folder' | { text: string }): readonly (readonly [string, string])[] => {
    const protection = { path: join(folder.root, at), how: 'read-only' as const };
    const masks = planMasks([missing === undefined ? protection : { ...protection, missing }], () => folder.root);
    return masks.map(({ path, how }) => [path.slice(folder.root.length + 1), how]);
  };
  test.each<[title: string, at: string, make: (root: string) => void, planned: readonly (readonly [string, string])[]]>(
    [
      ['nothing there', 'a/b/c', () => {}, [['a', 'placeholder']]],
      [
        'a folder above',
        'src/b/c',
        () => {},
        [
          ['src', 'pinned'],
          ['src/b', 'placeholder'],
        ],
      ],
      ['a file above', 'a/b/c', (root) => writeFileSync(join(root, 'a'), ''), [['a', 'read-only']]],
      ['a link above', 'a/b', (root) => symlinkSync('src', join(root, 'a')), [['a', 'link']]],
      ['a link to nothing', 'a', (root) => symlinkSync('gone', join(root, 'a')), [['a', 'link']]],
      ['a folder', 'src', () => {}, [['src', 'read-only']]],
      [
        'a file',
        'src/file',
        () => {},
        [
          ['src', 'pinned'],
          ['src/file', 'read-only'],
        ],
      ],
      [
        'another file beside it',
        'src/other',
        () => {},
        [
          ['src', 'pinned'],
          ['src/other', 'placeholder'],
        ],
      ],
    ],
  )('%s', (_, at, make, planned) => {
    make(folder.root);
    expect(plan(at, { text: '' })).toEqual(planned);
  });

  test('what may be missing needs no mask', () => expect(plan('src/other')).toEqual([]));
});
