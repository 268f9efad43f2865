/** Clients that go away: what was asked for them upstream is cancelled at once, and nothing is left behind. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway, type Gateway } from '../src/index.ts';
import { askings } from './send.ts';

let upstream: Server;
let gateway: Gateway;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  // Begins to answer and never ends.
  upstream = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = { id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'one ' } }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  gateway = await createGateway({
    environment: {},
    models: {
      find: () => ({ provider: 'openai-compatible', model: 'm', endpoint: `http://127.0.0.1:${port}/v1` }),
      list: () => [],
    },
    log: { write: (line) => void lines.push(JSON.parse(line)) },
  });
});
afterAll(async () => {
  await gateway.close();
  upstream.closeAllConnections();
  upstream.close();
});

test.each(askings.filter(({ api }) => api !== 'gemini'))('$api', async ({ path, body }) => {
  const gone = new AbortController();
  const asked = once(upstream, 'request');
  const response = await fetch(gateway.url + path('m'), {
    method: 'POST',
    body: JSON.stringify(body('m', 'hello', true)),
    signal: gone.signal,
  });
  const [, answering] = await asked;
  const cancelled = once(answering, 'close');
  const reader = response.body?.getReader();
  await reader?.read();
  gone.abort();
  await cancelled;
  const before = lines.length;
  while (lines.length === before && lines.at(-1)?.['end'] !== 'cancelled')
    await new Promise((done) => setTimeout(done, 5));
  expect(lines.at(-1)).toMatchObject({ end: 'cancelled', status: 499 });
});

test('while its body is decompressed', async () => {
  const body = gzipSync(JSON.stringify(askings[1]?.body('m', 'x'.repeat(20_000_000), true)));
  const answering = new Set<unknown>();
  const note = (_: unknown, response: NodeJS.EventEmitter): void => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
  };
  upstream.on('request', note);
  const leave = async (): Promise<void> => {
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    client.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-encoding: gzip\r\n`);
    client.write(`content-length: ${body.length}\r\n\r\n`);
    await new Promise((written) => client.write(body, written));
    client.destroy();
  };
  await Promise.all(Array.from({ length: 8 }, leave));
  // One that stays is decompressed after them.
  const gone = new AbortController();
  const last = { method: 'POST', headers: { 'content-encoding': 'gzip' }, body, signal: gone.signal };
  await fetch(`${gateway.url}/v1/chat/completions`, last);
  gone.abort();
  const underWay = async (): Promise<boolean> =>
    (await (await fetch(`${gateway.url}/metrics`)).text()).includes('requests_under_way 0');
  while (answering.size > 0 || !(await underWay())) await new Promise((done) => setTimeout(done, 5));
  upstream.off('request', note);
  expect(lines.at(-1)).toMatchObject({ end: 'cancelled' });
});
