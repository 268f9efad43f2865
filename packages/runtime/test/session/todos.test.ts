/** The model's todo list: recorded, and kept in copies and after a crash. */
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { codingAgent, createMemoryStore, createSession, resumeSession } from '../../src/index.ts';
import { type Agents, crashedCopy, openAgents, play } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

const items = [
  { text: 'read the code', state: 'done' },
  { text: 'write the test', state: 'doing' },
] as const;

test('written by the model, visible to listeners, kept in a copy, after a crash and across a switch', async () => {
  const model = script([
    { when: { of: 'update_todos' }, say: '{{results}}' },
    { when: { user: 'wrong' }, call: [{ tool: 'update_todos', args: { items: [{ text: 'x', state: 'maybe' }] } }] },
    { when: { user: 'plan' }, call: [{ tool: 'update_todos', args: { items } }] },
  ]);
  agents = await openAgents({ model, only: ['anthropic', 'gemini'] });
  const store = createMemoryStore();
  const route = agents.target('anthropic');
  const session = await agents.open({ route, store, tools: [] });
  const events = await play(session, 'plan it');
  expect(events.filter(({ type }) => type === 'todos')).toEqual([{ type: 'todos', items }]);
  expect(events.at(-1)).toMatchObject({ text: '[x] read the code\n[>] write the test' });
  const copy = await session.fork();
  const again = await resumeSession(codingAgent({ route, store: await crashedCopy(store), id: session.id, tools: [] }));
  expect([session, copy, again].map(({ state }) => state.todos)).toEqual([items, items, items]);
  await copy.close();
  await again.close();
  session.switchTo(agents.target('gemini'));
  await play(session, 'wrong');
  expect(session.state.todos).toEqual(items);
  agents.accepted();
});

test('a session without that option does not offer it', async () => {
  agents = await openAgents({ model: script([{ say: 'Yes.' }]), only: ['anthropic'] });
  const session = await createSession({ route: agents.target('anthropic'), environment: {} });
  await play(session, 'hello');
  expect(session.state.tools).toEqual([]);
  await session.close();
});
