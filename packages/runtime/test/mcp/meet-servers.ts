/** MCP servers for tests, closed at the end of the test, with all notices about them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@interlock/transcript';
import { expect, onTestFinished, vi } from 'vitest';
import { compileCache } from '../../../../test/program/compile-cache.ts';
import { patienceMs } from '../../../../test/program/until.ts';
import { createMcpServers } from '../../src/mcp/create-mcp-servers.ts';
import type { McpOptions, McpServerConfig, McpTimeouts, StdioServerConfig } from '../../src/mcp/mcp-config.ts';
import type { McpServers } from '../../src/mcp/mcp-servers.ts';
import { systemClock } from '../../src/time/clock.ts';
import type { ToolOutput } from '../../src/tool/tool.ts';

/** Longer than a busy machine needs to start a process. Only a failing test waits this long. */
export const patience = 600_000;

export const demo: StdioServerConfig = serverScript('demo-server.ts');

export function hostile(mode: string): StdioServerConfig {
  return serverScript('hostile-server.ts', mode);
}

function serverScript(file: string, ...args: readonly string[]): StdioServerConfig {
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL(file, import.meta.url)), ...args],
    env: compileCache,
  };
}

export interface Meeting {
  readonly servers: McpServers;
  readonly notices: string[];
  readonly changes: string[][];
  call(tool: string, args?: JsonObject, options?: CallOptions): Promise<ToolOutput>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (text: string) => void;
}

export async function meet(
  config: Readonly<Record<string, McpServerConfig>>,
  options: Partial<McpOptions> = {},
): Promise<Meeting> {
  const meeting = introduce(config, options);
  await meeting.servers.start();
  return meeting;
}

/** For servers that have to be killed. */
export const impatient: McpTimeouts = { pingMs: 300, closeMs: 300 };

/** Creates servers that are not started yet. */
export function introduce(
  config: Readonly<Record<string, McpServerConfig>>,
  { timeouts, ...options }: Partial<McpOptions> = {},
): Meeting {
  const notices: string[] = [];
  const changes: string[][] = [];
  const servers = createMcpServers(config, {
    environment: {},
    clock: systemClock,
    timeouts: {
      startMs: patience,
      probeMs: patience,
      listMs: patience,
      pingMs: patience,
      closeMs: 3_000,
      backoffMs: 1,
      reloadMs: 1,
      ...timeouts,
    },
    onChange: () => changes.push(servers.tools().map(({ name }) => name)),
    onNotice: ({ text }) => notices.push(text),
    ...options,
  });
  onTestFinished(() => servers.close());
  return { servers, notices, changes, call: (tool, args = {}, how = {}) => callTool(servers, tool, args, how) };
}

export async function callTool(
  servers: McpServers,
  name: string,
  args: JsonObject = {},
  { signal = new AbortController().signal, progress = () => {} }: CallOptions = {},
): Promise<ToolOutput> {
  const tool = servers.tools().find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name} among ${servers.tools().map((each) => each.name)}`);
  const workspace = { root: '/', alsoAllowed: [] };
  return tool.run(args, { callId: 'call-1', signal, workspace, environment: {}, progress });
}

/** The data in a report whose text is JSON. */
export function dataOf(output: ToolOutput): Record<string, unknown> {
  return JSON.parse(typeof output === 'string' ? output : (output.text ?? '')) as Record<string, unknown>;
}

export async function pidOf({ call }: Meeting, server = 'demo'): Promise<number> {
  return Number(dataOf(await call(`mcp__${server}__state`))['pid']);
}

export async function expectGone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: patienceMs, interval: 10 });
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** Whether the process is a zombie: it has ended, but its parent (perhaps a container's init) has not reaped it. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
