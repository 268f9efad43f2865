/** A plain session is not a coding agent: it offers only the given tools, and its prompt does not mention files and folders. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import Type from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import {
  codingAgent,
  createMemoryStore,
  createSession,
  defineTool,
  resumeSession,
  type Session,
} from '../../src/index.ts';
import { type Agents, openAgents } from '../agents.ts';

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city.',
  parameters: Type.Object({ city: Type.String() }),
  kind: 'read',
  access: () => ({}),
  run: async ({ city }) => (city === 'Everywhere' ? 'rain\n'.repeat(40_000) : `${city}: snow`),
});

let agents: Agents;
let session: Session | undefined;
afterEach(async () => {
  await session?.close();
  await agents.close();
});

async function says(text: string): Promise<void> {
  for await (const _ of session?.send(text) ?? []);
}

/** The tools in each request to the provider. */
function offered(): readonly { readonly tools: readonly string[]; readonly system: string }[] {
  return agents.of('anthropic').log.map(({ seen }) => ({
    tools: (seen?.tools ?? []).map(({ name }) => name),
    system: seen?.system ?? '',
  }));
}

describe('with one tool', () => {
  test('offers nothing else; no folder, no AGENTS.md, no role in the prompt', async () => {
    agents = await openAgents({ model: script([{ say: 'Hello.' }]), only: ['anthropic'] });
    await writeFile(join(agents.workspace, 'AGENTS.md'), 'Use tabs.');
    session = await createSession({
      route: agents.target('anthropic'),
      workspace: agents.workspace,
      environment: {},
      tools: [weather],
    });
    await says('Hello.');
    const [first] = offered();
    expect(first?.tools).toEqual(['weather']);
    expect(first?.system).not.toMatch(/AGENTS|tabs|Workspace|Platform|software project/);
    expect(first?.system).not.toContain(agents.workspace);
    expect(agents.accepted()).toBe(1);
  });

  test('adds read_output with the first truncated result, in the same turn, and keeps it after a restart', async () => {
    agents = await openAgents({
      model: script([
        { when: { user: 'again' }, say: 'Still here.' },
        { when: { of: 'weather' }, say: 'Rain.' },
        { call: [{ tool: 'weather', args: { city: 'Everywhere' } }] },
      ]),
      only: ['anthropic'],
    });
    const store = createMemoryStore();
    const options = {
      route: agents.target('anthropic'),
      workspace: agents.workspace,
      environment: {},
      store,
      tools: [weather],
    };
    session = await createSession(options);
    await says('Where does it rain?');
    expect(offered().map(({ tools }) => tools)).toEqual([['weather'], ['weather', 'read_output']]);
    await session.close();
    session = await resumeSession({ ...options, id: session.id });
    await says('again');
    expect(offered().at(-1)?.tools).toEqual(['weather', 'read_output']);
    expect(agents.accepted()).toBe(3);
  });
});

test('offers none without tools, and a role is the whole prompt', async () => {
  agents = await openAgents({ model: script([{ say: 'Hello.' }]), only: ['anthropic'] });
  session = await createSession({ route: agents.target('anthropic'), environment: {}, role: 'You are a poet.' });
  await says('Hello.');
  expect(offered()).toEqual([{ tools: [], system: 'You are a poet.' }]);
});

test('codingAgent() includes everything, and given options take precedence', async () => {
  agents = await openAgents({ model: script([{ say: 'Hello.' }]), only: ['anthropic'] });
  await mkdir(join(agents.workspace, 'docs'));
  await writeFile(join(agents.workspace, 'AGENTS.md'), 'Use tabs.');
  const route = agents.target('anthropic');
  session = await createSession(
    codingAgent({ route, workspace: agents.workspace, environment: {}, role: 'You are terse.' }),
  );
  await says('Hello.');
  const [first] = offered();
  expect(first?.tools).toEqual([
    ...['read_file', 'list_files', 'search_files', 'edit_file', 'write_file', 'run_command'],
    ...['read_job', 'stop_job', 'propose_plan', 'update_todos', 'read_output', 'task'],
  ]);
  expect(first?.system).toContain(`Workspace: ${agents.workspace}`);
  expect(first?.system).toContain('Use tabs.');
  expect(first?.system).toMatch(/^You are terse\./);
});
