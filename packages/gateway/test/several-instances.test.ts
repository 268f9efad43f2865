/**
 * Two gateways and one PostgreSQL: cooldowns, seals, stored responses and limits are those of both. One of them is a separate process, which is killed
 * in the end; the database is lost and comes back in between.
 */
import { createHash } from 'node:crypto';
import type { RouteTarget } from '@interlock/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/postgres/start-postgres.ts';
import { nameOf, openGateway, routeTarget, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';
import { type Instance, startInstance } from './start-instance.ts';

const thinker = 'anthropic/claude-opus-4-8';
const others = ['openai/gpt-4.1', 'mistral/mistral-large-latest', 'deepseek/deepseek-v4-pro'];
const token = (name: string): { readonly name: string; readonly sha256: string } => ({
  name,
  sha256: createHash('sha256').update(`token-${name}`).digest('hex'),
});
const tokens = [token('a'), token('b'), { ...token('few'), requestsPerMinute: 1 }];

let server: PostgresServer;
let one: TestGateway;
let two: Instance;

beforeAll(async () => {
  server = await startPostgres();
  const database = { url: server.url, deadlineMs: 60_000 };
  one = await openGateway({ tokens, database });
  const models = Object.fromEntries(
    one.stations.map((station): [string, RouteTarget] => [nameOf(station), routeTarget(station)]),
  );
  two = await startInstance({ tokens, database, models });
});
afterAll(async () => {
  await two?.kill();
  await one?.close();
  await server?.stop();
});

interface Message {
  readonly content?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }];

async function ask(url: string, client: string, messages: readonly object[]): Promise<Message> {
  const request = { model: thinker, reasoning_effort: 'high', tools, messages };
  const authorization = `Bearer token-${client}`;
  const { status, body } = await send(url, '/v1/chat/completions', request, { authorization });
  expect([status, body]).toEqual([200, expect.anything()]);
  const { choices } = body as { readonly choices: readonly { readonly message: Message }[] };
  return choices[0]?.message ?? {};
}

/** A turn with two calls, and a word after it: one request after the other at these instances. Gives the history of each. */
async function converse(client: string, question: string, urls: readonly string[]): Promise<readonly object[][]> {
  const [first = '', second = '', third = ''] = urls;
  const asked = [{ role: 'user', content: question }];
  const called = await ask(first, client, asked);
  const calls = called.tool_calls ?? [];
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'x' }));
  const answered = [...asked, { role: 'assistant', content: called.content, tool_calls: calls }, ...results];
  const { content } = await ask(second, client, answered);
  const more = [...answered, { role: 'assistant', content }, { role: 'user', content: 'And?' }];
  await ask(third, client, more);
  return [asked, answered, more];
}

function station(name: string): TestGateway['stations'][number]['simulator'] {
  const found = one.stations.find((each) => nameOf(each) === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found.simulator;
}

/** The thinking that the provider saw in its latest request. */
function thinkingSeen(): readonly string[] {
  const { turns = [] } = station(thinker).log.at(-1)?.seen ?? {};
  return turns.flatMap(({ thinking }) => (thinking === '' ? [] : [thinking.replace(/ \[.*/, '')]));
}

const bothThoughts = ['Two files are wanted.', 'Both are here.'];

/** Answers that were looked for, over these instances. */
async function seals(...urls: readonly string[]): Promise<{ readonly found: number; readonly missed: number }> {
  const pages = await Promise.all(urls.map((url) => metrics(url)));
  const count = (outcome: string): number =>
    pages.reduce(
      (sum, page) => sum + Number(new RegExp(`answers_total{outcome="${outcome}"} (\\d+)`).exec(page)?.[1]),
      0,
    );
  return { found: count('found'), missed: count('missed') };
}

async function metrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer token-a' } })).text();
}

async function ready(url: string): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}

