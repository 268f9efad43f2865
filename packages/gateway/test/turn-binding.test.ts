/** A tool loop stays with the target that made its calls, over round-robin, failover and two instances (REQ-915-002). */
import { createMemoryRouteStore, type RouteConfig } from '@interlock/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway, createMemoryAnswerStore, type Gateway } from '../src/index.ts';
import { sdkClients } from './clients/index.ts';
import { nameOf, openGateway, routeTarget, type TestGateway } from './open-gateway.ts';

const names = ['anthropic/claude-opus-4-8', 'openai/gpt-4.1', 'google/gemini-3.1-pro'];
const answers = createMemoryAnswerStore();
const routeStore = createMemoryRouteStore();
let one: TestGateway;
let two: Gateway;
let round: RouteConfig;

beforeAll(async () => {
  one = await openGateway({
    answers,
    routeStore,
    routes: (targetOf) => {
      round = { policy: 'round-robin', name: 'round', targets: names.map(targetOf) };
      return { round };
    },
  });
  two = await createGateway({
    answers,
    routeStore,
    environment: {},
    models: { find: () => round, list: () => ['round'] },
  });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** By whom requests were answered since `from`. */
function asked(from: number): readonly string[] {
  return one.lines.slice(from).map(({ target }) => String(target));
}

test.each(sdkClients)('REQ-915-002 $name: round-robin moves between turns, never inside one', async (client) => {
  const before = one.lines.length;
  const conversations = Array.from({ length: 3 }, (_, at) =>
    client.open({
      url: one.gateway.url,
      model: 'round',
      stream: at % 2 === 0,
      run: (args) => `content of ${JSON.stringify(args)}`,
    }),
  );
  // Three turns, each of two requests, begun one after the other.
  for (const conversation of conversations) expect((await conversation.say('Read a and b.')).rounds).toEqual([2]);
  const [a, a2, b, b2, c, c2] = asked(before);
  expect([a2, b2, c2]).toEqual([a, b, c]);
  expect(new Set([a, b, c])).toEqual(new Set(names));
});

test('REQ-915-002 the results of a call go to its target, whichever instance receives them', async () => {
  const order: string[] = [];
  let at = 0;
  const post = async (messages: readonly object[]): Promise<{ readonly target: string; readonly message: Message }> => {
    at += 1;
    const response = await fetch(`${at % 2 === 0 ? two.url : one.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'round',
        messages,
        tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }],
      }),
    });
    const { choices } = (await response.json()) as { readonly choices: readonly { readonly message: Message }[] };
    const message = choices[0]?.message;
    if (message === undefined) throw new Error(`There is no answer: ${response.status}`);
    return { target: response.headers.get('x-interlock-target') ?? '', message };
  };
  for (let turn = 0; turn < 4; turn += 1) {
    const question = { role: 'user', content: `Read a and b. ${turn}` };
    const first = await post([question]);
    const results = (first.message.tool_calls ?? []).map(({ id }) => ({
      role: 'tool',
      tool_call_id: id,
      content: 'x',
    }));
    expect(results).toHaveLength(2);
    const second = await post([question, first.message, ...results]);
    expect(second.target).toBe(first.target);
    order.push(first.target);
  }
  expect(new Set(order)).toEqual(new Set(names));
});

test('REQ-915-002 a late result of an earlier call does not take the turn away from the target of the latest calls', async () => {
  const post = async (messages: readonly object[]): Promise<{ readonly target: string; readonly message: Message }> => {
    const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }];
    const response = await fetch(`${one.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'round', messages, tools }),
    });
    const { choices } = (await response.json()) as { readonly choices: readonly { readonly message: Message }[] };
    const message = choices[0]?.message;
    if (message === undefined) throw new Error(`There is no answer: ${response.status}`);
    return { target: response.headers.get('x-interlock-target') ?? '', message };
  };
  const result = (id = ''): object => ({ role: 'tool', tool_call_id: id, content: 'x' });
  const early = { role: 'user', content: 'Read a and b, early.' };
  const late = { role: 'user', content: 'Read a and b, late.' };
  const [first, second] = [await post([early]), await post([late])];
  expect(second.target).not.toBe(first.target);
  const [a, b] = first.message.tool_calls?.map(({ id }) => id) ?? [];
  const [c, d] = second.message.tool_calls?.map(({ id }) => id) ?? [];
  const history = [early, first.message, result(a), late, second.message];
  for (const results of [
    [b, c, d],
    [c, d, b],
    [c, b],
  ]) {
    expect((await post([...history, ...results.map(result)])).target).toBe(second.target);
  }
});

test('REQ-915-002 results without ids go to the target of the calls before them', async () => {
  const order: string[] = [];
  const post = async (
    contents: readonly object[],
  ): Promise<{ readonly target: string; readonly parts: readonly Part[] }> => {
    const response = await fetch(`${one.gateway.url}/v1beta/models/round:generateContent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        contents,
        tools: [{ functionDeclarations: [{ name: 'read', parameters: { type: 'OBJECT', properties: {} } }] }],
      }),
    });
    const { candidates } = (await response.json()) as {
      readonly candidates: readonly { readonly content: { readonly parts: readonly Part[] } }[];
    };
    const target = response.headers.get('x-interlock-target') ?? '';
    return { target, parts: candidates[0]?.content.parts ?? [] };
  };
  for (let turn = 0; turn < 4; turn += 1) {
    const question = { role: 'user', parts: [{ text: `Read a and b, without ids. ${turn}` }] };
    const first = await post([question]);
    const calls = first.parts.flatMap(({ functionCall }) =>
      functionCall === undefined ? [] : [{ name: functionCall.name, args: functionCall.args }],
    );
    expect(calls).toHaveLength(2);
    const said = first.parts.filter(({ functionCall, thought }) => functionCall === undefined && thought !== true);
    const second = await post([
      question,
      { role: 'model', parts: [...said, ...calls.map((functionCall) => ({ functionCall }))] },
      { role: 'user', parts: calls.map(({ name }) => ({ functionResponse: { name, response: { output: 'x' } } })) },
    ]);
    expect(second.target).toBe(first.target);
    order.push(first.target);
  }
  expect(new Set(order)).toEqual(new Set(names));
});

interface Part {
  readonly thought?: boolean;
  readonly functionCall?: { readonly name: string; readonly args: object };
}

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
}

test('a target that fails before its first byte passes the turn on, rendered again', async () => {
  const station = one.stations.find((each) => nameOf(each) === names[0]);
  if (station === undefined) throw new Error('no station');
  const both = createGateway({
    environment: {},
    models: {
      find: () => ({
        policy: 'failover',
        targets: one.stations.filter((each) => names.includes(nameOf(each))).map(routeTarget),
      }),
      list: () => [],
    },
  });
  const gateway = await both;
  try {
    const client = sdkClients[0];
    const conversation = client?.open({
      url: gateway.url,
      model: 'any',
      stream: true,
      run: () => {
        station.simulator.fault({ do: 'fail', with: { kind: 'overloaded' } });
        return 'content';
      },
    });
    const turn = await conversation?.say('Read a and b.');
    expect(turn).toMatchObject({ rounds: [2], text: expect.stringContaining('content') });
  } finally {
    station.simulator.clearFaults();
    await gateway.close();
  }
});
