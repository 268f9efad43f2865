/** The Responses API over a WebSocket, as Codex uses it. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { systemClock } from '@interlock/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createGateway } from '../src/index.ts';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { beginStream, chatEnd, chatFrame, openUpstream } from './open-upstream.ts';

const model = 'anthropic/claude-opus-4-8';
let opened: TestGateway;
beforeAll(async () => {
  const sha256 = createHash('sha256').update('secret').digest('hex');
  opened = await openGateway({ tokens: [{ name: 'one', sha256 }], limits: { bodyBytes: 20_000 } });
});
afterAll(() => opened.close());

interface Item {
  readonly type: string;
  readonly call_id?: string;
}

interface Heard {
  readonly type: string;
  readonly status?: number;
  readonly response?: { readonly id: string; readonly status: string; readonly output: readonly Item[] };
  readonly error?: { readonly code?: string; readonly param?: string; readonly message: string };
}

const headers = { authorization: 'Bearer secret', 'openai-beta': 'responses_websockets=2026-02-06' };

async function connect(
  url: string = opened.gateway.url,
): Promise<{ readonly socket: WebSocket; ask(frame: object | string): Promise<Heard> }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`, { headers });
  await once(socket, 'open');
  return {
    socket,
    /** The event that ends an answer. */
    ask: (frame) =>
      new Promise((resolve, reject) => {
        const hear = (data: unknown): void => {
          const event: Heard = JSON.parse(String(data));
          if (!['response.completed', 'response.failed', 'error'].includes(event.type)) return;
          socket.off('message', hear);
          resolve(event);
        };
        socket.on('message', hear);
        socket.once('close', () => reject(new Error('closed')));
        socket.send(typeof frame === 'string' ? frame : JSON.stringify({ type: 'response.create', ...frame }));
      }),
  };
}

const tools = [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }];
const message = (text: string): object => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

test('warm-up, a question, and a continuation by id: only what is new is sent, and the provider gets everything', async () => {
  const station = opened.stations.find((each) => nameOf(each) === model);
  const log = station?.simulator.log ?? [];
  const { socket, ask } = await connect();
  const warm = await ask({
    model,
    tools,
    instructions: 'Be brief.',
    input: [message('Read a and b.')],
    generate: false,
  });
  expect(warm).toMatchObject({ type: 'response.completed', response: { status: 'completed', output: [] } });
  expect(log).toEqual([]);
  const first = await ask({ model, tools, input: [], previous_response_id: warm.response?.id });
  const calls = (first.response?.output ?? []).filter(({ type }) => type === 'function_call');
  expect(calls).toHaveLength(2);
  const results = calls.map(({ call_id }, at) => ({
    type: 'function_call_output',
    call_id,
    output: `content ${at} n0nce`,
  }));
  const second = await ask({ model, tools, input: results, previous_response_id: first.response?.id });
  expect(JSON.stringify(second.response?.output)).toContain('content 1 n0nce');
  const third = await ask({ model, tools, input: 'Thanks n1nce', previous_response_id: second.response?.id });
  expect(JSON.stringify(third.response?.output)).toContain('You said Thanks n1nce.');
  expect(log.map(({ verdict, rules }) => [verdict, rules])).toEqual(Array(3).fill(['accepted', []]));
  expect(JSON.stringify(log.at(-1)?.seen)).toContain('content 0 n0nce');
  expect(opened.lines.slice(-3)).toMatchObject(Array(3).fill({ end: 'answered', seals: { missed: 0 }, repairs: [] }));
  // An earlier answer of this connection may be continued as well; one of another connection may not.
  const branch = await ask({ model, tools, input: results, previous_response_id: first.response?.id });
  expect(branch.type).toBe('response.completed');
  const other = await connect();
  expect(await other.ask({ model, input: 'x', previous_response_id: first.response?.id })).toMatchObject({
    type: 'error',
    status: 400,
    error: { code: 'previous_response_not_found', param: 'previous_response_id' },
  });
  expect(await other.ask({ model, tools, input: 'hello' })).toMatchObject({ type: 'response.completed' });
  for (const each of [socket, other.socket]) each.close();
});

