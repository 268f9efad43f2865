/** A history that is too long: made shorter before it is sent, or because a provider says so; and as it was when that fails. */
import { type Model, type Seen, script } from '@interlock/simulators';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionEvent, SessionOptions } from '../../src/index.ts';
import { type Agents, endOf, type Family, families, openAgents, play } from '../agents.ts';
import { createVirtualClock } from '../virtual-clock.ts';

const talk = script([{ say: 'I have heard {{user}}.' }]);
const summary = 'The user counts. So far: one to three.';

/** Talks; and summarises when it is asked to. */
const model =
  (said: string): Model =>
  (seen: Seen) =>
    seen.system.includes('You write the summary') ? { parts: [{ say: said }], stop: 'end' } : talk(seen);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(family: Family, said: string, more: Partial<SessionOptions> = {}) {
  const opened = await openAgents({ model: model(said) });
  agents = opened;
  const clock = createVirtualClock();
  const session = await opened.open({ route: opened.target(family), tools: [], clock, ...more });
  const say = (text: string): Promise<readonly SessionEvent[]> => clock.finish(play(session, text));
  return { agents: opened, session, say, clock };
}

const many = (word: string): string => `${word} ${'and so on '.repeat(400)}`;
const compactions = (events: readonly SessionEvent[]) => events.filter((event) => event.type === 'compaction');

describe('a provider’s own words for “too long” make room, and the turn goes on', () => {
  test.each(families)('%s', async (family) => {
    const { agents, session, say } = await open(family, summary, { compaction: { keepTokens: 100 } });
    for (const word of ['one', 'two', 'three']) await say(many(word));
    agents.of(family).fault({ do: 'fail', with: { kind: 'overflow' } });
    const events = await say('four');
    expect(endOf(events)).toMatchObject({ outcome: 'done', text: expect.stringContaining('four') });
    expect(compactions(events).map(({ outcome }) => outcome)).toEqual(['started', 'compacted']);
    const shown = agents
      .of(family)
      .log.at(-1)
      ?.seen?.turns.map(({ text }) => text)
      .join('\n');
    expect(shown).toContain(summary);
    expect(shown).not.toContain('two and so on');
    for (const other of families) {
      session.switchTo(agents.target(other));
      expect(endOf(await say('five')).outcome).toBe('done');
    }
    agents.accepted();
  });
});

test('before it is sent, when the window is nearly full', async () => {
  const { agents, session, say } = await open('openai-responses', summary, { compaction: { keepTokens: 100 } });
  session.switchTo(agents.target('openai-responses', { traits: { contextWindow: 3_500, maxOutput: 500 } }));
  const outcomes: string[] = [];
  for (const word of ['one', 'two', 'three', 'four']) {
    const events = await say(many(word));
    outcomes.push(...compactions(events).map(({ outcome }) => outcome));
    expect(endOf(events).outcome).toBe('done');
  }
  expect(outcomes.slice(0, 2)).toEqual(['started', 'compacted']);
  expect(JSON.stringify(session.state.contents)).not.toContain('one and so on');
  agents.accepted();
});

describe('when it fails, the history is the one it was', () => {
  test.each([
    ['the summary is empty', '', false],
    ['the summariser fails', summary, true],
  ])('%s', async (_, said, failing) => {
    const { agents, session, say, clock } = await open('anthropic', said, { compaction: { keepTokens: 100 } });
    for (const word of ['one', 'two', 'three']) await say(many(word));
    const before = JSON.stringify(session.state.contents);
    if (failing) agents.of('anthropic').fault({ do: 'fail', with: { kind: 'server' }, times: 20 });
    const event = await clock.finish(session.compact());
    expect(event).toMatchObject({ outcome: 'unchanged' });
    expect(JSON.stringify(session.state.contents)).toBe(before);
    agents.of('anthropic').clearFaults();
    expect(endOf(await say('four')).outcome).toBe('done');
  });

  test('nothing to compact', async () => {
    const { session, say } = await open('anthropic', summary);
    await say('one');
    expect(await session.compact()).toMatchObject({
      outcome: 'unchanged',
      why: expect.stringContaining('nothing to compact'),
    });
  });
});
