/** Very deeply nested arguments, over a real stream: that call fails, the others run, and the conversation continues. */
import { script } from '@interlock/simulators';
import { expect, test } from 'vitest';
import { defineTool } from '../../src/index.ts';
import { endOf, type Family, openAgents, play } from '../agents.ts';

const probe = defineTool({
  name: 'probe',
  description: 'Takes a value.',
  kind: 'read',
  parameters: { type: 'object', properties: { value: {} }, required: ['value'] },
  run: () => ({ text: 'probed' }),
});

/** Providers whose arguments are sent as text: the simulators of the others cannot write such an object. Reading them is tested in `wire`. */
const cases: readonly (readonly [Family, string, string])[] = [
  ['anthropic', '{"a":', '}'],
  ['openai-responses', '[', ']'],
  ['mistral', '{"a":[', ']}'],
  ['moonshot', '[', ']'],
];
test.each(cases)('a call of %s with arguments 5,000 levels deep (%s) fails alone', async (family, open, close) => {
  const rawArgs = `{"value":${open.repeat(5_000)}1${close.repeat(5_000)}}`;
  const agents = await openAgents({
    only: [family],
    model: script([
      {
        call: [
          { tool: 'probe', args: { value: 1 } },
          { tool: 'probe', rawArgs },
          { tool: 'probe', args: { value: 2 } },
        ],
      },
      { say: 'I go on.' },
      { say: 'Once more.' },
    ]),
  });
  try {
    const session = await agents.open({ route: agents.target(family), tools: [probe] });
    const events = await play(session, 'Probe.');
    const outcomes = events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome.state] : []));
    expect(outcomes.sort()).toEqual(['complete', 'complete', 'error']);
    expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'I go on.' });
    expect(endOf(await play(session, 'Go on.'))).toMatchObject({ outcome: 'done', text: 'Once more.' });
    expect(agents.accepted()).toBe(3);
  } finally {
    await agents.close();
  }
});
