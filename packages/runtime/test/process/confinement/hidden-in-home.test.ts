/** A home folder with the files of many programs, known and unknown: what a confined command can read of it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cachePaths, startPaths } from '../../../src/process/confinement/home-files.ts';
import { isAtOrBelow } from '../../../src/process/confinement/mount-table.ts';
import type { Sandbox } from '../../../src/process/confinement/sandbox.ts';
import { quoteWord } from '../../../src/process/quote-word.ts';
import { runProcess } from '../../../src/process/run-process.ts';
import { executeToolCall } from '../../../src/scheduler/execute-tool-call.ts';
import { createRunCommand } from '../../../src/tools/run-command.ts';
import { type FencedFolder, fencedFolder, put, secret } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';

const kinds = await confiningKinds();

/** In no list of ours, except for a few; any program may write such files. */
const credentials = [
  ...[
    '.pi/agent/auth.json',
    '.factory/auth.json',
    '.copilot/config.json',
    '.cline/data/secrets.json',
    '.kilocode/token',
  ],
  ...['.newagent/auth.json', '.newagent/bin/../auth.json', '.config/newagent/key', '.local/share/newagent/auth.json'],
  ...[
    '.config/Code/User/globalStorage/state.vscdb',
    '.config/Slack/Cookies',
    '.config/Signal/config.json',
    '.authinfo',
  ],
  ...[
    '.authinfo.gpg',
    '.electrum/wallets/default_wallet',
    '.bitcoin/wallet.dat',
    '.mcp-auth/tokens.json',
    '.local/state/x/token',
  ],
  ...[
    '.config/discord/token',
    '.local/share/TelegramDesktop/tdata/key',
    '.purple/accounts.xml',
    '.msmtprc',
    '.fetchmailrc',
  ],
  ...[
    '.config/rclone/rclone.conf',
    '.s3cfg',
    '.config/op/config',
    '.ssh/id_ed25519',
    '.netrc',
    '.tokens',
    'passwords.kdbx',
  ],
  ...['Documents/taxes.txt', 'other-project/.env', '.bash_history', '.lesshst', '.viminfo', '.cargo/credentials.toml'],
  ...[
    '.cache/google-chrome/Default/Cache',
    '.julia/servers/x/auth.toml',
    '.local/share/uv/credentials/credentials.toml',
  ],
];

/** The layouts of tools, as their installers make them. */
const tools: Readonly<Record<string, string>> = {
  '.nvm/versions/node/v24.1.0/bin/node-x': 'node',
  '.nvm/versions/node/v24.1.0/lib/node_modules/npm/package.json': '{}',
  '.nvm/nvm.sh': '#',
  '.pyenv/shims/python-x': 'python',
  '.pyenv/versions/3.13.1/lib/python3.13/os.py': '#',
  '.cargo/bin/cargo-x': 'cargo',
  '.cargo/registry/index/x': 'index',
  '.rustup/toolchains/stable/lib/librustc.so': 'lib',
  '.npm/_cacache/index': 'cache',
  '.npm-global/lib/node_modules/x/cli.js': '#',
  'go/bin/gopls': 'gopls',
  'go/pkg/mod/cache/x': 'module',
  '.newagent/bin/newagent': 'program',
  '.newagent/lib/code.js': 'code',
  '.local/bin/plain': 'program',
  '.local/share/tool-x/versions/1/bin/linked': 'program',
  '.local/share/tool-x/versions/1/lib/linked.js': 'code',
  '.gitconfig': '[user]\n\tname = A\n',
  '.tool-versions': 'nodejs 24',
  'src/mono/package.json': '{}',
  'src/mono/.git/HEAD': 'ref: refs/heads/main\n',
  'src/mono/node_modules/x/index.js': '#',
};

