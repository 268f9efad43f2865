/** The agent uses what an editor offers: unsaved buffers, terminals, MCP servers, and folders outside the workspace. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientApp, type CreateTerminalRequest, methods, RequestError } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import { chosenEnvironment } from '../../../../test/program/chosen-environment.ts';
import { startHttpServer } from '../../../runtime/test/mcp/http-server.ts';
import { editors, say, texts, updatesOf } from './editor.ts';

const { session: of } = methods.agent;
const { open, begin, provider } = editors();
const path = (name: string): string => join(provider().workspace, name);

describe('buffers', () => {
  /** An editor with one open file that has unsaved changes. */
  function editing(buffers: Map<string, string>, saved: string[] = []) {
    return (app: ClientApp): void => {
      app.onRequest(methods.client.fs.readTextFile, ({ params }) => {
        const content = buffers.get(params.path);
        if (content === undefined) throw RequestError.resourceNotFound(params.path);
        return { content };
      });
      app.onRequest(methods.client.fs.writeTextFile, ({ params }) => {
        buffers.set(params.path, params.content);
        saved.push(params.path);
        return {};
      });
    };
  }

  test('reads and edits unsaved text, and lets the editor write it', async () => {
    const buffers = new Map([[path('notes.txt'), 'unsaved\ntwo\n']]);
    const saved: string[] = [];
    const connection = await open({
      flags: { mode: 'accept-edits' },
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      more: editing(buffers, saved),
    });
    const id = await begin(connection);
    await say(connection, id, 'read');
    expect(texts(connection.updates, 'agent_message_chunk')).toContain('It says: unsaved\ntwo');
    await say(connection, id, 'edit');
    await say(connection, id, 'write');
    expect([buffers.get(path('notes.txt')), buffers.get(path('new.txt')), saved]).toEqual([
      'unsaved\n2\n',
      'new\n',
      [path('notes.txt'), path('new.txt')],
    ]);
    expect(updatesOf(connection.updates, 'tool_call_update').map(({ content }) => content?.[0])).toContainEqual({
      ...{ type: 'diff', path: path('notes.txt'), oldText: 'unsaved\ntwo\n', newText: 'unsaved\n2\n' },
    });
    // Saving is up to the editor; this one keeps the text in memory.
    expect(readFileSync(path('notes.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  test('reads from disk what the editor does not have open', async () => {
    const connection = await open({ capabilities: { fs: { readTextFile: true } }, more: editing(new Map()) });
    await say(connection, await begin(connection), 'read');
    expect(texts(connection.updates, 'agent_message_chunk')).toContain('It says: one\ntwo');
  });

  test('an editor that reports a missing file as empty and answers a write with null', async () => {
    const connection = await open({
      isRude: true,
      flags: { mode: 'accept-edits' },
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      more: (app) => {
        app.onRequest(methods.client.fs.readTextFile, () => ({ content: '' }));
        app.onRequest(methods.client.fs.writeTextFile, () => null as never);
      },
    });
    const id = await begin(connection);
    await say(connection, id, 'far missing.txt');
    expect(updatesOf(connection.updates, 'tool_call_update').at(-1)?.rawOutput).toMatchObject({
      ...{ state: 'error', error: expect.stringContaining('missing.txt does not exist.') },
    });
    await say(connection, id, 'write');
    expect(updatesOf(connection.updates, 'tool_call_update').at(-1)?.rawOutput).toEqual({
      ...{ state: 'complete', result: 'Created new.txt (1 line).' },
    });
  });

  test('does not overwrite unsaved changes if the editor cannot write', async () => {
    const buffers = new Map([[path('notes.txt'), 'unsaved\ntwo\n']]);
    const connection = await open({
      flags: { mode: 'accept-edits' },
      capabilities: { fs: { readTextFile: true } },
      more: editing(buffers),
    });
    await say(connection, await begin(connection), 'edit');
    expect(updatesOf(connection.updates, 'tool_call_update').at(-1)).toMatchObject({
      status: 'failed',
      rawOutput: {
        error: expect.stringContaining('notes.txt has unsaved changes in the editor. Nothing was changed.'),
      },
    });
    expect(readFileSync(path('notes.txt'), 'utf8')).toBe('one\ntwo\n');
  });
});

/** Terminals as an editor has them: real processes, with a variable that no command may see. */
function terminals(opened: CreateTerminalRequest[], released: string[]) {
  const running = new Map<string, { child: ChildProcess; output: string; exit: Promise<unknown[]> }>();
  return (app: ClientApp): void => {
    const of = (terminalId: string) => {
      const found = running.get(terminalId);
      if (found === undefined) throw RequestError.resourceNotFound(terminalId);
      return found;
    };
    app.onRequest(methods.client.terminal.create, ({ params }) => {
      opened.push(params);
      const child = spawn(params.command, params.args ?? [], {
        detached: true,
        cwd: params.cwd ?? '.',
        env: chosenEnvironment({ ANTHROPIC_API_KEY: 'a key of the editor' }),
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const terminal = { child, output: '', exit: once(child, 'close') };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (terminal.output += chunk));
      const terminalId = `terminal-${running.size + 1}`;
      running.set(terminalId, terminal);
      return { terminalId };
    });
    app.onRequest(methods.client.terminal.output, ({ params }) => ({
      output: of(params.terminalId).output,
      truncated: false,
    }));
    app.onRequest(methods.client.terminal.waitForExit, async ({ params }) => {
      const [exitCode, signal] = await of(params.terminalId).exit;
      return { exitCode: exitCode as number | null, signal: signal as string | null };
    });
    app.onRequest(methods.client.terminal.kill, ({ params }) => {
      const { pid } = of(params.terminalId).child;
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      return {};
    });
    app.onRequest(methods.client.terminal.release, ({ params }) => {
      released.push(params.terminalId);
      return {};
    });
  };
}

test('runs a command in the editor’s terminal, without its keys; kills a cancelled one', async () => {
  const [opened, released]: [CreateTerminalRequest[], string[]] = [[], []];
  const connection = await open({ capabilities: { terminal: true }, more: terminals(opened, released) });
  const id = await begin(connection);
  await say(connection, id, 'run');
  expect(opened[0]).toMatchObject({ sessionId: id, cwd: provider().workspace, command: '/usr/bin/env' });
  const content = [{ type: 'terminal', terminalId: 'terminal-1' }];
  const updates = updatesOf(connection.updates, 'tool_call_update').filter((update) => update.content !== undefined);
  expect(updates.map((update) => update.content)).toEqual([content, content]);
  expect(updates.at(-1)?.rawOutput).toEqual({ state: 'complete', result: 'Exit code 0.\n\nout\n\n' });

  const waiting = say(connection, id, 'wait');
  await connection.until(
    (update) =>
      update.sessionUpdate === 'tool_call_update' &&
      update.content?.[0]?.type === 'terminal' &&
      update.content[0].terminalId === 'terminal-2',
  );
  await connection.agent.notify(of.cancel, { sessionId: id });
  expect(await waiting).toEqual({ stopReason: 'cancelled' });
  expect(updatesOf(connection.updates, 'tool_call_update').at(-1)).toMatchObject({
    status: 'failed',
    rawOutput: { state: 'interrupted' },
  });
  expect(released).toEqual(['terminal-1', 'terminal-2']);
});

test('reports a terminal that the editor cannot open as the result', async () => {
  const more = (app: ClientApp): void => {
    app.onRequest(methods.client.terminal.create, () => {
      throw RequestError.internalError(undefined, 'no terminal here');
    });
  };
  const connection = await open({ capabilities: { terminal: true }, more });
  await say(connection, await begin(connection), 'run');
  expect(updatesOf(connection.updates, 'tool_call_update').at(-1)).toMatchObject({
    status: 'failed',
    rawOutput: { state: 'error', error: expect.stringContaining("The editor's terminal failed: ") },
  });
});

test('the editor’s MCP server over HTTP, with its headers', async () => {
  const server = await startHttpServer();
  const keys: unknown[] = [];
  server.tools = ['look'];
  server.fault = (request) => {
    keys.push(request.headers['x-key']);
    return false;
  };
  const connection = await open();
  const headers = [{ name: 'x-key', value: 'open sesame' }];
  const { sessionId } = await connection.agent.request<{ sessionId: string }, object>(of.new, {
    ...{ cwd: provider().workspace, mcpServers: [{ type: 'http', name: 'weather', url: server.url, headers }] },
  });
  await say(connection, sessionId, 'weather');
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('The weather: {}');
  expect(server.requests).toContain('POST tools/call');
  expect(new Set(keys)).toEqual(new Set(['open sesame']));
});

test('reports an MCP server that cannot be started, and the turn continues', async () => {
  const connection = await open();
  const server = { name: 'gone', command: join(provider().workspace, 'gone'), args: [], env: [] };
  const { sessionId } = await connection.agent.request<{ sessionId: string }, object>(of.new, {
    ...{ cwd: provider().workspace, mcpServers: [server] },
  });
  for (const text of ['hello', 'and again']) await say(connection, sessionId, text);
  const told = texts(connection.updates, 'agent_message_chunk').match(/The MCP server "gone" could not be started/g);
  expect(told?.length).toBe(1);
});

test('the editor’s MCP server, and a folder beside the workspace', async () => {
  const beside = join(provider().env['HOME'] ?? '', 'beside');
  mkdirSync(beside, { recursive: true });
  writeFileSync(join(beside, 'far.txt'), 'far away');
  const connection = await open();
  const server = {
    name: 'weather',
    command: process.execPath,
    args: [join(import.meta.dirname, 'weather-server.cjs')],
    env: [{ name: 'TOWN', value: 'Lisbon' }],
  };
  const { sessionId } = await connection.agent.request<{ sessionId: string }, object>(of.new, {
    ...{ cwd: provider().workspace, additionalDirectories: [beside], mcpServers: [server] },
  });
  await say(connection, sessionId, 'weather');
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('The weather: sunny in Lisbon');
  expect(connection.permissions.map(({ toolCall }) => [toolCall.name, toolCall.kind])).toEqual([
    ['mcp__weather__look', 'other'],
  ]);
  // Its prompts are known once it runs, so the list of commands is sent again.
  expect(updatesOf(connection.updates, 'available_commands_update').at(-1)?.availableCommands).toContainEqual({
    ...{ name: 'weather:ask', description: expect.stringContaining('Asks for the weather.') },
  });
  await say(connection, sessionId, `far ${join(beside, 'far.txt')}`);
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('far away');
});
