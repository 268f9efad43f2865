/** Turns that would never end are stopped with a clear reason. */
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { type Agents, endOf, openAgents, play } from '../agents.ts';
import { createGate } from '../gate.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

test('a model that repeats the same call', async () => {
  agents = await openAgents({
    model: script([{ say: 'Again.', call: [{ tool: 'work', args: { n: 1 } }] }]),
    only: ['gemini'],
  });
  const gate = createGate();
  gate.open(1);
  const session = await agents.open({ route: agents.target('gemini'), tools: [gate.tool], limits: { repeats: 3 } });
  const events = await play(session, 'work');
  expect(endOf(events)).toMatchObject({
    outcome: 'limit',
    why: 'The model asked for the same calls 4 times in a row; they were not run again.',
    steps: 4,
  });
  expect(gate.finished).toEqual([1, 1, 1]);
  expect(session.state.contents.at(-1)?.blocks).toMatchObject([{ type: 'tool_response', synthetic: 'cancelled' }]);
  agents.accepted();
});

test('a model that never stops calling; all results are kept', async () => {
  const model = script([1, 2, 3, 4, 5].map((n) => ({ call: [{ tool: 'work', args: { n } }] })));
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  for (const n of [1, 2, 3, 4, 5]) gate.open(n);
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], limits: { steps: 3 } });
  const events = await play(session, 'work');
  expect(endOf(events)).toMatchObject({
    outcome: 'limit',
    why: 'The limit of 3 requests in one turn is reached.',
    steps: 3,
  });
  expect(gate.finished).toEqual([1, 2, 3]);
  expect(agents.accepted()).toBe(3);
});
