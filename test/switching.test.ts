/** Conversations that change provider between turns, over every ordered pair of providers. */
import type { Content } from '@interlock/transcript';
import { resolveTarget } from '@interlock/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, createAgent } from './conformance/agent.ts';
import { complaints, pairRounds, pairsOf, playRound, question } from './conformance/round.ts';
import { openStations, type Station, type Stations } from './conformance/stations.ts';
import { playTurn } from './conformance/turn.ts';
import { newTally, walk } from './conformance/walk.ts';
import { share, times } from './property/runs.ts';

let stations: Stations;
let agent: Agent;
beforeAll(async () => {
  stations = await openStations();
  agent = createAgent();
});
afterAll(async () => {
  await agent.close();
  await stations.close();
});

/** Fails if a request since `before` was refused, lost something, or hid a result from the model. */
function expectSound(station: Station, before: number, history: readonly Content[]): void {
  expect(complaints(station, before, history)).toEqual([]);
}

test('REQ-915-041 every ordered pair of providers: turns with tools here, there, and here again', async () => {
  const rounds = pairRounds(stations.all);
  const pairs = rounds.flatMap(pairsOf);
  const count = stations.all.length * (stations.all.length - 1);
  expect({ pairs: pairs.length, different: new Set(pairs).size }).toEqual({ pairs: count, different: count });
  const wrong: string[] = [];
  // conformance:long plays all of them, in both directions.
  for (const [at, round] of share(rounds, 16).entries())
    wrong.push(...(await playRound(agent, round, (turn) => (at + turn) % 3 === 0)));
  expect(wrong).toEqual([]);
});

test('REQ-915-042 round-robin over all of them, one turn each', async () => {
  const history: Content[] = [];
  // The smallest window first, because the conversation grows.
  const windowOf = ({ target }: Station): number => resolveTarget(target).traits.contextWindow;
  const order = stations.all.toSorted((a, b) => windowOf(a) - windowOf(b));
  for (const [turn, station] of order.entries()) {
    const before = station.simulator.log.length;
    const shown = [...history];
    history.push(
      ...(await playTurn(agent, station, history, {
        turnId: `turn-${turn}`,
        text: question,
        settings: { stream: turn % 2 === 1 },
      })),
    );
    expectSound(station, before, shown);
  }
});

test('REQ-915-043 failover: a failed request is rendered again for the next provider, and no tool runs twice', async () => {
  // From every second one to its neighbour; histories:long starts from all of them.
  for (const [at, from] of share([...stations.all.entries()], 2)) {
    const to = stations.all[(at + 1) % stations.all.length] ?? from;
    const history: Content[] = [
      { speaker: 'human', blocks: [{ type: 'text', text: question }], metadata: { turnId: 'turn-1' } },
    ];
    const { content } = await agent.ask(from, history, { stream: true });
    history.push(content, agent.run(content));
    from.simulator.fault({ do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 30_000 } });
    await expect(agent.ask(from, history, { stream: true })).rejects.toMatchObject({
      failure: { reason: 'rate-limit', retryAfterMs: 30_000 },
    });
    const before = to.simulator.log.length;
    await agent.ask(to, history, { stream: true });
    expectSound(to, before, history);
  }
});

test('REQ-915-044 five calls with one result: one real and four synthetic completions at every provider', async () => {
  const calls = ['a', 'b', 'c', 'd', 'e'].map(
    (id) => ({ type: 'tool_call', id, name: 'read_file', parameters: { path: id } }) as const,
  );
  const history: readonly Content[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Read five files.' }] },
    { speaker: 'ai', blocks: calls, metadata: { provider: 'openai', model: 'gpt-4.1' } },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'c', toolName: 'read_file', result: '[[result 3]] of c' }],
    },
    { speaker: 'human', blocks: [{ type: 'text', text: 'And?' }] },
  ];
  for (const station of stations.all) {
    const before = station.simulator.log.length;
    await agent.ask(station, history, {});
    expectSound(station, before, history);
    const results = station.simulator.log.at(-1)?.seen?.turns.flatMap((turn) => turn.results) ?? [];
    if (station.name !== 'ollama llama3') expect(results).toHaveLength(5);
  }
});

test('overview §10.5: Kimi and Mistral get ids in their own form, and every result stays with its call', async () => {
  const calls = ['x', 'y'].map(
    (id) => ({ type: 'tool_call', id, name: 'read_file', parameters: { path: id } }) as const,
  );
  const results = ['y', 'x'].map(
    (id) => ({ type: 'tool_response', callId: id, toolName: 'read_file', result: `of ${id}` }) as const,
  );
  const history: readonly Content[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Read both.' }] },
    { speaker: 'ai', blocks: calls, metadata: { provider: 'anthropic', model: 'claude-opus-4-8' } },
    { speaker: 'tool', blocks: results },
  ];
  const forms: Readonly<Record<string, RegExp>> = {
    'moonshot kimi-k2-thinking': /^functions\.read_file:\d+$/,
    'mistral mistral-large-latest': /^[a-zA-Z0-9]{9}$/,
  };
  for (const [name, form] of Object.entries(forms)) {
    const station = stations.all.find((one) => one.name === name);
    if (station === undefined) throw new Error(`${name} is no station`);
    await agent.ask(station, history, { stream: true });
    const turns = station.simulator.log.at(-1)?.seen?.turns ?? [];
    const asked = turns.flatMap((turn) => turn.calls);
    const answered = turns.flatMap((turn) => turn.results);
    expect(asked.every(({ id }) => form.test(id))).toBe(true);
    expect(answered.map(({ id, text }) => [id, text])).toEqual(
      asked.map(({ id, args }) => [id, `of ${Object(args).path}`]),
    );
  }
});

test('random walks with cancelled fan-outs, cuts and crashes between turns: no request is rejected', async () => {
  const tally = newTally();
  for (let seed = 1; seed <= 20 * times; seed += 1) await walk(agent, stations.all, 1_000_000 + seed, 6, tally);
  expect({ ...tally, requests: tally.requests > 125 }).toEqual({ requests: true, refused: [], warned: [], hidden: [] });
});
