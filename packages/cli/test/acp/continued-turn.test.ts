/** A turn that another target continues is one turn for an editor: one prompt, one answer, one notice about the move. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { createApi, script, startSimulator } from '@interlock/simulators';
import { expect, test } from 'vitest';
import { editors, say, texts, updatesOf } from './editor.ts';

const reads = script([{ say: 'I look.', call: [{ tool: 'read_file', args: { path: 'notes.txt' } }] }]);
const { open, begin, provider } = editors(reads);

test('the prompt ends with the last turn, and what is loaded again is one answer', async () => {
  const answers = script([{ when: { of: 'read_file' }, say: 'It says: {{results}}' }]);
  const second = await startSimulator(createApi('openai-responses'), { model: answers });
  const folder = join(provider().env['XDG_CONFIG_HOME'] ?? '', 'interlock');
  await mkdir(folder, { recursive: true });
  const config = {
    route: 'safe',
    routes: { safe: { policy: 'failover', targets: ['anthropic/claude-opus-4-8', 'openai/gpt-5.5'] } },
    providers: { openai: { baseUrl: `${second.url}/v1`, credentials: [{ key: second.key }] } },
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  provider().simulator.fault({ do: 'fail', with: { kind: 'quota' }, after: 1 });
  const connection = await open();
  const id = await begin(connection);
  expect(await say(connection, id, 'read')).toEqual({ stopReason: 'end_turn' });
  const shown = texts(connection.updates, 'agent_message_chunk');
  expect(shown).toContain('I look.');
  expect(shown).toMatch(/It says: .*one\s+.*two/s);
  expect(shown.match(/Using openai\/gpt-5\.5/g)).toHaveLength(1);
  expect(updatesOf(connection.updates, 'tool_call')).toHaveLength(1);
  await connection.agent.request(methods.agent.session.close, { sessionId: id });
  const before = connection.updates.length;
  await connection.agent.request(methods.agent.session.load, {
    ...{ sessionId: id, cwd: provider().workspace, mcpServers: [] },
  });
  const loaded = connection.updates.slice(before);
  expect(updatesOf(loaded, 'user_message_chunk')).toHaveLength(1);
  expect(texts(loaded, 'agent_message_chunk')).toMatch(/I look\..*It says: .*two/s);
  await rm(join(folder, 'config.json'));
  await second.close();
});
