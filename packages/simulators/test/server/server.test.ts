/** The server around an API: access, the log, and how answers are sent. */
import { expect, test } from 'vitest';
import {
  type Api,
  type LoggedRequest,
  openaiChat,
  type SimulatorOptions,
  script,
  startSimulator,
} from '../../src/index.ts';
import { hello, post, start } from '../start.ts';

test('an accepted request: the model’s answer, and a line in the log', async () => {
  const simulator = await start();
  const response = await post(simulator, hello);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'hällo' } }] });
  expect(simulator.log).toEqual([
    {
      method: 'POST',
      path: '/v1/chat/completions',
      model: 'gpt-4.1',
      account: 'main',
      verdict: 'accepted',
      rules: [],
      warnings: [],
      status: 200,
      seen: expect.objectContaining({ turns: [expect.objectContaining({ role: 'user', text: 'hällo' })] }),
    },
  ]);
});

test('a rejected request: the provider’s message, its rule and place', async () => {
  const simulator = await start();
  const orphan = [...hello.messages, { role: 'tool', tool_call_id: 'x', content: 'y' }];
  const response = await post(simulator, { ...hello, messages: orphan });
  const { message } = simulator.log[0] ?? {};
  expect(message).toContain("messages with role 'tool' must be a response");
  expect(await bodyOf(response)).toMatchObject({ error: { message } });
  expect(simulator.log).toEqual([
    {
      method: 'POST',
      path: '/v1/chat/completions',
      model: 'gpt-4.1',
      account: 'main',
      verdict: 'refused',
      rules: ['OAC-002'],
      warnings: [],
      status: 400,
      message,
      place: expect.stringContaining('messages'),
    },
  ]);
});

