/** Shared by the tests of `interlock acp`: a scripted model behind a strict provider, and connections whose lines are all checked. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods, type PromptResponse, type SessionUpdate } from '@agentclientprotocol/sdk';
import { type Model, script } from '@interlock/simulators';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { type Connection, type ConnectOptions, connect } from './connect.ts';

const call = (tool: string, args: Readonly<Record<string, unknown>>) => ({ tool, args });

const items = [
  { text: 'look', state: 'done' },
  { text: 'think', state: 'doing' },
  { text: 'write', state: 'open' },
];

const scripted: Model = script([
  { when: { of: 'write_file', failed: true }, say: 'I may not write.' },
  { when: { of: 'write_file' }, say: 'Written.' },
  { when: { of: 'edit_file' }, say: 'Edited.' },
  { when: { of: 'read_file' }, say: 'It says: {{results}}' },
  { when: { of: 'run_command' }, say: 'It ran: {{results}}' },
  { when: { of: 'update_todos' }, say: 'Planned.' },
  { when: { of: 'mcp__weather__look' }, say: 'The weather: {{results}}' },
  { when: { user: '^write' }, say: 'I write.', call: [call('write_file', { path: 'new.txt', content: 'new\n' })] },
  { when: { user: '^edit' }, call: [call('edit_file', { path: 'notes.txt', old_text: 'two', new_text: '2' })] },
  { when: { user: '^read' }, call: [call('read_file', { path: 'notes.txt' })] },
  { when: { user: '^run' }, call: [call('run_command', { command: 'echo out; echo $ANTHROPIC_API_KEY' })] },
  { when: { user: '^wait' }, call: [call('run_command', { command: 'echo begun > begun.txt; sleep 600' })] },
  { when: { user: '^plan' }, call: [call('update_todos', { items })] },
  { when: { user: '^weather' }, call: [call('mcp__weather__look', {})] },
  {
    when: { user: '^fan out' },
    say: 'All at once.',
    call: [
      call('read_file', { path: 'notes.txt' }),
      call('run_command', { command: 'echo begun > begun.txt; sleep 600' }),
      call('run_command', { command: 'echo never' }),
    ],
  },
  // This also answers a request for a summary.
  { when: { user: '^[\\s\\S]{2000}' }, say: 'In short.' },
  { when: { user: '^think' }, think: 'Hm.', say: 'Thought.' },
  { say: 'You said: {{user}}' },
]);

export interface Editors {
  readonly provider: () => ScriptedProvider;
  open(options?: Partial<ConnectOptions>): Promise<Connection>;
  /** A new session in the workspace. */
  begin(connection: Connection): Promise<string>;
}

/** Calls `read_file` with this path. */
export const editorModel: Model = (seen) => {
  const said = seen.turns.findLast(({ role, text }) => role === 'user' && text !== '')?.text ?? '';
  const named = /^far (.+)$/.exec(said)?.[1];
  const answer = scripted(seen);
  const isAnswered = answer.parts.some((part) => 'say' in part && part.say.startsWith('It says'));
  return named === undefined || isAnswered
    ? answer
    : { parts: [{ call: 'read_file', args: { path: named } }], stop: 'calls' };
};

/** For one test file. Every line of every connection is validated against the schema when its test is over. */
export function editors(model: Model = editorModel): Editors {
  let provider: ScriptedProvider;
  const open: Connection[] = [];
  beforeAll(async () => {
    provider = await startProvider(model);
    await writeFile(join(provider.workspace, 'notes.txt'), 'one\ntwo\n');
  });
  afterAll(() => provider.close());
  afterEach(async () => {
    for (const connection of open.splice(0)) expect(await connection.close()).toBe(0);
  });
  return {
    provider: () => provider,
    open: async (options = {}) => {
      const flags = { sandbox: 'off', ...options.flags } as const;
      const connection = await connect({ env: provider.env, ...options, flags });
      open.push(connection);
      return connection;
    },
    begin: async ({ agent }) => {
      const { sessionId } = await agent.request(methods.agent.session.new, {
        ...{ cwd: provider.workspace, mcpServers: [] },
      });
      return sessionId;
    },
  };
}

export function say({ agent }: Connection, sessionId: string, text: string): Promise<PromptResponse> {
  return agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
}

/** The texts of one kind of chunk, joined. */
export function texts(updates: readonly SessionUpdate[], kind: SessionUpdate['sessionUpdate']): string {
  return updates
    .flatMap((update) => {
      if (update.sessionUpdate !== kind || !('content' in update)) return [];
      const { content } = update;
      return content === null || content === undefined || Array.isArray(content) || content.type !== 'text'
        ? []
        : [content.text];
    })
    .join('');
}

export function updatesOf<Kind extends SessionUpdate['sessionUpdate']>(
  updates: readonly SessionUpdate[],
  kind: Kind,
): readonly Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
  return updates.filter(
    (update): update is Extract<SessionUpdate, { sessionUpdate: Kind }> => update.sessionUpdate === kind,
  );
}

/** The message of the error response to a request. */
export async function refusal(request: Promise<unknown>): Promise<{ code: number; message: string }> {
  try {
    await request;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: Number(error.code), message: error.message };
    throw error;
  }
  return { code: 0, message: '(it was answered)' };
}
