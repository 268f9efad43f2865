/** Changing the model: while idle, during a turn, replaced, cancelled, and across all families. */
import { script } from '@interlock/simulators';
import { afterEach, describe, expect, test } from 'vitest';
import { createSession, type Session } from '../../src/index.ts';
import { type Agents, endOf, families, openAgents, play, typesOf } from '../agents.ts';
import { createGate } from '../gate.ts';

const five = [1, 2, 3, 4, 5];
const model = script([
  { when: { of: 'work' }, say: 'All five are done: {{results}}' },
  { when: { user: 'hello' }, think: 'A greeting.', say: 'Hello.' },
  { when: { user: 'work' }, say: 'I begin.', call: five.map((n) => ({ tool: 'work', args: { n } })) },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(gate = createGate()): Promise<{ agents: Agents; session: Session; gate: typeof gate }> {
  agents = await openAgents({ model });
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool] });
  return { agents, session, gate };
}

test.each([
  ['google', 'The route must be an object.'],
  [undefined, 'There is no route.'],
  [null, 'The route must be an object.'],
])('rejects %j from an untyped program with a message, and the session keeps its target', async (to, what) => {
  const { session } = await open();
  expect(() => session.switchTo(to as never)).toThrow(what);
  expect(session.state.targets).toEqual([expect.stringContaining('anthropic')]);
  await expect(createSession({ route: to as never })).rejects.toMatchObject({ name: 'ConfigError', what });
  await session.close();
});

describe('at rest', () => {
  test('REQ-915-003: a switch applies from the next request on and changes nothing in the history', async () => {
    const { agents, session } = await open();
    await play(session, 'hello');
    const before = JSON.stringify(session.state.contents);
    const report = session.switchTo(agents.target('gemini'));
    expect(report).toEqual({ when: 'now', to: 'google/gemini-3.1-pro', losses: expect.any(Array) });
    expect(JSON.stringify(session.state.contents)).toBe(before);
    expect(agents.of('gemini').log).toEqual([]);
    const events = await play(session, 'hello again');
    expect(typesOf(events).slice(0, 2)).toEqual(['turn-start', 'switch-applied']);
    expect(agents.of('gemini').log.length).toBe(1);
    expect(agents.of('anthropic').log.length).toBe(1);
  });

  test('REQ-915-001, REQ-915-004: every family in turn accepts five calls with their results', async () => {
    const gate = createGate();
    for (const n of five) gate.open(n);
    const { agents, session } = await open(gate);
    for (const family of families) {
      session.switchTo(agents.target(family));
      const events = await play(session, 'work');
      expect(endOf(events)).toMatchObject({ outcome: 'done', text: expect.stringContaining('[[done 5]]') });
    }
    const seen = agents.of('ollama').log.at(-1)?.seen;
    const results = seen?.turns.flatMap(({ results }) => results.map(({ text }) => text)) ?? [];
    expect(results).toEqual(families.flatMap(() => five.map((n) => `[[done ${n}]]`)));
    expect(agents.accepted()).toBe(families.length * 2);
  });

  test('announces what will be lost', async () => {
    const opened = await openAgents({ model, only: ['anthropic', 'mistral'] });
    agents = opened;
    const route = opened.target('anthropic');
    const session = await opened.open({ route, tools: [], settings: { reasoning: 'high' } });
    await play(session, 'hello');
    const tiny = { ...opened.target('mistral'), traits: { contextWindow: 10, tools: 'prompt' as const } };
    expect(session.switchTo(tiny).losses.map(({ kind }) => kind)).toEqual([
      'smaller-window',
      'native-tools',
      'thinking',
    ]);
  });
});

describe('during a turn', () => {
  test('REQ-915-002, REQ-915-050: waits for the end of the turn, visibly', async () => {
    const { agents, session, gate } = await open();
    const turn = play(session, 'work');
    await gate.begun(5);
    expect(session.switchTo(agents.target('mistral')).when).toBe('after-turn');
    expect(session.state.pendingSwitch).toBe('mistral/mistral-large-latest');
    for (const n of five) gate.open(n);
    const events = await turn;
    expect(agents.of('mistral').log).toEqual([]);
    expect(agents.of('anthropic').log.length).toBe(2);
    expect(typesOf(events).filter((type) => type.startsWith('switch'))).toEqual(['switch-queued', 'switch-applied']);
    expect(session.state.pendingSwitch).toBeUndefined();
    await play(session, 'hello');
    expect(agents.of('mistral').log.map(({ verdict }) => verdict)).toEqual(['accepted']);
    expect(agents.accepted()).toBe(3);
  });

  test('a later choice replaces a pending one', async () => {
    const { agents, session, gate } = await open();
    const turn = play(session, 'work');
    await gate.begun(5);
    session.switchTo(agents.target('mistral'));
    session.switchTo(agents.target('gemini'));
    for (const n of five) gate.open(n);
    const queued = (await turn).filter((event) => event.type === 'switch-queued');
    expect(queued.map(({ to, replaces }) => [to, replaces])).toEqual([
      ['mistral/mistral-large-latest', undefined],
      ['google/gemini-3.1-pro', 'mistral/mistral-large-latest'],
    ]);
    await play(session, 'hello');
    expect(agents.of('mistral').log).toEqual([]);
    expect(agents.of('gemini').log.length).toBe(1);
  });

  test('a pending switch can be undone', async () => {
    const { agents, session, gate } = await open();
    const turn = play(session, 'work');
    await gate.begun(5);
    session.switchTo(agents.target('mistral'));
    session.cancelSwitch();
    expect(session.state.pendingSwitch).toBeUndefined();
    for (const n of five) gate.open(n);
    expect(typesOf(await turn)).toContain('switch-cancelled');
    await play(session, 'hello');
    expect(agents.of('mistral').log).toEqual([]);
    expect(agents.of('anthropic').log.length).toBe(3);
  });

  test('a cancelled turn is an end too: the switch is applied, and the session is idle', async () => {
    const { agents, session, gate } = await open();
    const turn = play(session, 'work');
    await gate.begun(5);
    session.switchTo(agents.target('deepseek'));
    await session.cancel();
    expect(endOf(await turn).outcome).toBe('cancelled');
    expect(endOf(await play(session, 'hello')).outcome).toBe('done');
    expect(agents.of('deepseek').log.length).toBe(1);
    expect(agents.accepted()).toBe(2);
  });
});