test('a conversation that alternates between instances finds all its seals; another client’s finds none', async () => {
  const { url } = one.gateway;
  const [, answered = [], more = []] = await converse('a', 'Read a and b.', [url, two.url, url]);
  expect(thinkingSeen()).toEqual(bothThoughts);
  await ask(two.url, 'a', more);
  expect(thinkingSeen()).toEqual(bothThoughts);
  expect(await seals(url, two.url)).toEqual({ found: 5, missed: 0 });
  for (const each of [url, two.url]) {
    await ask(each, 'b', answered);
    expect(thinkingSeen()).toEqual([]);
  }
  expect(await seals(url, two.url)).toEqual({ found: 5, missed: 2 });
});

interface Given {
  readonly id: string;
  readonly output: readonly { readonly id: string; readonly call_id?: string }[];
}

const functions = [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }];

async function respond(
  url: string,
  body: object,
  client = 'a',
): Promise<{ readonly status: number; readonly body: Given }> {
  const request = { model: thinker, reasoning: { effort: 'high' }, tools: functions, ...body };
  const told = await send(url, '/v1/responses', request, { authorization: `Bearer token-${client}` });
  return { status: told.status, body: told.body as Given };
}

async function stored(url: string, method: 'GET' | 'DELETE', id: string, client = 'a'): Promise<unknown> {
  const response = await fetch(`${url}/v1/responses/${id}`, {
    method,
    headers: { authorization: `Bearer token-${client}` },
  });
  return response.status === 200 ? response.json() : response.status;
}

/** A turn with two calls by ids alone, its requests at these instances; gives the last answer. */
async function chain(question: string, first: string, second: string, third: string): Promise<Given> {
  const called = await respond(first, { input: question });
  const calls = called.body.output.flatMap(({ call_id }) => (call_id === undefined ? [] : [call_id]));
  expect(calls).toHaveLength(2);
  const results = calls.map((call_id) => ({ type: 'function_call_output', call_id, output: 'x' }));
  const answered = await respond(second, { input: results, previous_response_id: called.body.id });
  const last = await respond(third, { input: 'And?', previous_response_id: answered.body.id });
  expect([answered.status, last.status]).toEqual([200, 200]);
  return last.body;
}

test('stored responses are continued, shown and deleted at any instance, for their own client', async () => {
  const { url } = one.gateway;
  const last = await chain('Read a and b by id.', url, two.url, url);
  expect(thinkingSeen()).toEqual(bothThoughts);
  expect(JSON.stringify(station(thinker).log.at(-1)?.seen)).toContain('Read a and b by id.');
  for (const each of [url, two.url]) {
    expect(await stored(each, 'GET', last.id)).toEqual(last);
    expect(await stored(each, 'GET', last.id, 'b')).toBe(404);
    expect((await respond(each, { input: 'x', previous_response_id: last.id }, 'b')).status).toBe(400);
  }
  // An item is found by its id, wherever it was given.
  const [{ id } = { id: '' }] = last.output;
  const references = [
    { role: 'user', content: 'Well?' },
    { type: 'item_reference', id },
    { role: 'user', content: 'So?' },
  ];
  expect((await respond(two.url, { input: references })).status).toBe(200);
  expect(JSON.stringify(station(thinker).log.at(-1)?.seen)).toContain('You said And?.');
  expect(await stored(two.url, 'DELETE', last.id)).toMatchObject({ deleted: true });
  for (const each of [url, two.url]) {
    expect(await stored(each, 'GET', last.id)).toBe(404);
    expect((await respond(each, { input: 'x', previous_response_id: last.id })).status).toBe(400);
  }
});

test('an instance respects a cooldown learned by another and sends nothing', async () => {
  const [model = ''] = others;
  const simulator = station(model);
  simulator.fault({ do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 600_000 } });
  const asking = { model, messages: [{ role: 'user', content: 'hello' }] };
  const learnt = await send(two.url, '/v1/chat/completions', asking, { authorization: 'Bearer token-a' });
  const asked = simulator.log.length;
  const told = await send(one.gateway.url, '/v1/chat/completions', asking, { authorization: 'Bearer token-a' });
  const waits = [learnt, told].map(({ status, headers }) => [status, Number(headers.get('retry-after')) > 300]);
  expect(waits).toEqual([
    [429, true],
    [429, true],
  ]);
  expect(simulator.log.length).toBe(asked);
});

