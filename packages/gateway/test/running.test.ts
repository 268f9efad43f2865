/** A gateway that runs: limits of clients, clients that do not read, pages for operators, and how it ends. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createGateway } from '../src/index.ts';
import {
  beginStream,
  chatEnd,
  chatFrame,
  openUpstream,
  say,
  sayYes,
  type Upstream,
  type UpstreamOptions,
} from './open-upstream.ts';
import { askings, send } from './send.ts';

const opened: Upstream[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function open(options: Partial<UpstreamOptions> = {}): Promise<Upstream & { next(): Promise<ServerResponse> }> {
  const waiting: ServerResponse[] = [];
  let heard = (): void => undefined;
  const upstream = await openUpstream({
    answer: (response) => {
      waiting.push(response);
      heard();
    },
    ...options,
  });
  opened.push(upstream);
  return {
    ...upstream,
    /** The next request that has come, to be answered by the test. */
    next: async () => {
      for (;;) {
        const one = waiting.shift();
        if (one !== undefined) return one;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}

function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hello' }] };
  return fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Resolves when the log has as many requests. */
async function lines(upstream: Upstream, count: number): Promise<readonly Record<string, unknown>[]> {
  for (;;) {
    const requests = upstream.lines.filter(({ msg }) => msg === 'request');
    if (requests.length >= count) return requests;
    await new Promise((done) => setTimeout(done, 5));
  }
}

test('a token has a limit of concurrent requests, and its next one runs when one ends', async () => {
  const token = (name: string): { readonly name: string; readonly sha256: string } => ({
    name,
    sha256: createHash('sha256').update(name).digest('hex'),
  });
  const upstream = await open({ tokens: [{ ...token('few'), concurrent: 1 }, token('many')] });
  const { url } = upstream.gateway;
  const first = ask(url, { authorization: 'Bearer few' });
  const answering = await upstream.next();
  const second = await ask(url, { authorization: 'Bearer few' });
  expect([second.status, second.headers.get('retry-after'), await second.json()]).toEqual([
    429,
    '1',
    { error: expect.objectContaining({ message: 'This client may have 1 requests in progress at a time.' }) },
  ]);
  const other = ask(url, { authorization: 'Bearer many' });
  for (const response of [answering, await upstream.next()]) {
    beginStream(response);
    response.end(chatFrame({ content: 'yes' }) + chatEnd);
  }
  for (const response of [await first, await other]) expect(await response.text()).toContain('yes');
  const third = ask(url, { authorization: 'Bearer few' });
  const last = await upstream.next();
  beginStream(last);
  last.end(chatFrame({ content: 'again' }) + chatEnd);
  expect(await (await third).text()).toContain('again');
});

test('all clients together have a limit of concurrent requests', async () => {
  const upstream = await open({ limits: { concurrent: 1 } });
  const first = ask(upstream.gateway.url);
  const answering = await upstream.next();
  expect((await ask(upstream.gateway.url)).status).toBe(503);
  beginStream(answering);
  answering.end(chatFrame({ content: 'yes' }) + chatEnd);
  expect(await (await first).text()).toContain('yes');
});

test('concurrent bodies have a limit in bytes; the next one runs when one ends', async () => {
  const upstream = await open({ limits: { heldBytes: 100_000 } });
  const { url } = upstream.gateway;
  const large = (): Promise<Response> => {
    const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'x'.repeat(60_000) }] };
    return fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  };
  const answer = async (asked: Promise<Response>): Promise<void> => {
    const answering = await upstream.next();
    beginStream(answering);
    answering.end(chatFrame({ content: 'yes' }) + chatEnd);
    expect(await (await asked).text()).toContain('yes');
  };
  const first = large();
  const answering = await upstream.next();
  const second = await large();
  expect([second.status, second.headers.get('retry-after'), await second.text()]).toEqual([
    503,
    '1',
    expect.stringContaining('too many large requests'),
  ]);
  beginStream(answering);
  answering.end(chatFrame({ content: 'yes' }) + chatEnd);
  expect(await (await first).text()).toContain('yes');
  await lines(upstream, 1);
  await answer(large());
});