describe.each(kinds)('%s', (kind) => {
  let folder: FencedFolder;
  let sandbox: Sandbox;
  let environment: Record<string, string>;
  beforeAll(async () => {
    const fenced = await fencedFolder();
    // The workspace is a package of a repository in the home folder.
    folder = { ...fenced, root: join(fenced.home, 'src/mono/packages/a') };
    for (const name of credentials) await put(join(folder.home, name), secret);
    for (const [name, text] of Object.entries(tools)) await put(join(folder.home, name), text);
    mkdirSync(folder.root, { recursive: true });
    symlinkSync('../share/tool-x/versions/1/bin/linked', join(folder.home, '.local/bin/linked'));
    symlinkSync('/usr', join(folder.home, 'system'));
    const program = join(folder.home, '.nvm/versions/node/v24.1.0/bin/node-x');
    await put(program, '#!/bin/sh\necho runs\n');
    chmodSync(program, 0o755);
    const bins = ['.nvm/versions/node/v24.1.0/bin', '.pyenv/shims', '.newagent/bin', '.local/bin'];
    const PATH = [...bins.map((name) => join(folder.home, name)), process.env['PATH'] ?? ''].join(':');
    environment = { PATH, HOME: folder.home, LANG: 'C.UTF-8' };
    sandbox = await openIn(folder, kind);
  });
  afterAll(async () => {
    await sandbox.close();
    await folder.remove();
  });

  const read = async (names: readonly string[], box = sandbox): Promise<Readonly<Record<string, boolean>>> => {
    const line = names.map((name) => `cat ${quoteWord(join(folder.home, name))} >/dev/null 2>&1; echo $?`).join('\n');
    const start = { cwd: folder.root, environment };
    const entry = await box.enter({ file: '/bin/sh', args: ['-c', line] }, start);
    const { output } = await runProcess({ ...entry, cwd: folder.root, mark: 'home' });
    await entry.leave();
    const codes = output.head.trim().split('\n');
    return Object.fromEntries(names.map((name, at) => [name, codes[at] === '0']));
  };
  const all = (names: readonly string[], isReadable: boolean): Readonly<Record<string, boolean>> =>
    Object.fromEntries(names.map((name) => [name, isReadable]));

  test('nothing can be read that no tool needs, whoever has put it there', async () => {
    expect(await read(credentials)).toEqual(all(credentials, false));
  });

  test('tools work: what is on PATH with its toolchain, caches, and the repository around the workspace', async () => {
    // Bubblewrap before 0.11 has no overlays: caches start empty.
    const isCache = (name: string): boolean =>
      cachePaths(folder.home).some((each) => isAtOrBelow(join(folder.home, name), each));
    const names = Object.keys(tools).filter((name) => kind !== 'bubblewrap' || !isCache(name));
    expect(await read([...names, '.local/bin/linked'])).toEqual(all([...names, '.local/bin/linked'], true));
    const start = { cwd: folder.root, environment };
    const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', 'node-x && ls /usr/bin/env'] }, start);
    const { output } = await runProcess({ ...entry, cwd: folder.root, mark: 'home' });
    await entry.leave();
    expect(output.head).toBe('runs\n/usr/bin/env\n');
  });

  test('the user can open more, one file of a folder, too', async () => {
    const opened = ['.newagent', '.ssh/config', 'Documents'].map((name) => join(folder.home, name));
    await put(join(folder.home, '.ssh/config'), 'Host x\n');
    const box = await openIn(folder, kind, { opened });
    onTestFinished(() => box.close());
    const names = ['.newagent/auth.json', '.ssh/config', 'Documents/taxes.txt'];
    expect(await read([...names, '.ssh/id_ed25519', '.authinfo'], box)).toEqual({
      ...all(names, true),
      ...all(['.ssh/id_ed25519', '.authinfo'], false),
    });
  });

  test('a refused read names the folder and the setting', async () => {
    const outcome = await executeToolCall(
      createRunCommand({ sandbox }),
      { command: `cat ${quoteWord(join(folder.home, '.pi/agent/auth.json'))}` },
      { workspace: { root: folder.root, alsoAllowed: [] }, environment },
    );
    const said = `The sandbox hides ${join(folder.home, '.pi')}; only the user can open it, by the setting tools.readable.`;
    expect(JSON.stringify(outcome)).toContain(JSON.stringify(said).slice(1, -1));
  });

  test('the home folder as the workspace: settings are hidden, the rest is the user’s work', async () => {
    const box = await openIn({ ...folder, root: folder.home }, kind);
    onTestFinished(() => box.close());
    const work = ['Documents/taxes.txt', 'other-project/.env', 'passwords.kdbx', 'src/mono/package.json'];
    const settings = credentials.filter((name) => name.startsWith('.'));
    expect(await read([...work, ...settings], box)).toEqual({ ...all(work, true), ...all(settings, false) });
  });
});

test('a home folder that is not there, or is empty, hides nothing', async () => {
  const { hiddenInHome } = await import('../../../src/process/confinement/hidden-in-home.ts');
  const needs = { roots: ['/work'], programs: [], opened: [], environment: {} };
  expect(hiddenInHome(join(dirname('/nonexistent/x'), 'home'), needs)).toEqual([]);
});

test.each(kinds)(
  '%s: start files of a home folder that is the workspace are neither changed nor made',
  async (kind) => {
    const folder = await fencedFolder();
    onTestFinished(() => folder.remove());
    const home = folder.home;
    await put(join(home, '.bashrc'), 'mine\n');
    await put(join(home, 'project/file'), 'text\n');
    const box = await openIn({ ...folder, root: home }, kind);
    const names = startPaths(home).map(({ path }) => path);
    const tries = names.map((path) => {
      const word = quoteWord(path);
      return `echo evil > ${word}; mkdir -p ${word}; echo evil > ${word}/evil; mv ${word} ${word}.old; ln -s evil ${word}`;
    });
    const line = `exec 2>/dev/null; ${tries.join('; ')}; mv .config c; mv .local l; echo new > project/file; true`;
    const entry = await box.enter(
      { file: '/bin/sh', args: ['-c', line] },
      { cwd: home, environment: { PATH: process.env['PATH'] ?? '', HOME: home } },
    );
    const { end } = await runProcess({ ...entry, cwd: home, mark: 'start-files' });
    await entry.leave();
    await box.close();
    const evil = spawnSync('grep', ['-rl', 'evil', home], { encoding: 'utf8' }).stdout;
    const left = names.filter((path) => existsSync(path)).map((path) => path.slice(home.length + 1));
    expect([
      end,
      evil,
      left,
      readFileSync(join(home, '.bashrc'), 'utf8'),
      readFileSync(join(home, 'project/file'), 'utf8'),
    ]).toEqual([...[{ how: 'exited', code: 0 }, '', ['.bashrc', '.gitconfig'], 'mine\n', 'new\n']]);
  },
);
