/** `run_command` in a sandbox: what the model reads when the sandbox blocks a command, and how it requests more. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { JsonObject } from '@interlock/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox } from '../../src/process/confinement/open-sandbox.ts';
import type { Sandbox } from '../../src/process/confinement/sandbox.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import type { AgentTool } from '../../src/tool/tool.ts';
import { createRunCommand } from '../../src/tools/run-command.ts';
import { type FencedFolder, fencedFolder } from '../process/confinement/fenced-folder.ts';
import { confiningKinds, openIn } from '../process/confinement/machine.ts';

const kinds = await confiningKinds();

async function run(tool: AgentTool, { root, home }: FencedFolder, args: JsonObject): Promise<string> {
  const output = await tool.run(args, {
    callId: 'call',
    signal: new AbortController().signal,
    workspace: { root, alsoAllowed: [] },
    environment: { PATH: process.env['PATH'] ?? '', HOME: home },
    progress: () => undefined,
  });
  return typeof output === 'string' ? output : (output.text ?? '');
}

describe.each(kinds)('%s', (kind) => {
  let folder: FencedFolder;
  let sandbox: Sandbox;
  let tool: AgentTool;
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    folder = await fencedFolder();
    execFileSync('git', ['init', '-q'], { cwd: folder.root });
    server = createServer((_, answer) => answer.end('reached\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    sandbox = await openIn(folder, kind, { lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
    tool = createRunCommand({ sandbox });
  });
  afterAll(async () => {
    server.close();
    await sandbox.close();
    await folder.remove();
  });

  test('says that it is confined, and offers exceptions that require a question', () => {
    expect(tool.description).toContain('It runs in a sandbox');
    expect(Object.keys(tool.parameters['properties'] ?? {}).slice(-2)).toEqual(['hosts', 'unconfined']);
    const command = 'npm test';
    expect([
      tool.confinement?.({ command }),
      tool.confinement?.({ command, hosts: ['api.example.com'] }),
      tool.confinement?.({ command, unconfined: true }),
    ]).toEqual([
      { confined: true },
      { confined: true, question: 'Allow api.example.com for this session?' },
      { confined: false, question: 'Run this command outside the sandbox?' },
    ]);
  });

  test.for<readonly [command: string, note: RegExp]>([
    [
      'echo x > ../outside/file',
      /\[It ran in the sandbox, which may be why it failed: only the workspace and \/tmp can be written.*`unconfined: true`.*asked\.\]$/,
    ],
    ['cat ~/.ssh/id_ed25519', /credentials cannot be read.*`unconfined: true`/],
    [
      'node -e "fetch(\'http://example.com\')"',
      /no network except loopback and allowed hosts\. To reach a host, name it in `hosts`/,
    ],
    ['git config user.x y', /\.git\/config/],
  ])('%s: the model is told that the sandbox was the reason', async ([command, note]) => {
    expect(await run(tool, folder, { command })).toMatch(note);
  });

  test('does not blame the sandbox for ordinary failures', async () => {
    expect(await run(tool, folder, { command: 'echo wrong; exit 3' })).toBe('Exit code 3.\n\nwrong\n');
  });

  test.for<readonly [command: string, left: number]>([
    ['sleep 600 & echo begun', 1],
    ['setsid sleep 600 & (sleep 600 &) ; exec sh -c "sleep 600 & echo begun"', 3],
    ['echo begun | cat', 0],
  ])('%s: processes that end with it are counted', async ([command, left]) => {
    const note = left === 0 ? '' : `Processes still running in the background: ${left}. They were killed.\n`;
    expect(await run(tool, folder, { command })).toBe(`Exit code 0.\n${note}\nbegun\n`);
  });

  test('outside, if the user agreed', async () => {
    expect(await run(tool, folder, { command: 'echo x > ../outside/agreed', unconfined: true })).toBe(
      'Exit code 0.\n\n(no output)',
    );
    expect(existsSync(join(folder.outside, 'agreed'))).toBe(true);
  });

  test('an allowed host is reachable for the rest of the session; any other is rejected by name', async () => {
    const fetch = (host: string): string =>
      `${quoteWord(process.execPath)} -e "fetch('http://${host}:${port}/').then((r)=>r.text()).then(console.log,(e)=>console.log(String(e.cause??e)))"`;
    const hosts = [`localhost:${port}`, `127.0.0.1:${port}`];
    expect(await run(tool, folder, { command: `env -u no_proxy -u NO_PROXY ${fetch('127.0.0.1')}`, hosts })).toContain(
      'reached',
    );
    expect(tool.confinement?.({ command: 'x', hosts })).toEqual({ confined: true });
    const refused = await run(tool, folder, { command: fetch('other.example') });
    expect(refused).toContain(`The sandbox refused these connections: other.example:${port}.`);
  });

  test('an allowed name that points to this machine is not followed', async () => {
    const ask = `GET http://inner.example:${port}/ HTTP/1.0\\r\\n\\r\\n`;
    const command = `${quoteWord(process.execPath)} -e "const s=require('net').connect(47128,'127.0.0.1',()=>s.write('${ask}'));s.on('data',(d)=>console.log(String(d)))"`;
    const said = await run(tool, folder, { command, hosts: [`inner.example:${port}`] });
    expect(said).toMatch(/ 403 [\s\S]*inner\.example is not on the public internet/);
  });

  test('a tunnel works too', async () => {
    const program = `const net=require('net');const s=net.connect(47128,'127.0.0.1',()=>s.write('CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\n\\r\\n'));s.once('data',(d)=>{console.log(String(d).split('\\r')[0]);s.write('GET / HTTP/1.0\\r\\n\\r\\n');s.on('data',(b)=>console.log(String(b).split('\\n').at(-2)))})`;
    expect(await run(tool, folder, { command: `node -e "${program}"` })).toMatch(/200 Connection established\nreached/);
  });

  test('does not ask about an invalid host', async () => {
    expect(await run(tool, folder, { command: 'echo', hosts: ['*.com'] })).toMatch(
      /^\*\.com is not a host\. .*Nothing was run\.$/,
    );
  });
});

test('required but unavailable: nothing is run', async () => {
  const folder = await fencedFolder();
  const sandbox = await openSandbox({
    mode: 'require',
    workspace: { root: folder.root, alsoAllowed: [] },
    environment: {},
    kinds: [],
  });
  const tool = createRunCommand({ sandbox });
  const text = await run(tool, folder, { command: 'echo > made' });
  expect(text).toMatch(/^Commands may only run in the sandbox, and none is available here\. .* Nothing was run\.$/);
  expect(existsSync(join(folder.root, 'made'))).toBe(false);
  expect(tool.confinement?.({ command: 'x' })).toEqual({ confined: false });
  await folder.remove();
});

test.each(['auto', 'off'] as const)('%s, and not confined: nobody says that it ran in the sandbox', async (mode) => {
  const folder = await fencedFolder();
  const workspace = { root: folder.root, alsoAllowed: [] };
  const tool = createRunCommand({ sandbox: await openSandbox({ mode, workspace, environment: {}, kinds: [] }) });
  const command = 'echo "cannot touch x: Read-only file system" >&2; exit 1';
  const text = await run(tool, folder, { command });
  expect(text).toContain('Read-only file system');
  expect(`${tool.description} ${text}`).not.toMatch(/in (the|a) sandbox/);
  await folder.remove();
});