test('a client’s requests per minute are counted across all instances', async () => {
  const urls = [one.gateway.url, two.url, one.gateway.url];
  const statuses: number[] = [];
  for (const url of urls) {
    const body = { model: others[1], messages: [{ role: 'user', content: 'hello' }] };
    statuses.push((await send(url, '/v1/chat/completions', body, { authorization: 'Bearer token-few' })).status);
  }
  expect(statuses).toEqual([200, 429, 429]);
});

test('a lost database: a warning, and local state; what was learned is written when it is back', async () => {
  const { url } = one.gateway;
  const before = one.lines.length;
  await server.halt('crash');
  const [, answered = []] = await converse('a', 'Read a and b without it.', [url, url, url]);
  expect(thinkingSeen()).toEqual(bothThoughts);
  const last = await chain('Read a and b by id without it.', url, url, url);
  // It may be stored: the other instance cannot know, so it does not say that it is not.
  const { id: item } = last.output[0] ?? { id: '' };
  for (const body of [
    { input: 'So?', previous_response_id: last.id },
    {
      input: [
        { type: 'item_reference', id: item },
        { role: 'user', content: 'So?' },
      ],
    },
  ]) {
    expect((await respond(two.url, body)).status).toBe(503);
  }
  expect(await stored(two.url, 'GET', last.id)).toBe(503);
  const gone = await chain('Read a and b in vain.', url, url, url);
  expect(await stored(url, 'DELETE', gone.id)).toMatchObject({ deleted: true });
  const simulator = station(others[2] ?? '');
  simulator.fault({ do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 600_000 } });
  const asking = { model: others[2], messages: [{ role: 'user', content: 'hello' }] };
  const statuses: number[] = [];
  for (const each of [url, url]) {
    statuses.push((await send(each, '/v1/chat/completions', asking, { authorization: 'Bearer token-a' })).status);
  }
  expect(statuses).toEqual([429, 429]);
  expect(await ready(url)).toEqual({ status: 'ready', database: 'lost' });
  expect(await metrics(url)).toMatch(/^interlock_gateway_database_up 0$/m);
  await server.resume();
  for (const each of [url, two.url]) {
    while (!JSON.stringify(await ready(each)).includes('"up"')) await new Promise((done) => setTimeout(done, 20));
  }
  // Only the first instance knew of these.
  expect(await stored(two.url, 'GET', last.id)).toEqual(last);
  expect((await respond(two.url, { input: 'So?', previous_response_id: last.id })).status).toBe(200);
  expect(thinkingSeen()).toEqual(bothThoughts);
  // For a moment after a loss, a response may still be about to be written.
  let shown = await stored(two.url, 'GET', gone.id);
  while (shown === 503) {
    await new Promise((done) => setTimeout(done, 100));
    shown = await stored(two.url, 'GET', gone.id);
  }
  expect(shown).toBe(404);
  await ask(two.url, 'a', answered);
  expect(thinkingSeen()).toEqual(['Two files are wanted.']);
  const asked = simulator.log.length;
  const told = await send(two.url, '/v1/chat/completions', asking, { authorization: 'Bearer token-a' });
  expect([told.status, simulator.log.length]).toEqual([429, asked]);
  const about = one.lines.slice(before).filter(({ msg }) => msg !== 'request');
  expect(about).toEqual([
    expect.objectContaining({ level: 'warn', msg: expect.stringContaining('The database is lost.') }),
    expect.objectContaining({ level: 'info', msg: 'The database is back.' }),
  ]);
  expect(JSON.stringify(about)).not.toContain(server.password);
});

test('after one is killed, the other continues its conversations', async () => {
  const [, , more = []] = await converse('a', 'Read a and b once more.', [two.url, two.url, two.url]);
  await two.kill();
  await ask(one.gateway.url, 'a', more);
  expect(thinkingSeen()).toEqual(bothThoughts);
  expect(one.lines.at(-1)).toMatchObject({ seals: { found: 2, missed: 0 } });
});
