/** Runs real attacks from inside the sandbox and checks afterwards what has changed outside. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { share } from '../../../../../test/property/runs.ts';
import { openSandbox } from '../../../src/process/confinement/open-sandbox.ts';
import type { Sandbox, SandboxEntry } from '../../../src/process/confinement/sandbox.ts';
import { quoteWord } from '../../../src/process/quote-word.ts';
import { runProcess } from '../../../src/process/run-process.ts';
import { isRunning } from '../living.ts';
import { type FencedFolder, fencedFolder, put, secret } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';

const kinds = await confiningKinds();
const environment = (home: string): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', HOME: home });

interface Ran {
  readonly code: number;
  readonly said: string;
}

async function within(
  sandbox: Sandbox,
  folder: FencedFolder,
  command: string,
  how: object = {},
): Promise<Ran & { entry: SandboxEntry }> {
  const { root: cwd, home } = folder;
  const started = { cwd, environment: environment(home), ...how };
  const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', command] }, started);
  const { end, output } = await runProcess({ ...entry, cwd, mark: `sandbox-${Math.random()}` });
  return { code: end.how === 'exited' ? end.code : -1, said: output.head, entry };
}

const git = (cwd: string, ...args: readonly string[]): Promise<unknown> =>
  runProcess({ file: 'git', args, cwd, environment: { PATH: process.env['PATH'] ?? '', HOME: cwd } });

// Each mechanism gets one half of the attacks; the long form runs all of them with each.
describe.each(kinds.map((kind, place) => [kind, place] as const))('%s', (kind, place) => {
  let folder: FencedFolder;
  let sandbox: Sandbox;
  let listener: Server;
  let port = 0;
  beforeAll(async () => {
    folder = await fencedFolder();
    await git(folder.root, 'init', '-q');
    await put(join(folder.root, '.interlock/config.json'), '{}');
    listener = createServer((socket) => socket.end(secret)).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    sandbox = await openIn(folder, kind);
  });
  afterAll(async () => {
    listener.close();
    await sandbox.close();
    await folder.remove();
  });
  const inside = (command: string, how: object = {}): Promise<Ran> =>
    within(sandbox, folder, command, how).then(async ({ entry, code, said }) => {
      await entry.leave();
      return { code, said };
    });

  test('describes itself correctly', () => {
    expect(sandbox.confinement).toEqual({ state: 'confined', by: kind });
  });

  test('the workspace and a temporary folder are writable, also from a subfolder', async () => {
    const { said } = await inside('echo new > src/made && cat src/made; echo t > /tmp/a && cat /tmp/a; mktemp', {});
    expect(said).toMatch(/^new\nt\n\/tmp\/\S+\n$/);
    expect(await readFile(join(folder.root, 'src/made'), 'utf8')).toBe('new\n');
    expect((await inside('cat /tmp/a')).said).toBe('t\n');
    expect(existsSync('/tmp/a')).toBe(false);
  });

  const outside: readonly (readonly [title: string, command: (folder: FencedFolder) => string])[] = [
    ['beside the workspace', ({ outside }) => `echo x > ${outside}/file; echo x > ${outside}/new; rm -rf ${outside}`],
    ['through a link', ({ outside }) => `ln -s ${outside} way; echo x > way/file; rm way`],
    ['through the parent folder', () => 'echo x > ../outside/file; rm -rf ../outside; mv ../outside ../gone'],
    ['in the home folder', ({ home }) => `echo x >> ${home}/.gitconfig; echo x > ${home}/.bashrc`],
    [
      'through /proc',
      ({ outside }) =>
        `echo x > /proc/self/root${outside}/file; echo x > /proc/1/root${outside}/file; echo x > /proc/$$/cwd/../outside/file`,
    ],
    ['after a remount', ({ outside }) => `mount -o remount,bind,rw /; mount -o remount,rw /; echo x > ${outside}/file`],
    [
      'with new namespaces',
      ({ outside }) =>
        `unshare -Urm sh -c 'mount -o remount,bind,rw /; mount -o remount,bind,rw ${outside}; umount -l /; echo x > ${outside}/file'`,
    ],
    [
      'with another user',
      ({ outside }) => `sudo -n sh -c 'echo x > ${outside}/file'; su -c 'echo x > ${outside}/file' root`,
    ],
    ['by a bind mount', ({ outside }) => `mkdir -p m; mount --bind ${outside} m; echo x > m/file; umount m`],
  ];
  test.for(share(outside, 2, place))('nothing else is: %s', async ([, command], { signal: _ }) => {
    await inside(command(folder));
    const [file, config] = [join(folder.outside, 'file'), join(folder.home, '.gitconfig')].map((path) =>
      readFileSync(path, 'utf8'),
    );
    expect([
      file,
      config?.startsWith('[user]'),
      existsSync(join(folder.home, '.bashrc')),
      existsSync(join(folder.outside, 'new')),
    ]).toEqual([...['outside', true, false, false]]);
  });

  const obeyed: readonly (readonly [title: string, command: string])[] = [
    ['hooks', 'echo x > .git/hooks/pre-commit; mkdir -p .git/hooks/x; rm -rf .git/hooks'],
    ['settings', 'git config core.fsmonitor ./evil; echo x > .git/config; rm -f .git/config; mv .git/config c'],
    ['the git folder moved aside', 'mv .git .git2 && mkdir -p .git/hooks && echo x > .git/hooks/pre-commit'],
    [
      'the git folder deleted',
      'rm -rf .git; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit; cp .git/config /tmp/c',
    ],
    [
      'our own folder',
      'echo "{}x" > .interlock/config.json; mkdir -p .interlock/tools; rm -rf .interlock; mv .interlock i',
    ],
    [
      'through a new mount',
      'unshare -Urm sh -c "umount .git/config; umount .interlock; mount -o remount,bind,rw .interlock; echo x > .interlock/config.json; echo x > .git/config"',
    ],
    ['through a hard link', 'ln .git/config c && echo x > c; ln .interlock/config.json d && echo x > d; rm -f c d'],
    ['by replacing', 'echo x > n; mv -f n .git/config; echo x > n; mv -f n .interlock/config.json; rm -f n'],
  ];
  test.for(share(obeyed, 2, place))('protects what git and Interlock obey: %s', async ([, command]) => {
    const before = readFileSync(join(folder.root, '.git/config'), 'utf8');
    await inside(command);
    const after = ['.git/config', '.interlock/config.json'].map((name) =>
      readFileSync(join(folder.root, name), 'utf8'),
    );
    const made = ['.git/hooks/pre-commit', '.interlock/tools', '.git2'].map((name) =>
      existsSync(join(folder.root, name)),
    );
    expect([...after, ...made]).toEqual([before, '{}', false, false, false]);
  });

  test('no folder that git would obey instead can be named', async () => {
    const { said, entry } = await within(
      sandbox,
      folder,
      'mkdir evil; echo ../evil > .git/commondir; rm -f .git/commondir',
    );
    const report = await entry.leave();
    expect([report?.disarmed, said.match(/read-only|busy/gi)?.length]).toEqual([[], 2]);
  });

  test('if Interlock has no folder yet, none can be created and none is left', async () => {
    const other = await fencedFolder();
    const box = await openIn(other, kind);
    const { entry } = await within(
      box,
      other,
      'mkdir -p .interlock/tools; echo x > .interlock/config.json; ls -a .interlock',
    );
    await entry.leave();
    expect(existsSync(join(other.root, '.interlock/config.json'))).toBe(false);
    await box.close();
    expect(existsSync(join(other.root, '.interlock'))).toBe(false);
    await other.remove();
  });

  const credentials = [
    ...['.ssh/id_ed25519', '.aws/credentials', '.netrc', '.npmrc', '.config/gcloud/key', '.codex/auth.json'],
  ];
  test.for(share(credentials, 2, place))('credentials cannot be read: %s', async (name) => {
    const path = join(folder.home, name);
    const tries = `cat ${path}; cat /proc/self/root${path}; cp ${path} got; chmod 777 ${path}; cat ${path}; unshare -Urm sh -c "umount ${path}; umount ${join(path, '..')}; cat ${path}"; true`;
    const { said } = await inside(tries);
    expect(said).not.toContain(secret);
    expect(existsSync(join(folder.root, 'got')) && readFileSync(join(folder.root, 'got'), 'utf8')).not.toContain(
      secret,
    );
  });

  test('nor can Interlock’s own data, by any name', async () => {
    await symlink(folder.state, join(folder.root, 'way'));
    const stored = quoteWord(join(folder.state, 'session'));
    const { said } = await inside(
      `cat ${stored} way/session; ls -R ${quoteWord(folder.state)}; echo x > ${stored}; true`,
    );
    await rm(join(folder.root, 'way'));
    expect(said).not.toContain(secret);
    expect(await readFile(join(folder.state, 'session'), 'utf8')).toBe(secret);
  });

  test('system files are readable, and git settings apply', async () => {
    const { said } = await inside('head -c 4 /bin/sh | tail -c 3; git config user.name');
    expect(said).toContain('A\n');
  });

  test('there is no network: no host loopback, no DNS, no other hosts', async () => {
    const connect = (host: string, at: number): string =>
      `node -e "require('net').connect(${at},'${host}').on('data',(d)=>console.log(String(d))).on('error',(e)=>console.log(e.code))"`;
    const { said } = await inside(
      `${connect('127.0.0.1', port)}; ${connect('192.0.2.1', 80)}; ${connect('example.com', 80)}`,
    );
    expect(said).toMatch(/^ECONNREFUSED\nENETUNREACH\n(EAI_AGAIN|ENOTFOUND)\n$/);
  });

  test('has its own loopback, because test suites listen there', async () => {
    const program =
      "const s=require('net').createServer((c)=>c.end('heard')).listen(0,'127.0.0.1',()=>require('net').connect(s.address().port,'127.0.0.1').on('data',(d)=>{console.log(String(d));s.close()}))";
    expect((await inside(`node -e "${program}"`)).said).toBe('heard\n');
  });

  test('no process outside is visible or can be killed', async () => {
    const victim = spawn('sleep', ['1000'], { stdio: 'ignore' });
    await once(victim, 'spawn');
    const { said } = await inside(
      `kill -9 ${victim.pid}; kill -9 -- -1; ls /proc | grep -c "^[0-9]*$"; cat /proc/${process.pid}/environ; cat /proc/${victim.pid}/cmdline`,
    );
    expect([isRunning(victim.pid ?? 0), isRunning(process.pid)]).toEqual([true, true]);
    expect(said).not.toContain('1000');
    victim.kill('SIGKILL');
  });

  test('sockets outside are unreachable, wherever they are', async () => {
    const path = join(folder.outside, 'docker.sock');
    const abstract = `\0interlock-test-${process.pid}`;
    const servers = [path, abstract].map((at) => createServer((socket) => socket.end(secret)).listen(at));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const connect = (at: string): string =>
      `node -e ${quoteWord(`require('net').connect(${JSON.stringify(at)}).on('data',(d)=>console.log(String(d))).on('error',(e)=>console.log(e.code))`)}`;
    const { said } = await inside(
      `${connect(path)}; ${connect(abstract)}; ls /run/docker.sock /run/dbus /run/user 2>&1`,
    );
    for (const server of servers) server.close();
    expect(said).not.toContain(secret);
    expect(said).toMatch(/^(EACCES|ECONNREFUSED|ENOTSOCK|ENOENT)\nECONNREFUSED\n/);
  });

  test('no variable points to an agent or a desktop outside', async () => {
    const more = {
      SSH_AUTH_SOCK: '/x',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x',
      DOCKER_HOST: 'unix:///x',
      KEPT: 'yes',
    };
    const { said } = await inside('env', { environment: { ...environment(folder.home), ...more } });
    expect(said).not.toMatch(/SSH_AUTH_SOCK|DBUS_SESSION|DOCKER_HOST/);
    expect(said).toMatch(/^KEPT=yes$/m);
    expect(said).toMatch(/^TMPDIR=\/tmp$/m);
  });

  test('drops all capabilities permanently', async () => {
    const { said } = await inside(
      "grep -E '^(Cap|NoNewPrivs)' /proc/self/status | tr '\\t' ' '; grep -hE '^CapEff' /proc/1/status | tr '\\t' ' '",
    );
    const none = '0000000000000000';
    expect(said.trim().split('\n').slice(0, 6)).toEqual([
      ...[`CapInh: ${none}`, `CapPrm: ${none}`, `CapEff: ${none}`, `CapBnd: ${none}`, `CapAmb: ${none}`],
      'NoNewPrivs: 1',
    ]);
  });

  test('has no host devices and cannot control the kernel', async () => {
    const { said } = await inside(
      'ls /dev; echo x > /proc/sys/kernel/core_pattern; echo b > /proc/sysrq-trigger; echo 1 > /sys/kernel/mm/ksm/run; echo x > /dev/null && echo ok; find /sys/fs/cgroup -writable -type f 2>/dev/null | head -1',
    );
    expect(said).not.toMatch(/^(sd|vd|nvme|kmsg|mem|kvm|loop|fuse)/m);
    expect(said).toMatch(/^ok$/m);
    expect(said).not.toContain('/sys/fs/cgroup');
  });

  test('nothing survives its end, however it hides', async () => {
    const name = `hold-${process.pid}`;
    await writeFile(join(folder.root, name), '#!/bin/sh\nsleep 1000\n', { mode: 0o755 });
    const hide = `setsid env -i /bin/sh ./${name} </dev/null >/dev/null 2>&1 &`;
    await inside(`(${hide}) ; (setsid sh -c '(env -i setsid ./${name} &) &' >/dev/null 2>&1 &); sleep 0.2`);
    const left = await runProcess({
      file: 'pgrep',
      args: ['-f', name],
      cwd: '/',
      environment: { PATH: process.env['PATH'] ?? '' },
    });
    expect(left.output.head).toBe('');
  });

  test('a stopped command ends with everything it started', async () => {
    const entry = await sandbox.enter(
      { file: '/bin/sh', args: ['-c', 'trap "" TERM; (setsid sleep 1000 &); sleep 1000'] },
      { cwd: folder.root, environment: environment(folder.home) },
    );
    const run = await runProcess({ ...entry, cwd: folder.root, timeoutMs: 300, graceMs: 100, mark: 'stopped' });
    await entry.leave();
    expect([run.end, run.remaining]).toEqual([{ how: 'stopped', why: 'timeout' }, []]);
  });

  test('package caches can be read and written without changing the real ones', async () => {
    const { said } = await inside(
      'cat ~/.npm/_cacache/entry; echo evil > ~/.npm/_cacache/entry; echo n > ~/.npm/new; cat ~/.npm/new',
    );
    expect(said).toMatch(/n\n$/);
    expect(await readFile(join(folder.home, '.npm/_cacache/entry'), 'utf8')).toBe('cached');
    expect(existsSync(join(folder.home, '.npm/new'))).toBe(false);
    expect((await inside('cat ~/.npm/new')).said).toBe('n\n');
  });

  test('an extra folder can be allowed for one run only', async () => {
    await inside(`echo given > ${quoteWord(join(folder.outside, 'given'))}`, { writable: [folder.outside] });
    expect(await readFile(join(folder.outside, 'given'), 'utf8')).toBe('given\n');
    await rm(join(folder.outside, 'given'));
    await inside(`echo given > ${quoteWord(join(folder.outside, 'given'))}`);
    expect(existsSync(join(folder.outside, 'given'))).toBe(false);
  });

  test('passes on exit codes and standard error', async () => {
    expect(await inside('echo bad >&2; exit 7')).toEqual({ code: 7, said: 'bad\n' });
    // The sandbox adds nothing of its own to standard error.
    expect(await inside('echo last; kill -KILL $$')).toEqual({ code: 137, said: 'last\n' });
  });

  test('file names of any kind', async () => {
    const odd = join(folder.root, 'a \'b\' "c" #d $e\\f\n');
    await mkdir(odd, { recursive: true });
    const box = await openIn({ ...folder, root: odd }, kind);
    const { entry, said } = await within(
      box,
      { ...folder, root: odd },
      'echo x > made; echo done; echo x > ../src/outside',
    );
    await entry.leave();
    await box.close();
    expect(said).toMatch(/^done\n/);
    expect([existsSync(join(odd, 'made')), existsSync(join(folder.root, 'src/outside'))]).toEqual([true, false]);
  });

  test('a commit in a worktree whose git folder is elsewhere', async () => {
    const other = await fencedFolder();
    const main = join(other.outside, 'main');
    const inMain = (name: string): string => quoteWord(join(main, name));
    await mkdir(main);
    for (const args of [
      ['init', '-q'],
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'first'],
    ])
      await git(main, ...args);
    await rm(other.root, { recursive: true });
    await git(main, 'worktree', 'add', '-q', other.root);
    const box = await openIn(other, kind);
    const { entry, code, said } = await within(
      box,
      other,
      `echo x > file && git add file && git commit -qm second && git log --oneline | wc -l; git config core.fsmonitor ./evil; echo x > ${inMain('.git/hooks/pre-commit')}; echo x > ${inMain('file')}; echo /evil > ${inMain('.git/worktrees/work/commondir')}; mv .git g; echo`,
    );
    await entry.leave();
    await box.close();
    expect([code, said.split('\n')[0]?.trim()]).toEqual([0, '2']);
    expect(readFileSync(join(main, '.git/config'), 'utf8')).not.toContain('evil');
    expect(readFileSync(join(main, '.git/worktrees/work/commondir'), 'utf8')).toBe('../..\n');
    expect([
      existsSync(join(main, '.git/hooks/pre-commit')),
      existsSync(join(main, 'file')),
      existsSync(join(other.root, '.git')),
    ]).toEqual([...[false, false, true]]);
    await other.remove();
  });

  test('npm ci and npm test of a project whose tests listen', async () => {
    const other = await fencedFolder();
    const dependency = { version: '1.0.0', resolved: 'dep', link: true };
    const project = {
      name: 'p',
      version: '1.0.0',
      dependencies: { dep: 'file:dep' },
      scripts: { test: 'node try.cjs' },
    };
    const packages = {
      '': { name: 'p', version: '1.0.0', dependencies: { dep: 'file:dep' } },
      dep: { version: '1.0.0' },
    };
    const lock = { name: 'p', version: '1.0.0', lockfileVersion: 3, requires: true };
    const files = {
      'package.json': JSON.stringify(project),
      'package-lock.json': JSON.stringify({ ...lock, packages: { ...packages, 'node_modules/dep': dependency } }),
      'dep/package.json': '{"name":"dep","version":"1.0.0","main":"i.js"}',
      'dep/i.js': 'module.exports = 42;',
      'try.cjs':
        "const s = require('http').createServer((_, r) => r.end(String(require('dep')))).listen(0, '127.0.0.1', async () => { console.log(await (await fetch('http://127.0.0.1:' + s.address().port)).text()); s.close(); });",
    };
    for (const [name, text] of Object.entries(files)) await put(join(other.root, name), text);
    const box = await openIn(other, kind);
    const command = 'npm ci --offline --no-audit --no-fund && npm test --silent';
    const { entry, code, said } = await within(box, other, command);
    await entry.leave();
    await box.close();
    await other.remove();
    expect([code, said.trim().endsWith('42'), said]).toEqual([0, true, said]);
  });

  test('a repository cannot unlock a folder by claiming it', async () => {
    const other = await fencedFolder();
    await put(join(other.root, '.git'), `gitdir: ${other.outside}\n`);
    await put(join(other.outside, 'HEAD'), 'ref: refs/heads/main\n');
    await put(join(other.outside, 'commondir'), '.\n');
    const box = await openIn(other, kind);
    const { entry } = await within(box, other, `echo x > ${other.outside}/file`);
    await entry.leave();
    await box.close();
    expect(await readFile(join(other.outside, 'file'), 'utf8')).toBe('outside');
    await other.remove();
  });

  test('two at a time do not interfere', async () => {
    const said = await Promise.all([1, 2, 3].map((n) => inside(`echo ${n} > ~/.npm/mine; sleep 0.1; cat ~/.npm/mine`)));
    expect(said.map((each) => each.said)).toEqual(['1\n', '2\n', '3\n']);
  });

  test('agents that start and end in one folder keep each other’s guard', async () => {
    const other = await fencedFolder();
    const agents = await Promise.all([1, 2, 3].map(() => openIn(other, kind)));
    const said = await Promise.all(
      agents.map(async (agent, n) => {
        const lines: string[] = [];
        for (let round = 0; round < 4; round += 1) {
          const { entry, said: each } = await within(
            agent,
            other,
            `sleep 0.0${n}; mkdir .interlock 2>/dev/null; echo x > .interlock/config.json; true`,
          );
          await entry.leave();
          lines.push(each);
        }
        await agent.close();
        return lines;
      }),
    );
    expect(said.flat().filter((line) => !line.includes('Read-only file system'))).toEqual([]);
    expect(existsSync(join(other.root, '.interlock'))).toBe(false);
    await other.remove();
  });
});

test.each(kinds.filter((kind) => kind === 'namespaces'))(
  'the automatic choice shows package caches where %s do, whichever kind comes first',
  async (kind) => {
    const folder = await fencedFolder();
    const seen: string[] = [];
    for (const chosen of [{ kinds: [kind] }, { kinds: ['bubblewrap', 'namespaces'] as const }]) {
      const sandbox = await openIn(folder, kind, chosen);
      seen.push((await within(sandbox, folder, 'cat ~/.npm/_cacache/entry')).said);
      await sandbox.close();
    }
    await folder.remove();
    expect(seen[1]).toBe(seen[0]);
  },
);

describe('without a sandbox', () => {
  const workspace = { root: process.cwd(), alsoAllowed: [] };
  const command = { file: '/bin/sh', args: ['-c', 'echo ran'] };
  const how = { cwd: process.cwd(), environment: {} };

  test('off: commands run unconfined', async () => {
    const sandbox = await openSandbox({ mode: 'off', workspace, environment: {} });
    expect(sandbox.confinement).toEqual({ state: 'off' });
    expect(await sandbox.enter(command, how)).toMatchObject({ ...command, environment: {} });
  });

  test.for<readonly ['auto' | 'require', boolean]>([
    ['auto', false],
    ['require', true],
  ])('nothing works, and %s was configured', async ([mode, required]) => {
    const sandbox = await openSandbox({ mode, workspace, environment: {}, kinds: [] });
    const why = `There is no sandbox for ${process.platform}.`;
    expect(sandbox.confinement).toEqual({ state: 'unavailable', why, required });
    const entered = sandbox.enter(command, how);
    if (required) await expect(entered).rejects.toThrow(why);
    else expect(await entered).toMatchObject(command);
  });
});