test.each([
  ['headers', 'POST /v1/messages HTTP/1.1\r\nhost: localhost\r\n'],
  ['a body', 'POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{'],
])('a client that does not finish %s within requestMs gets a 408', async (_, begun) => {
  const models = { find: () => undefined, list: () => [] };
  const slow = await createGateway({ models, environment: {}, limits: { requestMs: 100 } });
  try {
    const client = connect(Number(new URL(slow.url).port), '127.0.0.1');
    client.write(begun);
    const told = Buffer.concat(await client.toArray()).toString();
    expect(told).toMatch(/^HTTP\/1\.1 408 /);
  } finally {
    await slow.close();
  }
});

test('limits open connections', async () => {
  const upstream = await open({ limits: { connections: 2 } });
  const { hostname, port } = new URL(upstream.gateway.url);
  const sockets = [];
  for (let at = 0; at < 3; at += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    sockets.push(socket);
  }
  const [first, , third] = sockets;
  if (third?.closed === false) await once(third, 'close');
  first?.destroy();
  // One more has its place now, as soon as the gateway has noticed.
  for (;;) {
    const page = await fetch(`${upstream.gateway.url}/healthz`).catch(() => undefined);
    if (page?.status === 200) break;
  }
  for (const socket of sockets) socket.destroy();
});

test.each([true, false])('drops a client that does not read, stream: %s', async (stream) => {
  const upstream = await open({ limits: { stalledMs: 50 } });
  const { hostname, port } = new URL(upstream.gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const body = JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hello' }] });
  socket.pause();
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  const answering = await upstream.next();
  const much = 'x'.repeat(1_000_000);
  if (stream) {
    const cancelled = once(answering, 'close');
    beginStream(answering);
    // More than any buffer on the way holds.
    for (let at = 0; at < 64; at += 1) answering.write(chatFrame({ content: much }));
    await cancelled;
    expect((await lines(upstream, 1))[0]).toMatchObject({ end: 'cancelled', status: 499 });
  } else {
    const message = { role: 'assistant', content: much.repeat(24) };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    answering.writeHead(200, { 'content-type': 'application/json' });
    answering.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices }));
  }
  // Nothing waits for it anymore: the gateway ends at once, although this client is still here.
  await upstream.gateway.close();
  socket.destroy();
});

/** More than any buffer on the way holds. */
const much = 'x'.repeat(20_000_000);

/** Sends a request and does not read the answer, which has begun to arrive. */
async function leaveUnread(url: string, method: string, path: string, body = ''): Promise<{ leave(): void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await once(socket, 'readable');
  return { leave: () => socket.destroy() };
}

async function storeMuch(url: string): Promise<string> {
  const { body } = await send(url, '/v1/responses', { model: 'm', input: much });
  return `/v1/responses/${Object(body).id}/input_items`;
}

test('a stored response that is not read takes its bytes until its client is gone', async () => {
  const upstream = await open({ answer: sayYes, limits: { heldBytes: 50_000_000 } });
  const { url } = upstream.gateway;
  const path = await storeMuch(url);
  const unread = [await leaveUnread(url, 'GET', path), await leaveUnread(url, 'GET', path)];
  expect((await fetch(url + path)).status).toBe(503);
  for (const { leave } of unread) leave();
  for (let status = 0; status !== 200; ) {
    const page = await fetch(url + path);
    await page.text();
    status = page.status;
  }
});

test('a whole answer that is not read takes its place until its client is gone', async () => {
  const upstream = await open({ answer: (response) => say(response, much), limits: { concurrent: 1 } });
  const { url } = upstream.gateway;
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
  const { leave } = await leaveUnread(url, 'POST', '/v1/chat/completions', body);
  expect((await send(url, '/v1/chat/completions', body)).status).toBe(503);
  leave();
  while ((await send(url, '/v1/chat/completions', body)).status !== 200);
});

