/** The system calls that are refused inside, the descriptors that are closed, and the sockets that nobody inside reaches. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSandbox } from '../../../src/process/confinement/open-sandbox.ts';
import type { Sandbox } from '../../../src/process/confinement/sandbox.ts';
import { systemCallFilter } from '../../../src/process/confinement/system-call-filter.ts';
import { quoteWord } from '../../../src/process/quote-word.ts';
import { runProcess } from '../../../src/process/run-process.ts';
import { type FencedFolder, fencedFolder, secret } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';

const kinds = await confiningKinds();
const isLinux = process.platform === 'linux';

/** Numbers of this processor; the filter has its own list. */
const numbers: Record<string, Record<string, number>> = {
  x64: {
    socket: 41,
    socketpair: 53,
    keyctl: 250,
    add_key: 248,
    ptrace: 101,
    unshare: 272,
    bpf: 321,
    mount: 165,
    vm: 310,
  },
  arm64: {
    socket: 198,
    socketpair: 199,
    keyctl: 219,
    add_key: 217,
    ptrace: 117,
    unshare: 97,
    bpf: 280,
    mount: 40,
    vm: 270,
  },
};
const n = {
  ...numbers[process.arch],
  io_uring: 425,
  clone3: 435,
  pidfd_getfd: 438,
  ioctl: process.arch === 'x64' ? 16 : 29,
} as Record<string, number>;

/** What perl calls, and the error it gets; 0: none. */
const calls: readonly (readonly [what: string, call: string, error: number])[] = [
  ['a TCP socket', `${n['socket']},2,1,0`, 0],
  ['a UDP socket of version 6', `${n['socket']},10,2,0`, 0],
  ['the list of addresses', `${n['socket']},16,3,0`, 0],
  ['a pair of Unix sockets', `${n['socketpair']},1,1,0,$z`, 0],
  ['a Unix socket', `${n['socket']},1,1,0`, 111],
  ['a Unix socket for datagrams, not inherited', `${n['socket']},1,${0o2000002},0`, 111],
  ['the host of a virtual machine', `${n['socket']},40,1,0`, 97],
  ['packets of a network card', `${n['socket']},17,3,0`, 97],
  ['a raw socket', `${n['socket']},2,3,1`, 1],
  ['a raw socket, not inherited', `${n['socket']},10,${0o2000003},58`, 1],
  ['the firewall', `${n['socket']},16,3,12`, 1],
  ['the kernel’s ciphers', `${n['socket']},38,5,0`, 97],
  ['the session’s keys', `${n['keyctl']},0,-3,0`, 1],
  ['a key', `${n['add_key']},$u,$u,$u,1,-3`, 1],
  ['another process’s registers', `${n['ptrace']},16,$$,0,0`, 1],
  ['another process’s memory', `${n['vm']},$$,0,0,0,0,0`, 1],
  ['another process’s descriptors', `${n['pidfd_getfd']},0,0,0`, 1],
  ['a user namespace', `${n['unshare']},${0x10000000}`, 1],
  ['a time namespace', `${n['unshare']},${0x80}`, 1],
  ['its own file table', `${n['unshare']},${0x400}`, 0],
  ['a mount', `${n['mount']},$u,$u,$u,0,0`, 1],
  ['a program for the kernel', `${n['bpf']},0,0,0`, 1],
  ['a ring of calls', `${n['io_uring']},1,$z`, 38],
  ['a process, in the newest way', `${n['clone3']},0,0`, 38],
  ['input for the terminal', `${n['ioctl']},0,${0x5412},$u`, 1],
];

