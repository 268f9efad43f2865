/** What `fetch` does for its callers, on undici's connections; tested with real ones. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../../src/transport/http.ts';
import type { HttpReply, SendOptions } from '../../src/transport/transport.ts';
import { serve } from './loopback.ts';

const options: SendOptions = {
  provider: 'acme',
  classify: ({ status }) => ({ reason: 'unknown', message: 'no', status }),
};

async function answerOf(origin: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpReply> {
  const transport = createTransport({ proxy: 'none' });
  onTestFinished(() => transport.close());
  return transport.send({ url: `${origin}/`, method: 'POST', headers, body: '{}' }, options);
}

const text = 'unpacked '.repeat(10_000);

test.for<readonly [string, Buffer]>([
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['identity', Buffer.from(text)],
  ['of-tomorrow', Buffer.from(text)],
])('decodes an answer with content-encoding %s and leaves an unknown encoding alone', async ([coding, body]) => {
  const server = await serve((_, response) => void response.writeHead(200, { 'content-encoding': coding }).end(body));
  expect(await (await answerOf(server.origin)).text()).toBe(text);
});

test('a compressed answer that is cut off is a failure, not a short answer', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync(text).subarray(0, 100), () => response.destroy());
  });
  const reply = await answerOf(server.origin);
  await expect(reply.text()).rejects.toMatchObject({ failure: { reason: 'network' } });
});

test('ignores informational responses', async () => {
  const server = await serve((_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(200, { 'x-part': ['a', 'b'] }).end('yes');
  });
  const reply = await answerOf(server.origin);
  expect([reply.status, reply.headers['x-part'], reply.headers['link'], await reply.text()]).toEqual([
    200,
    'a, b',
    undefined,
    'yes',
  ]);
});

test('request headers override defaults, regardless of case', async () => {
  const seen: unknown[] = [];
  const server = await serve((request, response) => {
    const { 'user-agent': agent, accept, 'accept-encoding': codings, 'content-length': length } = request.headers;
    seen.push({ agent, accept, codings, length });
    response.end();
  });
  await (await answerOf(server.origin)).text();
  await (await answerOf(server.origin, { 'User-Agent': 'me', ACCEPT: 'text/plain' })).text();
  const usual = { agent: 'undici', accept: '*/*', codings: 'gzip, deflate', length: '2' };
  expect(seen).toEqual([usual, { ...usual, agent: 'me', accept: 'text/plain' }]);
});

test('a slow reader applies backpressure and gets the whole answer', async () => {
  const most = 16 * 1024 * 1024;
  let written = 0;
  const server = await serve(async (_, response) => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    while (written < most) {
      written += piece.length;
      if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  const reply = await answerOf(server.origin);
  // A reader that does not read stops the server: what it could write fits into the buffers.
  let before = -1;
  while (before !== written) {
    before = written;
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written).toBeLessThan(most);
  let read = 0;
  for await (const { byteLength } of reply.chunks) read += byteLength;
  expect(read).toBe(most);
});

/** Longer than any test takes, so the test really waits for something else. */
const forever = 2 ** 30;

const ends: readonly (readonly [string, (response: ServerResponse) => void, string | undefined])[] = [
  ['ends', (response) => response.end(), undefined],
  ['breaks off', (response) => response.destroy(), 'network'],
];

test.for(ends)('pieces are gathered into one until the answer %s', async ([, end, reason]) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const server = await serve(async (_, response) => {
    response.write('first');
    await begun;
    for (const piece of ['second ', 'third ', 'fourth']) await new Promise((next) => response.write(piece, next));
    end(response);
  });
  const reply = await answerOf(server.origin);
  const read: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const chunk of reply.chunks) {
      read.push(Buffer.from(chunk).toString());
      reply.gather?.(forever);
      begin();
    }
  };
  if (reason === undefined) await reading();
  else await expect(reading()).rejects.toMatchObject({ failure: { reason } });
  expect(read).toEqual(['first', 'second third fourth']);
});

test('gathered chunks are delivered in time while the answer continues', async () => {
  const server = await serve((_, response) => void response.write('first'));
  const reply = await answerOf(server.origin);
  const chunks = reply.chunks[Symbol.asyncIterator]();
  const first = await chunks.next();
  reply.gather?.(1);
  for (const socket of server.sockets) socket.write('6\r\nsecond\r\n');
  const second = await chunks.next();
  expect([first, second].map(({ value }) => Buffer.from(value ?? []).toString())).toEqual(['first', 'second']);
  await reply.discard();
});