test('a client that does not read a stored response is dropped', async () => {
  const upstream = await open({ answer: sayYes, limits: { stalledMs: 50, shutdownMs: 600_000 } });
  const { url, close } = upstream.gateway;
  const { leave } = await leaveUnread(url, 'GET', await storeMuch(url));
  await close();
  leave();
});

test('a shutdown finishes streams, rejects new requests, and does not wait for idle connections', async () => {
  const upstream = await open();
  const { hostname, port } = new URL(upstream.gateway.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const responded = new Promise<string>((resolve, reject) => {
    const request = httpRequest({ agent, hostname, port, path: '/v1/chat/completions', method: 'POST' }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
    request.end(JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hello' }] }));
  });
  const answering = await upstream.next();
  beginStream(answering);
  answering.write(chatFrame({ content: 'first ' }));
  let ended = false;
  const closed = upstream.gateway.close().then(() => {
    ended = true;
  });
  await expect(ask(upstream.gateway.url)).rejects.toThrow('fetch failed');
  expect(ended).toBe(false);
  answering.end(chatFrame({ content: 'last' }) + chatEnd);
  const text = await responded;
  expect([text.includes('first '), text.includes('last'), text.endsWith('data: [DONE]\n\n')]).toEqual(
    Array(3).fill(true),
  );
  // The client would keep its connection for more than a minute.
  await closed;
  agent.destroy();
});

test('a shutdown finishes the answer of a client that reads late', async () => {
  const upstream = await open();
  const { hostname, port } = new URL(upstream.gateway.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
  socket.pause();
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  const answering = await upstream.next();
  // More than the sockets on the way hold.
  const [much, last] = ['x'.repeat(16_000_000), 'the very last word'];
  const choices = [{ index: 0, message: { role: 'assistant', content: much + last }, finish_reason: 'stop' }];
  answering.writeHead(200, { 'content-type': 'application/json' });
  answering.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices }));
  await lines(upstream, 1);
  let ended = false;
  const closed = upstream.gateway.close().then(() => {
    ended = true;
  });
  await expect(ask(upstream.gateway.url)).rejects.toThrow('fetch failed');
  expect(ended).toBe(false);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.resume();
  await closed;
  while (!socket.closed) await new Promise((done) => setTimeout(done, 5));
  expect([text.includes(last), text.length > 16_000_000]).toEqual([true, true]);
});

test('a shutdown waits only up to its limit', async () => {
  const upstream = await open({ limits: { shutdownMs: 30 } });
  const response = ask(upstream.gateway.url);
  const answering = await upstream.next();
  const cancelled = once(answering, 'close');
  beginStream(answering);
  answering.write(chatFrame({ content: 'for ever' }));
  const reader = (await response).body?.getReader();
  await reader?.read();
  await upstream.gateway.close();
  // It is not the provider that failed, so its target does not cool down.
  expect(upstream.lines).toEqual([expect.objectContaining({ end: 'cancelled', attempts: [notFailed] })]);
  await cancelled;
  await expect(reader?.read()).rejects.toThrow();
});

const notFailed = { target: 'openai-compatible/m', account: 'none', because: expect.any(Array) };

test('pages for operators; metrics require a token if there are tokens', async () => {
  const sha256 = createHash('sha256').update('secret').digest('hex');
  const upstream = await open({ tokens: [{ name: 'one', sha256 }] });
  const get = async (path: string, headers: Record<string, string> = {}): Promise<readonly [number, string]> => {
    const response = await fetch(upstream.gateway.url + path, { headers });
    return [response.status, await response.text()];
  };
  expect(await get('/healthz')).toEqual([200, '{"status":"ok"}']);
  expect(await get('/readyz')).toEqual([200, '{"status":"ready"}']);
  expect((await get('/metrics'))[0]).toBe(401);
  const authorization = 'Bearer secret';
  const asked = ask(upstream.gateway.url, { authorization });
  const answering = await upstream.next();
  const [status, during] = await get('/metrics', { authorization });
  expect([status, during]).toEqual([200, expect.stringMatching(/^interlock_gateway_requests_under_way 1$/m)]);
  beginStream(answering);
  answering.end(chatFrame({ content: 'yes' }) + chatEnd);
  await (await asked).text();
  await lines(upstream, 1);
  const [, after] = await get('/metrics', { authorization });
  const counted = after.split('\n').filter((line) => /^interlock_gateway_(requests_|request_seconds_count)/.test(line));
  expect(counted).toEqual([
    'interlock_gateway_requests_total{api="openai-chat",target="none",status="401"} 1',
    'interlock_gateway_requests_total{api="openai-chat",target="openai-compatible/m",status="200"} 1',
    'interlock_gateway_requests_under_way 0',
    'interlock_gateway_request_seconds_count{api="openai-chat",target="openai-compatible/m"} 1',
  ]);
});

/** Passes every name on. */
async function openForAnyName(answer: UpstreamOptions['answer']): Promise<Upstream> {
  const upstream: Upstream = await open({
    answer,
    models: {
      find: (model) => ({ provider: 'openai-compatible', model, endpoint: upstream.endpoint }),
      list: () => [],
    },
  });
  return upstream;
}

test.each([
  { what: 'that the provider does not know', status: 404, labels: ['others', 'openai-compatible/m'] },
  { what: 'that fail', status: 500, labels: expect.toSatisfy((all) => all.length <= 201 && all.includes('others')) },
])('invented model names $what do not create unlimited labels', async ({ status, labels }) => {
  const upstream = await openForAnyName((response, { body }) => {
    if (body.includes('"m"')) return sayYes(response);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no such model"}}');
  });
  const names = [...Array.from({ length: 300 }, (_, at) => `made-up-${at}`), 'm'];
  for (const name of names) {
    await send(upstream.gateway.url, '/v1/chat/completions', askings[1]?.body(name, 'hello', false));
  }
  const text = await (await fetch(`${upstream.gateway.url}/metrics`)).text();
  expect([...new Set([...text.matchAll(/target="([^"]*)"/g)].map(([, target]) => target))]).toEqual(labels);
});

test.each([
  ['a key in place of a name', 'sk-ant-api03-secret-secret-secret-0123456789', 404],
  ['a long name', 'secret'.repeat(100), 404],
  ['odd characters', 'a"b\\c\nd{e="f"}', 200],
])('%s: what a client calls a model', async (_, name, status) => {
  const upstream = await openForAnyName(sayYes);
  const told = await send(upstream.gateway.url, '/v1/chat/completions', askings[1]?.body(name, 'hello', false));
  const metrics = await (await fetch(`${upstream.gateway.url}/metrics`)).text();
  expect([told.status, /secret/.test(metrics + JSON.stringify(upstream.lines))]).toEqual([status, false]);
  expect(
    metrics
      .split('\n')
      .filter((line) => !/^(?:#.*|\w+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})? [\d.e+-]+|)$/.test(line)),
  ).toEqual([]);
});

test('Google’s stream without alt=sse is a JSON list, also if it fails midway', async () => {
  const upstream = await open();
  const generate = (): Promise<Response> =>
    fetch(`${upstream.gateway.url}/v1beta/models/m:streamGenerateContent`, {
      method: 'POST',
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }),
    });
  const text = (list: unknown): string => JSON.stringify(list);
  const whole = generate();
  const first = await upstream.next();
  beginStream(first);
  first.end(chatFrame({ content: 'one ' }) + chatFrame({ content: 'two' }) + chatEnd);
  const response = await whole;
  const list: unknown = await response.json();
  expect([response.headers.get('content-type'), Array.isArray(list)]).toEqual([
    'application/json; charset=utf-8',
    true,
  ]);
  for (const part of ['one ', 'two', '"finishReason":"STOP"']) expect(text(list)).toContain(part);
  const broken = generate();
  const second = await upstream.next();
  beginStream(second);
  second.write(chatFrame({ content: 'one ' }), () => second.destroy());
  const rest: unknown = await (await broken).json();
  for (const part of ['one ', '"error"']) expect(text(rest)).toContain(part);
});
