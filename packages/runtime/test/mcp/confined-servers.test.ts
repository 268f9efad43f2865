/** MCP servers inside the sandbox: what they can access, what they can declare, and which of their calls need approval. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@interlock/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMcpServers } from '../../src/mcp/create-mcp-servers.ts';
import type { StdioServerConfig } from '../../src/mcp/mcp-config.ts';
import { openSandbox } from '../../src/process/confinement/open-sandbox.ts';
import type { Sandbox } from '../../src/process/confinement/sandbox.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import { executeToolCall } from '../../src/scheduler/execute-tool-call.ts';
import { systemClock } from '../../src/time/clock.ts';
import { type FencedFolder, fencedFolder } from '../process/confinement/fenced-folder.ts';
import { confiningKinds, openIn } from '../process/confinement/machine.ts';

const kinds = await confiningKinds();

/** The smallest server: one tool that runs a command and returns its result. */
const server = `
const { execSync } = require('node:child_process');
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const attempt = (command) => { try { return String(execSync('{ ' + command + '; } 2>&1')); } catch (error) { return 'failed: ' + error.stdout; } };
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'server/discover') say(id, {});
  if (method === 'initialize')
    say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
  if (method === 'tools/list')
    say(id, { tools: [{ name: 'run', inputSchema: { type: 'object', properties: { command: { type: 'string' } } } }] });
  if (method === 'tools/call') say(id, { content: [{ type: 'text', text: attempt(params.arguments.command) }] });
});
`;

describe.each(kinds)('%s', (kind) => {
  let folder: FencedFolder;
  let sandbox: Sandbox;
  beforeAll(async () => {
    folder = await fencedFolder();
    writeFileSync(join(folder.outside, 'server.cjs'), server);
    sandbox = await openIn(folder, kind);
  });
  afterAll(async () => {
    await sandbox.close();
    await folder.remove();
  });

  /** A file there, as a word of a shell line. */
  const outside = (name: string): string => quoteWord(join(folder.outside, name));

  async function within(
    more: Partial<StdioServerConfig>,
    args: JsonObject,
  ): Promise<{ readonly said: string; readonly confinement: unknown }> {
    const command = { command: process.execPath, args: [join(folder.outside, 'server.cjs')], ...more };
    const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.home };
    const servers = createMcpServers({ s: command }, { environment, clock: systemClock, cwd: folder.root, sandbox });
    await servers.start();
    const [tool] = servers.tools();
    if (tool === undefined) throw new Error(JSON.stringify(servers.status()));
    const outcome = await executeToolCall(tool, args, { workspace: { root: folder.root, alsoAllowed: [] } });
    await servers.close();
    return {
      said: 'result' in outcome ? String(outcome.result) : JSON.stringify(outcome),
      confinement: tool.confinement?.({}),
    };
  }

  test('writes only the workspace and cannot read credentials', async () => {
    const command = `echo x > made; echo x > ${outside('made')}; cat ${quoteWord(join(folder.home, '.ssh/id_ed25519'))}; true`;
    const { said, confinement } = await within({}, { command });
    expect([existsSync(join(folder.root, 'made')), existsSync(join(folder.outside, 'made'))]).toEqual([true, false]);
    expect(said).toMatch(/Read-only file system[\s\S]*Permission denied/);
    expect(confinement).toEqual({ confined: true });
  });

  test('can write a folder it declares', async () => {
    await within({ writable: ['../outside'] }, { command: `echo x > ${outside('stated')}` });
    expect(existsSync(join(folder.outside, 'stated'))).toBe(true);
  });

  test('a declared network: its calls are asked about like those of other servers', async () => {
    const names = 'cat /proc/net/dev | grep -vc "lo:"';
    const [none, whole] = [await within({}, { command: names }), await within({ network: true }, { command: names })];
    expect([none.said.trim(), whole.confinement]).toEqual(['2', undefined]);
    expect(
      (await within({ network: ['api.example.com'] }, { command: 'env | grep -c ^https_proxy=' })).said.trim(),
    ).toBe('1');
  });

  test('a server that does not start is told what it may declare', async () => {
    const config = { s: { command: process.execPath, args: ['-e', 'process.exit(3)'] } };
    const servers = createMcpServers(config, { environment: {}, clock: systemClock, cwd: folder.root, sandbox });
    await servers.start();
    const [status] = servers.status();
    await servers.close();
    expect(status?.why).toMatch(
      /exit code 3.*It runs in the sandbox, without a network: if it needs more, set "network"/,
    );
  });

  test('outside the sandbox, if it says so', async () => {
    const { confinement } = await within({ confine: false }, { command: `echo x > ${outside('free')}` });
    expect([existsSync(join(folder.outside, 'free')), confinement]).toEqual([true, undefined]);
  });
});

test('on a machine without a sandbox it runs unconfined, and its calls are asked about', async () => {
  const folder = await fencedFolder();
  writeFileSync(join(folder.outside, 'server.cjs'), server);
  const sandbox = await openSandbox({
    ...{ mode: 'auto', workspace: { root: folder.root, alsoAllowed: [] }, environment: {}, kinds: [] },
  });
  const servers = createMcpServers(
    { s: { command: process.execPath, args: [join(folder.outside, 'server.cjs')] } },
    { environment: { PATH: process.env['PATH'] ?? '' }, clock: systemClock, cwd: folder.root, sandbox },
  );
  await servers.start();
  expect(servers.tools().map((tool) => tool.confinement?.({}))).toEqual([undefined]);
  await servers.close();
  await folder.remove();
});
