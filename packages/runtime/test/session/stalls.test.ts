/** A provider that falls silent, and one that answers with nothing. */
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { type Agents, endOf, openAgents, play } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

test.each(['before-status', 1] as const)('silent %s: after `limits.stallMs` the next target is asked', async (at) => {
  agents = await openAgents({ model: script([{ say: 'Hello.' }]), only: ['anthropic', 'gemini'] });
  agents.of('anthropic').fault({ do: 'stall', at });
  const session = await agents.open({
    route: { policy: 'failover', targets: [agents.target('anthropic'), agents.target('gemini')] },
    tools: [],
    limits: { stallMs: 200 },
  });
  const events = await play(session, 'hello');
  expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'Hello.' });
  expect(events.find((event) => event.type === 'request-failed')?.failure).toMatchObject({
    reason: 'timeout',
    message: expect.stringContaining('200 ms'),
  });
});

test('an empty answer is told', async () => {
  agents = await openAgents({ model: () => ({ parts: [], stop: 'end' }), only: ['anthropic'] });
  const session = await agents.open({ route: agents.target('anthropic'), tools: [] });
  const events = await play(session, 'hello');
  expect(events.filter((event) => event.type === 'notice')).toEqual([
    { type: 'notice', text: 'anthropic/claude-opus-4-8 gave an empty answer.' },
  ]);
});
