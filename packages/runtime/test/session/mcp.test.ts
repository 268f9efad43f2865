/** Tools of a real MCP server in a session: calls, an image, and a changed list that applies from the next turn on and is reported. */
import { script } from '@interlock/simulators';
import { expect, onTestFinished, test } from 'vitest';
import { endOf, openAgents, play } from '../agents.ts';
import { demo, meet, patience } from '../mcp/meet-servers.ts';

const model = script([
  { when: { of: 'mcp__demo__picture' }, say: 'I see: {{results}}' },
  { when: { of: 'mcp__demo__grow' }, say: 'It has grown.' },
  { when: { user: 'grow' }, call: [{ tool: 'mcp__demo__grow' }] },
  { when: { user: 'look' }, call: [{ tool: 'mcp__demo__picture' }] },
  { say: 'Hello.' },
]);

test(
  'calls, questions, and changes between turns',
  async () => {
    const agents = await openAgents({ model, only: ['anthropic', 'gemini'] });
    onTestFinished(() => agents.close());
    const { servers, changes } = await meet({ demo });
    const asked: string[] = [];
    const session = await agents.open({
      route: agents.target('anthropic'),
      tools: [],
      mcp: servers,
      approve: async ({ tool }) => {
        asked.push(tool);
        return { verdict: 'allow' };
      },
    });
    expect(endOf(await play(session, 'look')).text).toBe('I see: a pixel');
    session.switchTo(agents.target('gemini'));
    const grown = await play(session, 'grow');
    expect(grown.filter(({ type }) => type === 'setup-changed')).toEqual([]);
    while (changes.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const events = await play(session, 'hello');
    expect(events.find(({ type }) => type === 'setup-changed')).toEqual({
      type: 'setup-changed',
      what: ['New tools: mcp__demo__grown-12.'],
    });
    expect(
      agents
        .of('gemini')
        .log.at(-1)
        ?.seen?.turns.flatMap(({ results }) => results.flatMap(({ media }) => media)),
    ).toEqual(['image/png']);
    expect(asked).toEqual(['mcp__demo__picture', 'mcp__demo__grow']);
    agents.accepted();
  },
  patience,
);
