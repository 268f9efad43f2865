/** What `fetch` does for its callers, on undici's connections; tested with real ones. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
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
  await untilStill(() => written);
  expect(written).toBeLessThan(most);
  let read = 0;
  for await (const { byteLength } of reply.chunks) read += byteLength;
  expect(read).toBe(most);
});

const ends: readonly (readonly [string, (response: ServerResponse) => void, string | undefined])[] = [
  ['ends', (response) => response.end(), undefined],
  ['breaks off', (response) => response.destroy(), 'network'],
];

/** It stands still until the test moves it, so nothing depends on how fast the machine is. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test.for(ends)(
  'chunks that follow each other quickly are delivered together, also if the answer %s',
  async ([, end, reason]) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: sent, resolve: finish } = Promise.withResolvers<void>();
    const server = await serve(async (_, response) => {
      response.write('first');
      await begun;
      for (const piece of ['second ', 'third ', 'fourth']) await new Promise((next) => response.write(piece, next));
      end(response);
      finish();
    });
    const reply = await answerOf(server.origin);
    const chunks = reply.chunks[Symbol.asyncIterator]();
    const read = [(await chunks.next()).value];
    stopClock();
    reply.gather?.(5);
    const reading = (async () => {
      for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next()) read.push(chunk.value);
    })();
    const timers = vi.getTimerCount();
    begin();
    await sent;
    // The chunk that came early has set a timer.
    while (vi.getTimerCount() === timers) await new Promise((resolve) => setImmediate(resolve));
    expect(read).toHaveLength(1);
    vi.advanceTimersByTime(5);
    if (reason === undefined) await reading;
    else await expect(reading).rejects.toMatchObject({ failure: { reason } });
    expect(read.map((chunk) => Buffer.from(chunk ?? []).toString())).toEqual(['first', 'second third fourth']);
  },
);

test('a connection is not read while a chunk waits for others', async () => {
  const most = 16 * 1024 * 1024;
  let written = 0;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const server = await serve(async (_, response) => {
    response.write('first');
    await begun;
    await new Promise((next) => response.write('second', next));
    while (written < most) {
      written += 1024;
      if (!response.write('x'.repeat(1024))) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  const reply = await answerOf(server.origin);
  const chunks = reply.chunks[Symbol.asyncIterator]();
  await chunks.next();
  stopClock();
  reply.gather?.(5);
  begin();
  const second = chunks.next();
  while (written === 0) await new Promise((resolve) => setImmediate(resolve));
  await untilStill(() => written);
  // What the server could write fits into the buffers of the system.
  expect(written).toBeLessThan(most);
  vi.advanceTimersByTime(5);
  let read = (await second).value?.byteLength ?? 0;
  vi.useRealTimers();
  for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next())
    read += chunk.value.byteLength;
  expect(read).toBe('second'.length + most);
});

test('a chunk that waits is delivered in time while the answer continues', async () => {
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

/** Resolves when a number has not changed for many turns of the event loop. */
async function untilStill(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
