/** `interlock acp` as an editor starts it: a separate process, killed in the middle of a turn, and the session loaded again. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, type SessionUpdate } from '@agentclientprotocol/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { chosen } from './connect.ts';
import { editorModel, updatesOf } from './editor.ts';
import { type Line, wrongLines } from './protocol-lines.ts';

const { session: of } = methods.agent;
let provider: ScriptedProvider;
const children: ChildProcessByStdio<Writable, Readable, Readable>[] = [];
beforeAll(async () => {
  provider = await startProvider(editorModel);
  writeFileSync(join(provider.workspace, 'notes.txt'), 'one\ntwo\n');
  // A provider file of the user that prints; it is loaded into the agent's process.
  const folder = join(provider.env['XDG_CONFIG_HOME'] ?? '', 'interlock/providers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'noisy.js'), 'console.log("a stray line");\nexport default undefined;\n');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await provider.close();
});

function start() {
  const child = spawn(process.execPath, [...programArgs('main'), 'acp', '--sandbox', 'off'], {
    env: provider.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let printed = '';
  let told = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (told += chunk));
  const updates: SessionUpdate[] = [];
  let heard = (): void => undefined;
  const connection = client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      heard();
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => chosen(params, 'allow_once'))
    .connect(
      ndJsonStream(
        Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
        Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
      ),
    );
  return {
    child,
    updates,
    agent: connection.agent,
    told: () => told,
    /** The lines on standard output, validated against the schema, and the responses by request. */
    wrong: (asked: readonly Line[]) =>
      wrongLines([
        ...asked,
        ...printed
          .split('\n')
          .slice(0, -1)
          .map((text): Line => ({ from: 'agent', text })),
      ]),
    until: (fits: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        heard = () => {
          if (fits()) resolve();
        };
        heard();
      }),
  };
}

/** The requests of a client that numbers them from 0. */
function requests(...all: readonly string[]): readonly Line[] {
  return all.map((method, id) => ({ from: 'client', text: JSON.stringify({ ...bare(method), id }) }));
}

function bare(method: string): object {
  const params: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: 1 },
    'session/prompt': { sessionId: 'x', prompt: [] },
    'session/new': { cwd: '/', mcpServers: [] },
    'session/load': { sessionId: 'x', cwd: '/', mcpServers: [] },
  };
  return { jsonrpc: '2.0', method, params: params[method] };
}

test('a kill during a fan-out: the session loads with what really happened, and continues', async () => {
  const first = start();
  await first.agent.request(methods.agent.initialize, { protocolVersion: 1 });
  const { sessionId } = await first.agent.request(of.new, { ...{ cwd: provider.workspace, mcpServers: [] } });
  const lost = first.agent
    .request(of.prompt, { sessionId, prompt: [{ type: 'text', text: 'fan out' }] })
    .catch(() => 'lost');
  const started = (): readonly string[] =>
    updatesOf(first.updates, 'tool_call_update').flatMap(({ status, toolCallId }) =>
      status === 'in_progress' ? [toolCallId] : [],
    );
  await first.until(() => started().length === 2);
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  expect(await lost).toBe('lost');
  expect(first.told()).toContain('a stray line');
  expect(first.wrong(requests('initialize', 'session/new', 'session/prompt'))).toEqual([]);

  const second = start();
  await second.agent.request(methods.agent.initialize, { protocolVersion: 1 });
  await second.agent.request(of.load, { sessionId, cwd: provider.workspace, mcpServers: [] });
  const states = updatesOf(second.updates, 'tool_call_update').map(
    ({ rawOutput }) => (rawOutput as { state: string }).state,
  );
  expect(states).toEqual(['complete', 'interrupted', 'cancelled']);
  const answer = await second.agent.request(of.prompt, { sessionId, prompt: [{ type: 'text', text: 'hello' }] });
  expect(answer).toEqual({ stopReason: 'end_turn' });
  second.child.stdin.end();
  expect(await once(second.child, 'close')).toEqual([0, null]);
  expect(second.wrong(requests('initialize', 'session/load', 'session/prompt'))).toEqual([]);
});
