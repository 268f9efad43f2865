/** Clients that go away: what was asked for them upstream is cancelled at once, and nothing is left behind. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
