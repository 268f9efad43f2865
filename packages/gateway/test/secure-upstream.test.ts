/** A provider behind TLS, under load: streams, connections that break in the middle, and connections that are used again. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../test/architecture/repository.ts';
import { createGateway, type Gateway } from '../src/index.ts';
import { beginStream, chatEnd, chatFrame } from './open-upstream.ts';

const file = (name: string): string => readFileSync(join(root, 'fixtures/tls', name), 'utf8');
const trusted = getCACertificates('default');
const key = 'sk-not-to-be-shown-0123456789';

let server: Server;
let gateway: Gateway;
const lines: string[] = [];
let connections = 0;

beforeAll(async () => {
  setDefaultCACertificates([...trusted, file('authority.pem')]);
  const raw = new Map<number, Socket>();
  server = createServer({ key: file('key.pem'), cert: file('good.pem') }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [nonce = '', breaks] = /nonce-(?:\d+)(-breaks)?/.exec(Buffer.concat(chunks).toString()) ?? [];
    beginStream(response);
    for (let at = 0; at < 5; at += 1) await written(response, chatFrame({ content: `${nonce} ` }));
    if (breaks === undefined) response.end(chatEnd);
    // As a server that dies: no end of TLS, no end of TCP.
    else raw.get(request.socket.remotePort ?? 0)?.resetAndDestroy();
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    raw.set(socket.remotePort ?? 0, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  gateway = await createGateway({
    environment: {},
    models: {
      find: () => ({ provider: 'openai-compatible', model: 'm', endpoint, credentials: [{ key }] }),
      list: () => [],
    },
    log: { write: (line) => void lines.push(line) },
  });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await gateway.close();
  server.closeAllConnections();
  server.close();
});

function written(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(text, () => resolve());
  });
}

async function ask(nonce: string): Promise<string> {
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: nonce }] };
  const request = { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${gateway.url}/v1/chat/completions`, request)).text();
}

/** How an answer ended. */
async function ending(nonce: string): Promise<string> {
  const text = await ask(nonce);
  const [isWhole, failed] = [text.endsWith('data: [DONE]\n\n'), text.includes('"error"')];
  if (isWhole && !failed) return text.split(`${nonce} `).length === 6 ? 'whole' : 'something else';
  return failed && !isWhole ? 'failed' : 'neither';
}

test('every stream is whole or ends with an error, and connections are used again', async () => {
  const asked = Array.from({ length: 16 }, (_, at) =>
    Array.from({ length: 6 }, (__, turn) => `nonce-${at * 10 + turn}${turn === 3 && at % 2 === 0 ? '-breaks' : ''}`),
  );
  const endings = await Promise.all(
    asked.map(async (nonces) => {
      const told: string[] = [];
      for (const nonce of nonces) told.push(await ending(nonce));
      return told;
    }),
  );
  expect(endings).toEqual(asked.map((nonces) => nonces.map((each) => (/breaks/.test(each) ? 'failed' : 'whole'))));
  expect([connections < 16 * 6, lines.join('').includes(key)]).toEqual([true, false]);
});
