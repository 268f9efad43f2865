/** A cancel at every point of a fan-out: finished results are kept, and the other calls are closed with the true reason. */
import { script } from '@interlock/simulators';
import { syntheticTexts } from '@interlock/transcript';
import { afterEach, describe, expect, test } from 'vitest';
import { type Agents, endOf, openAgents, play, typesOf } from '../agents.ts';
import { createGate } from '../gate.ts';

const five = [1, 2, 3, 4, 5];
const model = script([
  { when: { user: 'hello, and' }, say: 'Hello and good day to you. '.repeat(100) },
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { of: 'work' }, say: 'Done: {{results}}' },
  { when: { user: 'work' }, say: 'I begin.', call: five.map((n) => ({ tool: 'work', args: { n } })) },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

describe('REQ-915-034: cancelled in a fan-out of five, three at a time', () => {
  test.each([0, 1, 2, 3, 4])('after %i results', async (finished) => {
    agents = await openAgents({ model, only: ['anthropic', 'gemini', 'mistral'] });
    const gate = createGate();
    const session = await agents.open({
      route: agents.target('anthropic'),
      tools: [gate.tool],
      limits: { parallel: 3, graceMs: 50 },
    });
    const turn = play(session, 'work');
    for (const n of five.slice(0, finished)) gate.open(n);
    await gate.begun(Math.min(5, finished + 3));
    await session.cancel();
    const events = await turn;
    expect(endOf(events).outcome).toBe('cancelled');
    expect(session.state.busy).toBe(false);

    const started = Math.min(5, finished + 3);
    const expected = five.map((n) => {
      if (n <= finished) return `[[done ${n}]]`;
      return n <= started ? `${syntheticTexts.interrupted}\nworking on ${n}` : syntheticTexts.cancelled;
    });
    const answers = session.state.contents.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result ?? block.error] : [])),
    );
    expect(answers).toEqual(expected);
    const results = events.flatMap((event) => (event.type === 'tool-result' ? [event.id] : []));
    expect(results.length).toBe(5);

    for (const family of ['gemini', 'mistral', 'anthropic'] as const) {
      session.switchTo(agents.target(family));
      expect(endOf(await play(session, 'hello')).outcome).toBe('done');
      const shown = agents
        .of(family)
        .log.at(-1)
        ?.seen?.turns.flatMap((turn) => turn.results.map(({ text }) => text));
      expect(shown).toEqual(expected);
    }
    agents.accepted();
  });
});

test('a result that arrives after the cancel goes to the ledger, and the next request has it', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate({ deaf: true });
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], limits: { graceMs: 1 } });
  const turn = play(session, 'work');
  await gate.begun(5);
  await session.cancel();
  await turn;
  for (const n of five) gate.open(n);
  while (gate.finished.length < 5) await new Promise((resolve) => setImmediate(resolve));
  await play(session, 'hello');
  const seen = agents.of('anthropic').log.at(-1)?.seen;
  expect(seen?.turns.flatMap(({ results }) => results.map(({ text }) => text))).toEqual(
    five.map((n) => `[[done ${n}]]`),
  );
  agents.accepted();
});

test('before the first byte, and during the text', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const session = await agents.open({ route: agents.target('anthropic'), tools: [] });
  agents.of('anthropic').fault({ do: 'stall', at: 'before-status' });
  const first = session.send('hello');
  for await (const event of first) if (event.type === 'request') void session.cancel();
  expect(await first.ended).toMatchObject({ outcome: 'cancelled', text: '' });

  agents.of('anthropic').clearFaults();
  agents.of('anthropic').fault({ do: 'stall', at: 3000 });
  const second = session.send('hello, and tell me more');
  const seen: string[] = [];
  for await (const event of second) {
    seen.push(event.type);
    if (event.type === 'text-delta' || event.type === 'thinking-delta') void session.cancel();
  }
  expect((await second.ended).outcome).toBe('cancelled');
  expect(seen).toContain('reply-cut');
  expect(endOf(await play(session, 'hello')).outcome).toBe('done');
  agents.accepted();
});

test('a listener that stops cancels the turn; the context is kept', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], limits: { graceMs: 10 } });
  const turn = session.send('work');
  for await (const event of turn) if (event.type === 'tool-start') break;
  expect((await turn.ended).outcome).toBe('cancelled');
  const events = await play(session, 'hello');
  expect(typesOf(events).at(-1)).toBe('turn-end');
  expect(session.state.contents.map(({ speaker }) => speaker)).toEqual(['human', 'ai', 'tool', 'human', 'ai']);
});
