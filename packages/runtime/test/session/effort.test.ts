/** The reasoning effort chosen in a session: recorded, kept in copies and after a restart, and reported if a model does not support it. */
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { createMemoryStore, resumeSession, type SessionEvent } from '../../src/index.ts';
import { type Agents, crashedCopy, openAgents, play, recordsOf } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

const notices = (events: readonly SessionEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));

test('applies from the next request on, in copies and after a crash, and can be reset', async () => {
  agents = await openAgents({ model: script([{ say: 'Yes.' }]), only: ['openai-responses'] });
  const { simulators } = agents;
  const asked = (): unknown => simulators.of('openai-responses').log.at(-1)?.seen?.thinks;
  const store = createMemoryStore();
  const route = agents.target('openai-responses');
  const options = { route, tools: [], store, settings: { reasoning: 'off' } } as const;
  const session = await agents.open(options);
  await play(session, 'one');
  expect(asked()).toBe(false);
  session.setEffort('high');
  await play(session, 'two');
  expect(asked()).toBe(true);
  const copy = await session.fork();
  expect(copy.state.effort).toBe('high');
  await copy.close();
  const again = await resumeSession({ ...options, store: await crashedCopy(store), id: session.id });
  expect(again.state.effort).toBe('high');
  again.setEffort();
  await play(again, 'three');
  expect([again.state.effort, asked()]).toEqual(['off', false]);
  await again.close();
  expect((await recordsOf(store, session.id)).filter(({ kind }) => kind === 'effort')).toEqual([
    { kind: 'effort', effort: 'high' },
  ]);
});

test.each<
  [family: 'mistral' | 'openai-responses' | 'anthropic', effort: 'max' | 'minimal' | 'high', told: readonly string[]]
>([
  ['mistral', 'max', ['mistral/mistral-large-latest does not support the effort max: there is nothing to set.']],
  [
    'openai-responses',
    'minimal',
    [expect.stringMatching(/^openai\/gpt-5.6-terra does not support .* minimal: the nearest it supports is \w+\.$/)],
  ],
  ['anthropic', 'high', []],
])('%s and %s: reports an unsupported effort once', async (family, effort, told) => {
  agents = await openAgents({ model: script([{ say: 'Yes.' }]), only: [family] });
  const session = await agents.open({ route: agents.target(family), tools: [], settings: { reasoning: effort } });
  expect(notices(await play(session, 'one'))).toEqual(told);
  expect(notices(await play(session, 'two'))).toEqual([]);
});
