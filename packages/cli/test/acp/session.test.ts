/** `interlock acp` with the SDK's own client, on a strict provider: every line both ways is held against the SDK's schemas. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods, type SessionUpdate } from '@agentclientprotocol/sdk';
import { script } from '@interlock/simulators';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { type Connection, type ConnectOptions, chosen, connect } from './connect.ts';

const { session: of } = methods.agent;

const model = script([
  { when: { of: 'write_file', failed: true }, say: 'I may not write.' },
  { when: { of: 'write_file' }, say: 'Written.' },
  { when: { of: 'edit_file' }, say: 'Edited.' },
  { when: { of: 'read_file' }, say: 'It says: {{results}}' },
  { when: { of: 'run_command' }, say: 'It ran: {{results}}' },
  { when: { of: 'update_todos' }, say: 'Planned.' },
  { when: { user: '^write' }, say: 'I write.', call: [{ tool: 'write_file', args: { path: 'new.txt', content: 'new\n' } }] },
  {
    when: { user: '^edit' },
    call: [{ tool: 'edit_file', args: { path: 'notes.txt', old_text: 'two', new_text: '2' } }],
  },
  { when: { user: '^read' }, call: [{ tool: 'read_file', args: { path: 'notes.txt' } }] },
  { when: { user: '^run' }, call: [{ tool: 'run_command', args: { command: 'echo out' } }] },
  {
    when: { user: '^plan' },
    call: [
      {
        tool: 'update_todos',
        args: {
          items: [
            { text: 'look', state: 'done' },
            { text: 'think', state: 'doing' },
            { text: 'write', state: 'open' },
          ],
        },
      },
    ],
  },
  {
    when: { user: '^fan out' },
    say: 'All at once.',
    call: [
      { tool: 'read_file', args: { path: 'notes.txt' } },
      { tool: 'run_command', args: { command: 'echo begun > begun.txt; sleep 600' } },
      { tool: 'run_command', args: { command: 'echo never' } },
    ],
  },
  { when: { user: '^think' }, think: 'Hm.', say: 'Thought.' },
  { say: 'You said: {{user}}' },
]);

let provider: ScriptedProvider;
const open: Connection[] = [];
beforeAll(async () => {
  provider = await startProvider(model);
  await writeFile(join(provider.workspace, 'notes.txt'), 'one\ntwo\n');
});
afterAll(() => provider.close());
/** Every line of every test is checked. */
afterEach(async () => {
  for (const connection of open.splice(0)) expect(await connection.close()).toBe(0);
});

async function editor(options: Omit<ConnectOptions, 'env'> = {}): Promise<Connection> {
  const connection = await connect({ env: provider.env, ...options, flags: { sandbox: 'off', ...options.flags } });
  open.push(connection);
  return connection;
}

async function begin(connection: Connection): Promise<string> {
  const { sessionId } = await connection.agent.request(of.new, { cwd: provider.workspace, mcpServers: [] });
  return sessionId;
}

function say(connection: Connection, sessionId: string, text: string) {
  return connection.agent.request(of.prompt, { sessionId, prompt: [{ type: 'text', text }] });
}

function texts(updates: readonly SessionUpdate[], kind: string): string {
  return updates
    .flatMap((update) =>
      update.sessionUpdate === kind && 'content' in update && !Array.isArray(update.content) && update.content?.type === 'text'
        ? [update.content.text]
        : [],
    )
    .join('');
}

test('a turn: text, thought, usage with cost, a title', async () => {
  const connection = await editor();
  const id = await begin(connection);
  expect(await say(connection, id, 'think about it')).toEqual({ stopReason: 'end_turn' });
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('Thought.');
  expect(connection.updates).toContainEqual({
    sessionUpdate: 'usage_update',
    used: expect.any(Number),
    size: 1_000_000,
    cost: { amount: expect.any(Number), currency: 'USD' },
  });
  expect(connection.updates).toContainEqual({ sessionUpdate: 'session_info_update', title: 'think about it' });
});