test('an answer that is to be stored is found over HTTP, and goes on there with what was said before it', async () => {
  const { socket, ask } = await connect();
  const unstored = await ask({ model, tools, input: 'Read a n0nce.', store: false });
  const stored = await ask({ model, tools, input: 'Go on.', previous_response_id: unstored.response?.id });
  const shown = await Promise.all(
    [unstored, stored].map(({ response }) => fetch(`${opened.gateway.url}/v1/responses/${response?.id}`, { headers })),
  );
  expect(shown.map(({ status }) => status)).toEqual([404, 200]);
  expect(await shown[1]?.json()).toEqual(stored.response);
  expect([unstored.response, stored.response]).toMatchObject([
    { store: false, previous_response_id: null },
    { store: true, previous_response_id: unstored.response?.id },
  ]);
  const body = JSON.stringify({ model, tools, input: 'And?', previous_response_id: stored.response?.id });
  const next = await fetch(`${opened.gateway.url}/v1/responses`, { method: 'POST', headers, body });
  expect(next.status).toBe(200);
  const station = opened.stations.find((each) => nameOf(each) === model);
  expect(JSON.stringify(station?.simulator.log.at(-1)?.seen)).toContain('Read a n0nce.');
  socket.close();
});

test.each([
  ['no JSON', 'hello', 400],
  ['another type', { type: 'session.update' }, 400],
  ['no model', { input: 'x' }, 400],
  ['an unknown model', { model: 'nobody', input: 'x' }, 404],
  ['background', { model, input: 'x', background: true }, 400],
])('%s: an error, and the connection stays open', async (_, frame, status) => {
  const { socket, ask } = await connect();
  expect(await ask(frame)).toMatchObject({ type: 'error', status, error: { message: expect.any(String) } });
  const line = { msg: 'refused', api: 'openai-responses', status, path: '/v1/responses' };
  expect(opened.lines.at(-1)).toMatchObject(status === 404 ? { ...line, model: 'nobody' } : line);
  expect(await ask({ model, input: 'hello', generate: false })).toMatchObject({ type: 'response.completed' });
  socket.close();
});

test('one answer at a time', async () => {
  const { socket, ask } = await connect();
  const both = [ask({ model, tools, input: 'Read a and b.' }), ask({ model, tools, input: 'Read c.' })];
  // Whoever waits hears the first that ends: the refusal of the second.
  expect(await Promise.race(both)).toMatchObject({
    type: 'error',
    status: 400,
    error: { message: expect.stringContaining('A response is in progress') },
  });
  expect(await ask({ model, tools, input: 'x', previous_response_id: 'resp_none' })).toMatchObject({ type: 'error' });
  socket.close();
});

test('an oversized frame ends the connection, an oversized conversation is rejected', async () => {
  const { socket, ask } = await connect();
  let previous = await ask({ model, input: 'x'.repeat(15_000), generate: false });
  previous = await ask({
    model,
    input: 'x'.repeat(15_000),
    previous_response_id: previous.response?.id,
    generate: false,
  });
  expect(previous).toMatchObject({ type: 'error', status: 400 });
  const closed = once(socket, 'close');
  socket.send('x'.repeat(30_000));
  expect((await closed)[0]).toBe(1009);
});

test.each([
  ['/v1/responses', { authorization: 'Bearer wrong' }, 401],
  ['/v1/responses', { ...headers, origin: 'https://evil.example' }, 403],
  ['/v1/messages', headers, 404],
])('%s %j is rejected with %i', async (path, given, status) => {
  const socket = new WebSocket(opened.gateway.url.replace('http', 'ws') + path, { headers: given });
  const [, response]: IncomingMessage[] = await once(socket, 'unexpected-response');
  const chunks = response === undefined ? [] : await response.toArray();
  const body = JSON.parse(Buffer.concat(chunks).toString());
  expect([response?.statusCode, body]).toMatchObject([status, { error: { message: expect.any(String) } }]);
  const requestId = response?.headers['x-interlock-request-id'];
  expect(opened.lines.at(-1)).toMatchObject({ msg: 'refused', api: 'openai-responses', status, requestId, path });
});

