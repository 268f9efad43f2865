/** Keys are used only in headers, never in commands, sessions, events or errors. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { builtInTools, createMemoryStore } from '../../src/index.ts';
import { type Agents, openAgents, play, recordsOf } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

test('a command cannot print the session’s key, whatever the variable is called', async () => {
  const key = 'very-secret-key-of-the-session';
  const model = script([
    { when: { of: 'run_command' }, say: 'Done.' },
    { call: [{ tool: 'run_command', args: { command: 'env' } }] },
  ]);
  agents = await openAgents({ model, only: ['anthropic'], keys: { [key]: 'main' } });
  const store = createMemoryStore();
  const session = await agents.open({
    route: agents.target('anthropic', { credentials: [{ env: 'MY_OWN_NAME' }] }),
    tools: builtInTools(),
    environment: {
      PATH: process.env['PATH'],
      HARMLESS: 'yes',
      MY_OWN_NAME: key,
      ANTHROPIC_API_KEY: 'another-secret-key',
    },
    rules: [{ verdict: 'allow', tool: 'run_command' }],
    store,
  });
  const events = await play(session, 'go');
  await session.close();
  const everything = JSON.stringify([events, await recordsOf(store, session.id)]);
  expect(everything).toContain('HARMLESS=yes');
  expect(everything).not.toContain(key);
  expect(everything).not.toContain('another-secret-key');
});

test('no error contains a rejected key', async () => {
  agents = await openAgents({ model: script([{ say: 'x' }]), only: ['anthropic', 'gemini', 'mistral'] });
  for (const family of ['anthropic', 'gemini', 'mistral'] as const) {
    const route = agents.target(family, { credentials: [{ key: 'sk-wrong-key-0123456789' }] });
    const session = await agents.open({ route, tools: [] });
    const events = await play(session, 'hello');
    expect(events.at(-1)).toMatchObject({ outcome: 'failed' });
    expect(JSON.stringify(events)).not.toContain('sk-wrong-key-0123456789');
  }
});

test('a key that a tool finds or the user types is neither sent nor stored', async () => {
  const key = 'very-secret-key-of-the-session';
  const model = script([
    { when: { of: 'run_command' }, say: 'Done.' },
    {
      call: [
        { tool: 'read_file', args: { path: 'notes.txt' } },
        { tool: 'run_command', args: { command: 'cat notes.txt; exit 3' } },
      ],
    },
  ]);
  agents = await openAgents({ model, only: ['anthropic'], keys: { [key]: 'main' } });
  await writeFile(join(agents.workspace, 'notes.txt'), `before ${key} after\nsk-example-000000000000 stays\n`);
  const store = createMemoryStore();
  const session = await agents.open({
    route: agents.target('anthropic', { credentials: [{ command: `echo ${key}` }] }),
    tools: builtInTools(),
    environment: { PATH: process.env['PATH'] },
    rules: [{ verdict: 'allow', tool: 'run_command' }],
    store,
  });
  const first = await play(session, 'go');
  const second = await play(session, `my key is ${key}, is it not?`);
  await session.close();
  const records = await recordsOf(store, session.id);
  for (const place of [first, records]) {
    const text = JSON.stringify(place);
    expect(text).toContain('before [key] after');
    expect(text).toContain('sk-example-000000000000 stays');
  }
  expect(JSON.stringify(records)).toContain('my key is [key], is it not?');
  expect(JSON.stringify([first, second, records, agents.of('anthropic').log])).not.toContain(key);
});