test('keys belong to accounts; without one nothing is accepted', async () => {
  const simulator = await start({ keys: { 'key-a': 'a', 'key-b': 'b' } });
  expect(simulator.key).toBe('key-a');
  const statuses = [];
  for (const key of ['key-a', 'key-b', 'key-c', 'constructor'])
    statuses.push((await post(simulator, hello, key)).status);
  const nobody = await fetch(`${simulator.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(hello) });
  expect([...statuses, nobody.status]).toEqual([200, 200, 401, 401, 401]);
  expect(simulator.log.map(({ account }) => account)).toEqual(['a', 'b', undefined, undefined, undefined]);
});

test('an unauthenticated caller learns nothing, even if an API forgets to check', async () => {
  const careless: Api = {
    ...openaiChat,
    handle: (request, world) => openaiChat.handle(request, { ...world, account: 'x' }),
  };
  const simulator = await start({}, careless);
  expect((await post(simulator, hello, 'wrong')).status).toBe(401);
  expect((await post(simulator, { ...hello, messages: 7 }, 'wrong')).status).toBe(401);
  expect(simulator.log.map(({ verdict, rules }) => [verdict, rules])).toEqual([
    ['refused', ['unknown-key']],
    ['refused', ['unknown-key']],
  ]);
});

test('serves lists of models', async () => {
  const simulator = await start();
  const response = await fetch(`${simulator.url}/v1/models`, { headers: { authorization: `Bearer ${simulator.key}` } });
  expect(response.status).toBe(200);
  expect(simulator.log).toMatchObject([{ method: 'GET', path: '/v1/models', verdict: 'served', status: 200 }]);
});

test('a stream arrives in pieces and is the same text', async () => {
  const simulator = await start({ model: script([{ say: 'Ein längerer Satz – mit € und 😀. '.repeat(20) }]) });
  const response = await post(simulator, { ...hello, stream: true });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  expect(chunks.length).toBeGreaterThan(5);
  expect(Buffer.concat(chunks).toString()).toMatch(/data: \[DONE\]\n\n$/);
});

test('a client that leaves during a stream is not a failure', async () => {
  const simulator = await start({ model: script([{ say: 'word '.repeat(20_000) }]) });
  const response = await post(simulator, { ...hello, stream: true });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect((await post(simulator, hello)).status).toBe(200);
  expect(simulator.log.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted']);
});

test('a body over the limit', async () => {
  const simulator = await start({ bodyLimit: 1000 });
  const response = await post(simulator, JSON.stringify(hello).padEnd(5_000_000));
  expect([response.status, await bodyOf(response)]).toEqual([
    413,
    { error: { type: 'request_too_large', message: 'Request exceeds the maximum allowed number of bytes.' } },
  ]);
  expect((await post(simulator, JSON.stringify(hello).padEnd(999))).status).toBe(200);
  expect(simulator.log.map(({ rules }) => rules)).toEqual([['too-large'], []]);
});

test('a body that is not UTF-8 is not JSON', async () => {
  const simulator = await start();
  const response = await fetch(`${simulator.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.key}` },
    body: Buffer.from(JSON.stringify(hello), 'latin1'),
  });
  expect(response.status).toBe(400);
  expect(simulator.log).toMatchObject([{ verdict: 'refused', rules: ['gate-json'] }]);
});

test.each<[string, Partial<Api>, SimulatorOptions]>([
  [
    'an API that throws',
    {
      handle: () => {
        throw new Error('ouch');
      },
    },
    {},
  ],
  [
    'a model that throws',
    {},
    {
      model: () => {
        throw new Error('ouch');
      },
    },
  ],
])('%s: reported as an internal error of the simulator', async (_, broken, options) => {
  const simulator = await start(options, { ...openaiChat, ...broken });
  const response = await post(simulator, hello);
  expect([response.status, await bodyOf(response)]).toEqual([
    500,
    { error: { type: 'simulator_fault', message: 'Internal error of the simulator, not of the request: ouch' } },
  ]);
  expect(simulator.log).toEqual([
    {
      method: 'POST',
      path: '/v1/chat/completions',
      verdict: 'failed',
      rules: [],
      warnings: [],
      status: 500,
      message: 'ouch',
    },
  ]);
});

test('so is a header that cannot be sent', async () => {
  const odd: Api = {
    ...openaiChat,
    handle: () => ({ kind: 'served', response: { status: 200, headers: { 'x-odd': 'a\nb' }, body: '' } }),
  };
  const simulator = await start({}, odd);
  expect((await post(simulator, hello)).status).toBe(500);
  expect(simulator.log.at(-1)).toMatchObject({ verdict: 'failed' });
});

test('two simulators with the same secret and endpoint are one provider; with different ones they are not', async () => {
  const minted: string[] = [];
  const minting: Api = {
    ...openaiChat,
    handle: (_, world) => {
      const claims = { kind: 'thinking', provider: 'p', model: 'm', endpoint: world.endpoint, account: world.account };
      minted.push(world.mint(claims));
      const known = minted.map((token) => world.open(token)?.endpoint === world.endpoint);
      return { kind: 'served', response: { status: 200, headers: {}, body: JSON.stringify(known) } };
    },
  };
  const one = { secret: 's', endpoint: 'https://api.example.org' };
  const opened = [];
  for (const options of [one, one, { ...one, secret: 't' }, { ...one, endpoint: 'https://other.example.org' }, {}]) {
    opened.push(await bodyOf(await post(await start(options, minting), hello)));
  }
  expect(opened).toEqual([
    [true],
    [true, true],
    [false, false, true],
    [false, false, false, true],
    [false, false, false, false, true],
  ]);
});

test('numbers are issued once, whatever the account; the clock is given', async () => {
  const numbered: Api = {
    ...openaiChat,
    handle: (_, world) => ({
      kind: 'served',
      response: { status: 200, headers: {}, body: JSON.stringify([world.account, world.next(), world.now()]) },
    }),
  };
  const simulator = await start({ keys: { a: 'A', b: 'B' }, now: () => 5 }, numbered);
  const said = [];
  for (const key of ['a', 'b', 'a']) said.push(await bodyOf(await post(simulator, hello, key)));
  expect(said).toEqual([
    ['A', 1, 5],
    ['B', 2, 5],
    ['A', 3, 5],
  ]);
});

test('notifies listeners at once', async () => {
  const told: LoggedRequest[] = [];
  const simulator = await start({ onRequest: (request) => void told.push(request) });
  await post(simulator, hello);
  expect(told).toEqual(simulator.log);
});

test('a log of limited length', async () => {
  const told: string[] = [];
  const simulator = await start({ logLimit: 2, onRequest: ({ path }) => void told.push(path) });
  for (const path of ['/a', '/b', '/c']) await fetch(simulator.url + path);
  expect(simulator.log.map(({ path }) => path)).toEqual(['/b', '/c']);
  expect(told).toEqual(['/a', '/b', '/c']);
});

test('a port in use is an error, not a crash', async () => {
  const simulator = await start();
  await expect(startSimulator(openaiChat, { port: Number(new URL(simulator.url).port) })).rejects.toThrow('EADDRINUSE');
});

function bodyOf(response: Response): Promise<unknown> {
  return response.json();
}