test('a rejected client that does not hang up is dropped, and holds up no shutdown', async () => {
  const models = { find: () => undefined, list: () => [] };
  const gateway = await createGateway({ models, environment: {}, limits: { shutdownMs: 600_000 } });
  const { port } = new URL(gateway.url);
  const client = connectSocket({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const upgrade = ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 13'];
  const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
  client.write(['GET /v1/messages HTTP/1.1', 'host: localhost', ...upgrade, key, '', ''].join('\r\n'));
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1.1 404 /);
  await gateway.close();
  client.destroy();
});

test.each([
  ['requests that are refused', 0x81],
  ['pings', 0x89],
])('a client that sends %s and does not read the answers is dropped', async (_, opcode) => {
  const models = { find: () => undefined, list: () => [] };
  const gateway = await createGateway({ models, environment: {}, limits: { stalledMs: 50 } });
  const client = connectSocket(Number(new URL(gateway.url).port), '127.0.0.1');
  try {
    let isClosed = false;
    client.on('error', () => undefined);
    client.once('close', () => {
      isClosed = true;
    });
    const upgrade = ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 13'];
    const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
    client.write(['GET /v1/responses HTTP/1.1', 'host: localhost', ...upgrade, key, '', ''].join('\r\n'));
    await once(client, 'data');
    client.pause();
    // Frames of 100 bytes, masked with zeros.
    const frame = Buffer.concat([Buffer.from([opcode, 0x80 | 100, 0, 0, 0, 0]), Buffer.alloc(100, 'x')]);
    const frames = Buffer.concat(Array.from({ length: 1_000 }, () => frame));
    while (!isClosed) {
      if (client.writableLength < 1_000_000) client.write(frames);
      await new Promise((done) => setImmediate(done));
    }
  } finally {
    client.destroy();
    await gateway.close();
  }
});

test('an offer of another protocol is not taken, and the request is answered', async () => {
  const { hostname, port } = new URL(opened.gateway.url);
  const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
  const options = { hostname, port, path: '/v1/responses', method: 'POST', headers: { ...headers, ...offer } };
  const request = httpRequest(options);
  request.end(JSON.stringify({ model, tools, input: 'Read a and b.' }));
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.resume();
  expect(response?.statusCode).toBe(200);
});

test('a shutdown closes idle connections', async () => {
  const gateway = await openGateway();
  const socket = new WebSocket(`${gateway.gateway.url.replace('http', 'ws')}/responses`);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await gateway.close();
  expect((await closed)[0]).toBe(1001);
});

test.each([
  ['disappears', { autoPong: false }, 0, 1006],
  ['is idle for an hour', {}, 3_600_001, 1001],
  ['is idle for a shorter time', {}, 3_500_000, undefined],
])('a client that %s', async (_, options, idle, code) => {
  const start = Date.now();
  let later = 0;
  let looks = 0;
  const gateway = await createGateway({
    models: { find: () => undefined, list: () => [] },
    environment: {},
    clock: {
      now: () => start + later,
      sleep: (ms, signal) => {
        looks += 1;
        return systemClock.sleep(Math.min(ms, 20), signal);
      },
    },
  });
  try {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/responses`, options);
    await once(socket, 'open');
    later = idle;
    if (code === undefined) {
      const before = looks;
      while (looks < before + 5) await new Promise((done) => setTimeout(done, 5));
      expect(socket.readyState).toBe(WebSocket.OPEN);
      socket.close();
    } else expect((await once(socket, 'close'))[0]).toBe(code);
  } finally {
    await gateway.close();
  }
});

test('keeps only the last large conversation; rejects deep nesting', async () => {
  const { socket, ask } = await connect();
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    const heard = await ask({ model, generate: false, input: [message(text.repeat(2_500))] });
    ids.push(heard.response?.id ?? '');
  }
  const deep = await ask(`{"type":"response.create","model":"m","input":${'['.repeat(1_000)}${']'.repeat(1_000)}}`);
  expect([deep.status, deep.error?.message]).toEqual([400, expect.stringContaining('nested')]);
  const found: unknown[] = [];
  for (const id of ids) {
    const heard = await ask({ model, generate: false, previous_response_id: id, input: [] });
    found.push(heard.error?.code ?? heard.type);
  }
  expect(found).toEqual(['previous_response_not_found', 'previous_response_not_found', 'response.completed']);
  socket.close();
});

test('what is sent of a conversation does not depend on how it came: by id, whole, from an earlier answer, or over HTTP', async () => {
  const events = [
    { type: 'response.created', response: { id: 'r', status: 'in_progress', output: [] } },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { type: 'message', id: 'm', role: 'assistant', content: [] },
    },
    { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'yes' },
    { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
  ];
  const upstream = await openUpstream({
    target: { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra', credentials: [{ key: 'k' }] },
    answer: (response) => {
      beginStream(response);
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
    },
  });
  try {
    const { socket, ask } = await connect(upstream.gateway.url);
    const call = { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{}' };
    // Its result comes late, so the history is repaired.
    const [one, two, three] = [[message('Read a.'), call, message('Well?')], [message('Go on.')], [message('Or not.')]];
    const result = { type: 'function_call_output', call_id: 'call_1', output: 'A' };
    const answer = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'yes' }] };
    const whole = [
      one,
      [...one, answer, ...two],
      [...one, answer, ...two, answer, result],
      [...one, answer, ...three],
      [...one, answer, ...three, answer, ...two],
    ];
    const first = await ask({ model: 'x', tools, input: one });
    const second = await ask({ model: 'x', tools, input: two, previous_response_id: first.response?.id });
    await ask({ model: 'x', tools, input: [result], previous_response_id: second.response?.id });
    const branch = await ask({ model: 'x', tools, input: three, previous_response_id: first.response?.id });
    await ask({ model: 'x', tools, input: two, previous_response_id: branch.response?.id });
    for (const input of whole) await ask({ model: 'x', tools, input });
    socket.close();
    for (const input of whole) {
      const body = JSON.stringify({ model: 'x', tools, input, stream: true });
      const reply = await fetch(`${upstream.gateway.url}/v1/responses`, { method: 'POST', body });
      await reply.text();
    }
    const sent = upstream.sent.map(({ body }) => JSON.parse(body).input.map(withoutIds));
    expect(sent).toHaveLength(15);
    expect(sent.slice(0, 5)).toEqual(sent.slice(10));
    expect(sent.slice(5, 10)).toEqual(sent.slice(10));
  } finally {
    await upstream.close();
  }
});

/** Ids of items, and the status that comes with an answer, are not the client's in a history that it wrote itself. */
function withoutIds({ id: _, status: __, ...item }: Record<string, unknown>): object {
  const { content } = item;
  const parts = Array.isArray(content) ? content.map(({ type, text }) => ({ type, text })) : content;
  return { ...item, ...(content === undefined ? {} : { content: parts }) };
}

test('connections cannot fill the memory: with frames that do not end, or with conversations that are kept', async () => {
  const small = await openGateway({ limits: { bodyBytes: 100_000, heldBytes: 120_000 } });
  try {
    const { url } = small.gateway;
    const [one, other] = [await connect(url), await connect(url)];
    one.socket.send('x'.repeat(70_000), { fin: false });
    const closed = once(other.socket, 'close');
    other.socket.send('x'.repeat(70_000), { fin: false });
    const dropped = await Promise.race([closed, once(one.socket, 'close')]);
    expect(dropped[0]).toBe(1006);
    for (const { socket } of [one, other]) socket.terminate();
    const [kept, ids]: [unknown[], unknown[]] = [[], []];
    const later = [await connect(url), await connect(url)];
    for (const { ask } of later) {
      const warm = await ask({ model, generate: false, input: [message('x'.repeat(40_000))] });
      const next = await ask({ model, generate: false, input: [], previous_response_id: warm.response?.id });
      kept.push(next.error?.code ?? next.type);
      ids.push(next.response?.id);
    }
    expect(kept).toEqual(['response.completed', 'response.completed']);
    // There is room for one, and what was used longest ago goes first.
    const gone = await later[0]?.ask({ model, generate: false, input: [], previous_response_id: ids[0] });
    expect(gone?.error?.code).toBe('previous_response_not_found');
    for (const { socket } of later) {
      socket.close();
      await once(socket, 'close');
    }
    // All of it is free again.
    const last = await connect(url);
    const warm = await last.ask({ model, generate: false, input: [message('x'.repeat(40_000))] });
    expect(
      await last.ask({ model, generate: false, input: [], previous_response_id: warm.response?.id }),
    ).toMatchObject({
      type: 'response.completed',
    });
    last.socket.close();
    const whole = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      body: JSON.stringify({ model, input: 'x'.repeat(90_000) }),
    });
    expect(whole.status).toBe(200);
  } finally {
    await small.close();
  }
});

test('lanes: each answers its requests in their order and at once with the others, and every event names its own', async () => {
  const held: (() => void)[] = [];
  const upstream = await openUpstream({
    answer: (response, { body }) => {
      beginStream(response);
      const [word = ''] = /word-\d/.exec(body.slice(body.lastIndexOf('word-'))) ?? [];
      const end = (): unknown => response.end(chatFrame({ role: 'assistant', content: word }) + chatEnd);
      if (word === 'word-1') held.push(() => end());
      else end();
    },
  });
  const { socket } = await connect(upstream.gateway.url);
  try {
    const heard: { type: string; stream_id?: string; response?: { id: string; output: object[] } }[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    const until = async (isThere: () => boolean): Promise<void> => {
      while (!isThere()) await new Promise((done) => setTimeout(done, 5));
    };
    const ended = (): readonly (readonly [string | undefined, string])[] =>
      heard
        .filter(({ type }) => type === 'response.completed')
        .map(({ stream_id, response }) => [stream_id, /word-\d/.exec(JSON.stringify(response?.output))?.[0] ?? '']);
    const create = (frame: object): void =>
      socket.send(JSON.stringify({ type: 'response.create', model: 'm', store: false, ...frame }));
    create({ stream_id: 'a', input: 'word-1' });
    await until(() => held.length === 1);
    create({ stream_id: 'a', input: 'word-2' });
    create({ stream_id: 'b"', input: 'word-3' });
    create({ input: 'word-4' });
    create({ stream_id: 7, input: 'word-5' });
    await until(() => ended().length === 2);
    expect(ended().toSorted()).toEqual([
      [undefined, 'word-4'],
      ['b"', 'word-3'],
    ]);
    for (const end of held) end();
    await until(() => ended().length === 4);
    expect(ended().slice(2)).toEqual([
      ['a', 'word-1'],
      ['a', 'word-2'],
    ]);
    // A lane may go on with an answer of another one.
    const other = heard.find(({ type, stream_id }) => type === 'response.completed' && stream_id === 'b"');
    create({ stream_id: 'c', input: 'word-6', previous_response_id: other?.response?.id });
    create({ stream_id: 'd', input: 'word-7', previous_response_id: 'resp_none' });
    await until(() => ended().length === 5 && heard.some(({ stream_id }) => stream_id === 'd'));
    expect(upstream.sent.find(({ body }) => body.includes('word-6'))?.body).toContain('word-3');
    expect(heard.filter(({ type }) => type === 'error')).toMatchObject([
      { status: 400, error: { message: expect.stringContaining('stream_id') } },
      { status: 400, stream_id: 'd', error: { code: 'previous_response_not_found' } },
    ]);
    const begun = heard.filter(({ type }) => type === 'response.created').map(({ stream_id }) => stream_id);
    expect(new Set(begun)).toEqual(new Set(['a', 'b"', undefined, 'c']));
  } finally {
    socket.close();
    await upstream.close();
  }
});

test('the name of a lane is not sent to a provider of the same API', async () => {
  const name = 'openai/gpt-5.6-terra';
  const { socket, ask } = await connect();
  expect(await ask({ model: name, tools, input: 'hello', stream_id: 'main' })).toMatchObject({
    type: 'response.completed',
    stream_id: 'main',
  });
  const station = opened.stations.find((each) => nameOf(each) === name);
  expect(JSON.stringify(station?.simulator.log.at(-1))).not.toContain('stream_id');
  socket.close();
});
