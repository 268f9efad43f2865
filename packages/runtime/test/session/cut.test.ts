/** Answers that are cut off: the text is kept, complete calls are closed without running, and incomplete calls are dropped. */
import { type FaultPlan, script } from '@interlock/simulators';
import { syntheticTexts } from '@interlock/transcript';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStore, type SessionEvent } from '../../src/index.ts';
import { type Agents, endOf, type Family, families, openAgents, play, recordsOf, typesOf } from '../agents.ts';
import { createGate } from '../gate.ts';
import { createVirtualClock } from '../virtual-clock.ts';

const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  {
    when: { user: 'work' },
    think: 'I should work.',
    say: 'I begin with both of them now.',
    call: [1, 2].map((n) => ({ tool: 'work', args: { n } })),
  },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function cutBy(family: Family, fault: FaultPlan) {
  agents = await openAgents({ model });
  const gate = createGate();
  const clock = createVirtualClock();
  const session = await agents.open({ route: agents.target(family), tools: [gate.tool], clock });
  agents.of(family).fault(fault);
  const say = (text: string): Promise<readonly SessionEvent[]> => clock.finish(play(session, text));
  const events = await say('work');
  expect(gate.finished).toEqual([]);
  return { agents, session, say, events, cut: events.find((event) => event.type === 'reply-cut') };
}

/** Gemini reports a malformed call; a model on Ollama stops in the middle of its text. */
const whoWriteCallsAsText = families.filter((family) => family !== 'gemini' && family !== 'ollama');

describe('by the output limit, inside the arguments', () => {
  test.each(whoWriteCallsAsText)('%s', async (family) => {
    const { agents, session, say, events, cut } = await cutBy(family, { do: 'truncate-arguments', length: 3 });
    expect(endOf(events)).toMatchObject({ outcome: 'limit', why: 'The answer reached its length limit.' });
    expect(cut).toMatchObject({ why: 'max-tokens', cancelled: [] });
    expect(cut?.unfinished.map(({ name }) => name)).toContain('work');
    const blocks = session.state.contents.flatMap(({ blocks }) => blocks.map(({ type }) => type));
    expect(blocks).not.toContain('tool_call');
    expect(blocks).toContain('text');
    for (const other of families) {
      session.switchTo(agents.target(other));
      expect(endOf(await say('hello')).outcome).toBe('done');
    }
    agents.accepted();
  });
});

describe('by the connection, after visible output: nothing is sent again', () => {
  test.each(families)('%s', async (family) => {
    const { agents, session, say, events, cut } = await cutBy(family, { do: 'end-missing', frames: 2 });
    const end = endOf(events);
    // In some protocols everything has arrived before the last frames.
    if (end.outcome !== 'done') {
      expect(end.outcome).toBe('failed');
      expect(cut?.why).toBe('failed');
      expect(agents.of(family).log.length).toBe(1);
    }
    const answers = session.state.contents.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_response' ? [block.error] : [])),
    );
    const calls = session.state.contents.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_call'));
    expect(answers).toEqual(calls.map(() => syntheticTexts.cancelled));
    for (const other of families) {
      session.switchTo(agents.target(other));
      expect(endOf(await say('hello')).outcome).toBe('done');
    }
    agents.accepted();
  });
});

describe('by an error event inside the stream', () => {
  test.each([
    ['anthropic', 6],
    ['openai-responses', 12],
    ['gemini', 4],
  ] as const)('%s', async (family, frames) => {
    const { agents, session, say, events } = await cutBy(family, {
      do: 'fail-inside',
      with: { kind: 'overloaded' },
      frames,
    });
    const end = endOf(events);
    expect(end.outcome).toBe('failed');
    expect(end.failure?.reason).toMatch(/overloaded|server|network/);
    for (const other of families) {
      session.switchTo(agents.target(other));
      expect(endOf(await say('hello')).outcome).toBe('done');
    }
    agents.accepted();
  });
});

test('counts the usage of an answer that was cut off after its last word, and measures nothing by it', async () => {
  agents = await openAgents({ model: script([{ say: 'I have heard.' }]), only: ['anthropic'] });
  const store = createMemoryStore();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [], store });
  agents.of('anthropic').fault({ do: 'drop', at: 2_000 });
  const events = await play(session, 'hello');
  const { outcome, usage } = endOf(events);
  expect([outcome, usage.input > 0, session.state.usage]).toEqual(['failed', true, usage]);
  expect(typesOf(events).filter((type) => type === 'usage')).toEqual(['usage']);
  const target = 'anthropic/claude-opus-4-8';
  const records = await recordsOf(store, session.id);
  const [request, ...others] = records.filter((record) => record.kind === 'request');
  expect(others).toEqual([]);
  expect(request).toMatchObject({ usage, target, outcome: 'failed', failure: { reason: 'network' } });
  expect(request).not.toHaveProperty('contents');
});
