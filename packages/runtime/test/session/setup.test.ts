/** The system prompt and the tools: built once per turn, and a change is reported when it takes effect. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { builtInTools, createMemoryStore, createSession, resumeSession } from '../../src/index.ts';
import { type Agents, openAgents, play, recordsOf } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

test('an edited AGENTS.md applies from the next turn on, with a notice', async () => {
  agents = await openAgents({ model: script([{ say: 'Yes.' }]), only: ['anthropic'] });
  const { workspace } = agents;
  await writeFile(join(workspace, 'AGENTS.md'), 'Speak plainly.');
  const store = createMemoryStore();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [], store });
  await play(session, 'one');
  expect(agents.of('anthropic').log.at(-1)?.seen?.system).toContain('Speak plainly.');
  const same = await play(session, 'two');
  expect(same.filter(({ type }) => type === 'setup-changed')).toEqual([]);
  await writeFile(join(workspace, 'AGENTS.md'), 'Speak in verse.');
  const changed = await play(session, 'three');
  expect(changed.find(({ type }) => type === 'setup-changed')).toEqual({
    type: 'setup-changed',
    what: ['The system prompt has changed (instructions or workspace).'],
  });
  expect(agents.of('anthropic').log.at(-1)?.seen?.system).toContain('Speak in verse.');
  const kinds = (await recordsOf(store, session.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'setup')).toEqual(['setup', 'setup']);
  expect(agents.accepted()).toBe(3);
});

test('tool descriptions fit the shortest limit of a provider (OAC-006), and every parameter has one', async () => {
  agents = await openAgents({ model: script([{ say: 'Yes.' }]), only: ['anthropic'] });
  const tools = builtInTools({ network: true });
  await play(await agents.open({ route: agents.target('anthropic'), tools }), 'Which tools do you have?');
  const seen = agents.of('anthropic').log.at(-1)?.seen?.tools ?? [];
  const found = seen.map(({ name, description, schema }) => ({
    name,
    fits: description.length > 0 && description.length <= 1_024,
    undescribed: Object.entries((schema['properties'] ?? {}) as Record<string, { readonly description?: string }>)
      .filter(([, parameter]) => parameter.description === undefined)
      .map(([parameter]) => parameter),
  }));
  const added = ['task', 'update_todos', 'propose_plan', 'read_job', 'stop_job', 'read_output'];
  const names = [...tools.map(({ name }) => name), ...added];
  expect(found.sort(byName)).toEqual(names.map((name) => ({ name, fits: true, undescribed: [] })).sort(byName));
});

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

test('rejects two tools with the same name before anything is created', async () => {
  const [tool] = builtInTools();
  if (tool === undefined) throw new Error('There is no tool.');
  const options = { route: { provider: 'anthropic' }, tools: [tool, tool], store: createMemoryStore() };
  const refused = { name: 'SessionError', code: 'duplicate-tool', message: expect.stringContaining(tool.name) };
  await expect(createSession(options)).rejects.toMatchObject(refused);
  await expect(resumeSession({ ...options, id: 'any' })).rejects.toMatchObject(refused);
  expect(await options.store.list()).toEqual([]);
});