describe.each(kinds)('%s', (kind) => {
  let folder: FencedFolder;
  let sandbox: Sandbox;
  beforeAll(async () => {
    folder = await fencedFolder();
    sandbox = await openIn(folder, kind);
  });
  afterAll(async () => {
    await sandbox.close();
    await folder.remove();
  });
  const inside = async (command: string): Promise<string> => {
    const { root: cwd, home } = folder;
    const environment = { PATH: process.env['PATH'] ?? '', HOME: home };
    const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', command] }, { cwd, environment });
    const { output } = await runProcess({ ...entry, cwd, mark: `calls-${Math.random()}` });
    await entry.leave();
    return output.head;
  };

  test.runIf(isLinux)('refuses what is of no use to a command', async () => {
    const lines = calls.map(([, call]) => `$!=0; print syscall(${call}) < 0 ? $!+0 : 0, "\\n";`);
    const said = await inside(`perl -e '$z = chr(0) x 128; $u = "user"; ${lines.join(' ')}'`);
    const found = said
      .trim()
      .split('\n')
      .map((error, nth) => [calls[nth]?.[0], Number(error)]);
    expect(found).toEqual(calls.map(([what, , error]) => [what, error]));
  });

  test('threads, children, workers and pipes work', async () => {
    const program =
      "const { Worker } = require('worker_threads'); const { fork, execFileSync } = require('child_process'); if (process.send) process.send('child'); else { new Worker('require(\\'worker_threads\\').parentPort.postMessage(1)', { eval: true }).on('message', () => { console.log('worker'); fork(__filename).on('message', (m) => { console.log(m, String(execFileSync('echo', ['x'])).trim()); }); }); }";
    const said = await inside(
      `cat > w.cjs <<'end'\n${program}\nend\nnode w.cjs; rm w.cjs; python3 -c 'import subprocess; print(subprocess.run(["echo", "p"], capture_output=True).stdout)' 2>&1 || true`,
    );
    expect(said).toMatch(/^worker\nchild x\n/);
  });

  test('sockets outside stay out of reach, however they were named', async () => {
    const server = `import net from 'node:net'; import { renameSync } from 'node:fs'; const serve = (path) => new Promise((done) => net.createServer((s) => s.end('${secret}')).listen(path, done)); await serve('relative.sock'); await serve('before.sock'); renameSync('before.sock', 'renamed.sock'); console.log('ready'); process.stdin.once('data', async () => { await serve('later.sock'); console.log('later'); });`;
    for (const at of [folder.outside, folder.root]) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', server], {
        cwd: at,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('ready');
      const { root: cwd, home } = folder;
      const names = ['relative.sock', 'renamed.sock', 'later.sock'].map((name) => join(at, name));
      const connect = names
        .map(
          (path) =>
            `node -e "require('net').connect(process.argv[1]).on('data',(d)=>console.log(String(d))).on('error',(e)=>console.log(e.code))" ${quoteWord(path)}`,
        )
        .join('; ');
      const entry = await sandbox.enter(
        { file: '/bin/sh', args: ['-c', `until [ -e go ]; do sleep 0.02; done; ${connect}; rm go`] },
        { cwd, environment: { PATH: process.env['PATH'] ?? '', HOME: home } },
      );
      const running = runProcess({ ...entry, cwd, mark: `later-${Math.random()}` });
      child.stdin.write('now\n');
      expect((await lines.next()).value).toBe('later');
      execFileSync('touch', [join(cwd, 'go')]);
      const { output } = await running;
      await entry.leave();
      expect(output.head).toMatch(/^((ECONNREFUSED|EACCES|ENOTSOCK|ENOENT)\n){3}$/);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});

test.runIf(isLinux).each(kinds)('%s: with tools.unixSockets a program has its own', async (kind) => {
  const folder = await fencedFolder();
  onTestFinished(() => folder.remove());
  const { root: cwd, home } = folder;
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home };
  const workspace = { root: cwd, alsoAllowed: [] };
  const opened = await openSandbox({ mode: 'require', kinds: [kind], workspace, environment, unixSockets: true });
  onTestFinished(() => opened.close());
  const program =
    "const net = require('net'); const s = net.createServer((c) => c.end('own')).listen('own.sock', () => net.connect('own.sock').on('data', (d) => { console.log(String(d)); s.close(); }))";
  const entry = await opened.enter({ file: process.execPath, args: ['-e', program] }, { cwd, environment });
  const { output } = await runProcess({ ...entry, cwd, mark: 'own-socket' });
  await entry.leave();
  expect(output.head).toBe('own\n');
});

test.runIf(isLinux).each(kinds)('%s: no descriptor of this program is open inside', async (kind) => {
  const folder = await fencedFolder();
  onTestFinished(() => folder.remove());
  const at = join(folder.root, '..');
  const child = join(import.meta.dirname, 'descriptors-child.ts');
  const given = openSync(folder.outside, 'r');
  const stdio = ['ignore' as const, 'pipe' as const, 'inherit' as const];
  // Numbers below and above those that Node closes by itself, with gaps.
  const more = Array.from({ length: 198 }, (_, nth) =>
    [3, 17, 50, 98, 197].includes(nth) ? given : ('ignore' as const),
  );
  const program = spawn(process.execPath, ['--conditions=@interlock/source', child, at, kind], {
    stdio: [...stdio, ...more],
  });
  let said = '';
  program.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(program, 'close');
  expect(said).toBe('');
});

describe('the filter', () => {
  test.each(['x64', 'arm64'] as const)('%s: whole instructions, and every jump ends inside', (arch) => {
    for (const allowsUnixSockets of [true, false]) {
      const filter = systemCallFilter({ arch, allowsUnixSockets }) ?? Buffer.alloc(0);
      const count = filter.length / 8;
      const wrong = Array.from({ length: count }, (_, at) => at).filter((at) => {
        const code = filter.readUInt16LE(at * 8);
        const isJump = (code & 7) === 5;
        const furthest = Math.max(filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3));
        return isJump && at + 1 + furthest >= count;
      });
      expect([Number.isInteger(count) && count > 20 && count < 4_096, wrong]).toEqual([true, []]);
    }
  });

  test('another processor has none', () =>
    expect(systemCallFilter({ arch: 's390x', allowsUnixSockets: true })).toBeUndefined());
});
