import { getEventListeners, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { classifyFailure } from '../../src/failure/classify.ts';
import { readErrorFields } from '../../src/failure/error-fields.ts';
import { ConfigError, ProviderError } from '../../src/failure/errors.ts';
import { readFrames } from '../../src/transport/frames.ts';
import { createTransport, type TransportOptions } from '../../src/transport/http.ts';
import { refusedPorts } from '../../src/transport/refused-ports.ts';
import type { HttpRequest, SendOptions, Transport } from '../../src/transport/transport.ts';
import { bytesOf, gather } from './chunkings.ts';
import { freePort, serve, serveSilence } from './loopback.ts';

const key = 'a-key-of-no-known-shape/1';

const options: SendOptions = {
  provider: 'acme',
  secrets: [key],
  classify: (response) => classifyFailure(response, readErrorFields(response.body)),
};

function transport(given: TransportOptions = {}): Transport {
  const made = createTransport({ proxy: 'none', ...given });
  onTestFinished(() => made.close());
  return made;
}

function post(url: string, body: string | Uint8Array = '{}'): HttpRequest {
  return { url, method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` }, body };
}

/** The error of a promise that must fail. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => expect.unreachable(`it passed: ${inspect(value)}`),
    (error: unknown) => error,
  );
}

async function failureOf(work: Promise<unknown>): Promise<object> {
  const error = await errorOf(work);
  if (!(error instanceof ProviderError)) return expect.unreachable(inspect(error));
  expect(inspect(error, { depth: 9, showHidden: true }) + String(error) + JSON.stringify(error)).not.toContain(key);
  return error.failure;
}

describe('an answer', () => {
  test('sends the request and returns the answer unchanged', async () => {
    const seen: unknown[] = [];
    const server = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { authorization } = request.headers;
      seen.push({
        method: request.method,
        url: request.url,
        authorization,
        type: request.headers['content-type'],
        body,
      });
      response.writeHead(200, { 'content-type': 'text/plain', 'X-Request-Id': 'req_1' }).end('héllo');
    });
    const client = transport();
    const reply = await client.send(post(`${server.origin}/v1/chat?stream=1`, bytesOf('{"é":1}')), options);
    expect({ status: reply.status, type: reply.headers['content-type'], id: reply.requestId }).toEqual({
      status: 200,
      type: 'text/plain',
      id: 'req_1',
    });
    expect(await reply.text()).toBe('héllo');
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/v1/chat?stream=1',
        authorization: `Bearer ${key}`,
        type: 'application/json',
        body: '{"é":1}',
      },
    ]);
  });

  test('arrives piece by piece, framed while the rest is still being written', async () => {
    const parts = ['data: 1\n', '\ndata: ', '2\n\n'];
    const server = await serve(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) await new Promise((sent) => response.write(part, sent));
      response.end();
    });
    const reply = await transport().send(post(server.origin), options);
    expect(await gather(readFrames('sse', reply.chunks))).toEqual([{ data: '1' }, { data: '2' }]);
  });

  test('may be compressed, or empty', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/empty') response.writeHead(204).end();
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'));
    });
    const client = transport();
    expect(await (await client.send(post(`${server.origin}/gzip`), options)).text()).toBe('unpacked');
    expect(await (await client.send(post(`${server.origin}/empty`), options)).text()).toBe('');
  });

  test.for<readonly ['break' | 'discard' | 'discard unread' | 'throw']>([
    ['break'],
    ['discard'],
    ['discard unread'],
    ['throw'],
  ])('a reader that stops (%s) closes the connection', async ([how]) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = await serve((_, response) => {
      response.on('close', resolve);
      response.writeHead(200);
      writeForEver(response);
    });
    const reply = await transport().send(post(server.origin), options);
    if (how === 'discard unread') await reply.discard();
    else if (how === 'discard') {
      await reply.chunks[Symbol.asyncIterator]().next();
      await reply.discard();
    } else {
      const reading = async (): Promise<void> => {
        for await (const chunk of reply.chunks) {
          expect(chunk.byteLength).toBeGreaterThan(0);
          if (how === 'throw') throw new Error('mine');
          break;
        }
      };
      if (how === 'throw') await expect(reading()).rejects.toThrow('mine');
      else await reading();
    }
    await closed;
  });
});

describe('an error response', () => {
  const answering = (status: number, headers: Record<string, string>, body: string): ReturnType<typeof serve> =>
    serve((_, response) => response.writeHead(status, headers).end(body));

  test('is classified, with its hint and its request id', async () => {
    const body = JSON.stringify({ error: { message: 'Slow down', type: 'rate_limit_error' } });
    const server = await answering(429, { 'retry-after': '7', 'request-id': 'req_9' }, body);
    const error = await errorOf(
      transport().send(post(server.origin), { ...options, diagnostics: () => ({ calls: [] }) }),
    );
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ provider: 'acme', message: 'acme: Slow down', diagnostics: undefined });
    expect(await failureOf(Promise.reject(error))).toEqual({
      reason: 'rate-limit',
      message: 'Slow down',
      status: 429,
      code: 'rate_limit_error',
      retryAfterMs: 7_000,
      requestId: 'req_9',
    });
  });

  test('for the request itself contains the diagnostics', async () => {
    const server = await answering(400, {}, '{"error":{"message":"messages: roles must alternate"}}');
    const diagnostics = { calls: ['hist_tool_1'] };
    const error = await errorOf(transport().send(post(server.origin), { ...options, diagnostics: () => diagnostics }));
    expect(error).toMatchObject({ failure: { reason: 'invalid-request' }, diagnostics });
  });

  test('that repeats the key does not pass it on', async () => {
    const body = JSON.stringify({ error: { message: `Bad ${key} ${'x'.repeat(1_975)}${key}`, code: key } });
    const server = await answering(401, { 'x-request-id': `for ${key}` }, body);
    expect(await failureOf(transport().send(post(server.origin), options))).toEqual({
      reason: 'auth',
      message: `Bad [key] ${'x'.repeat(1_975)}[key]`,
      status: 401,
      code: '[key]',
      requestId: 'for [key]',
    });
  });

  test('without an end is read as far as needed', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = await serve((_, response) => {
      response.on('close', resolve);
      response.writeHead(500);
      writeForEver(response);
    });
    expect(await failureOf(transport().send(post(server.origin), options))).toEqual({
      reason: 'server',
      message: `${'x'.repeat(1_999)}…`,
      status: 500,
    });
    await closed;
  });

  test('that stalls is classified by what has arrived', async () => {
    const server = await serve((_, response) => {
      response.writeHead(529).write('Overlo');
    });
    const timeouts = { idleMs: 100 };
    expect(await failureOf(transport().send(post(server.origin), { ...options, timeouts }))).toEqual({
      reason: 'overloaded',
      message: 'Overlo',
      status: 529,
    });
  });

  test('a redirect is not followed, and its target is reported', async () => {
    const other = await serve((_, response) => response.end('stolen'));
    const server = await answering(307, { location: `${other.origin}/v1?key=secret` }, '');
    expect(await failureOf(transport().send(post(server.origin), options))).toEqual({
      reason: 'server',
      code: 'not-the-api',
      message: `the endpoint redirects to ${other.origin}/v1: redirects are not followed, set the endpoint to the right address`,
      status: 307,
    });
    expect(other.sockets.size).toBe(0);
  });
});

describe('no answer', () => {
  test('connection refused', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    expect(await failureOf(transport().send(post(`${origin}/v1?key=${key}`), options))).toEqual({
      reason: 'network',
      message: `nothing listens at ${origin} (ECONNREFUSED ${new URL(origin).host}): is the server running, and are its address and the proxy correct?`,
      code: 'ECONNREFUSED',
    });
  });

  test('unknown host', async () => {
    const failure = await failureOf(transport().send(post('http://no-such-host.invalid/'), options));
    expect(failure).toMatchObject({ reason: 'network', code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
  });

  test('the connection is lost before the answer', async () => {
    const server = await serve((request) => request.socket.destroy());
    expect(await failureOf(transport().send(post(server.origin), options))).toEqual({
      reason: 'network',
      message: `the connection to ${server.origin} was lost (UND_ERR_SOCKET)`,
      code: 'UND_ERR_SOCKET',
    });
  });

  test('the connection is lost in the middle of the answer', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200).write('data: 1\n\n', () => response.socket?.destroy());
    });
    const reply = await transport().send(post(server.origin), options);
    expect(await failureOf(reply.text())).toEqual({
      reason: 'network',
      message: `the connection to ${server.origin} was lost (UND_ERR_SOCKET)`,
      code: 'UND_ERR_SOCKET',
    });
  });

  test('the server does not speak TLS', async () => {
    const server = await serve((_, response) => response.end());
    const failure = await failureOf(transport().send(post(server.origin.replace('http:', 'https:')), options));
    expect(failure).toMatchObject({ reason: 'network', code: expect.stringMatching(/SSL|EPROTO/) });
  });
});

describe('timeouts', () => {
  test('no connection', async () => {
    const { port } = await serveSilence();
    // TLS waits for an answer to its handshake.
    const origin = `https://127.0.0.1:${port}`;
    expect(await failureOf(transport({ timeouts: { connectMs: 100 } }).send(post(origin), options))).toEqual({
      reason: 'timeout',
      message: `no connection to ${origin} within 100 ms (connect timeout)`,
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
  });

  test('no status line', async () => {
    const server = await serve(() => undefined);
    const sending = transport().send(post(server.origin), { ...options, timeouts: { firstByteMs: 100 } });
    expect(await failureOf(sending)).toEqual({
      reason: 'timeout',
      message: `no answer from ${server.origin} within 100 ms (first-byte timeout)`,
    });
  });

  test.for<readonly [title: string, start: string]>([
    ['before the first byte of the body', ''],
    ['in the middle', 'data: 1\n\n'],
  ])('no more bytes, %s', async ([, start]) => {
    const server = await serve((_, response) => {
      response.writeHead(200).flushHeaders();
      if (start !== '') response.write(start);
    });
    const reply = await transport({ timeouts: { idleMs: 100 } }).send(post(server.origin), options);
    const chunks: Uint8Array[] = [];
    const reading = async (): Promise<void> => {
      for await (const chunk of reply.chunks) chunks.push(chunk);
    };
    expect(await failureOf(reading())).toEqual({
      reason: 'timeout',
      message: `${server.origin} stopped in the middle of its answer: nothing arrived for 100 ms (idle timeout)`,
    });
    expect(Buffer.concat(chunks).toString()).toBe(start);
  });

  test.for<readonly [title: string, start: string, again: string]>([
    ['comments', '', ': keep-alive\n\n'],
    ['comments after some of the answer', 'data: 1\n\n', ':\n'],
    ['blank lines in place of JSON', '', ' \r\n'],
    ['a letter now and then', 'data: 1\n\n', 'd'],
    ['fields that make no event', '', 'event: ping\nid: 7\nretry: 10\n\n'],
  ])('only %s', async ([, start, again]) => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start + again);
      const timer = setInterval(() => response.write(again), 5);
      response.on('close', () => clearInterval(timer));
    });
    const reply = await transport({ timeouts: { idleMs: 200 } }).send(post(server.origin), options);
    expect(await failureOf(gather(reply.chunks))).toEqual({
      reason: 'timeout',
      message: `${server.origin} stopped in the middle of its answer: nothing arrived for 200 ms (idle timeout)`,
    });
  });

  test('endless comments without a pause end too', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200).write(': x\n\n');
      writeForEver(response, ': x\n'.repeat(10_000));
    });
    const reply = await transport({ timeouts: { idleMs: 200 } }).send(post(server.origin), options);
    const reading = async (): Promise<void> => {
      for await (const _ of reply.chunks);
    };
    expect(await failureOf(reading())).toMatchObject({ reason: 'timeout' });
  });

  test('an endless answer that keeps sending', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('data: more\n\n'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const timeouts = { idleMs: 60_000, answerMs: 300 };
    const reply = await transport({ timeouts }).send(post(server.origin), options);
    expect(await failureOf(gather(reply.chunks))).toEqual({
      reason: 'timeout',
      message: `${server.origin} did not finish its answer within 300 ms (answer timeout)`,
    });
  });

  test('a slow reader is not a stall', async () => {
    const server = await serve((_, response) => response.end('x'.repeat(300_000)));
    const reply = await transport({ timeouts: { idleMs: 100 } }).send(post(server.origin), options);
    let size = 0;
    for await (const chunk of reply.chunks) {
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 250));
      size += chunk.byteLength;
    }
    expect(size).toBe(300_000);
  });
});

describe('aborting', () => {
  const reason = { why: 'not an error' };

  test('before sending', async () => {
    const server = await serve((_, response) => response.end());
    const sending = transport().send(post(server.origin), { ...options, signal: AbortSignal.abort(reason) });
    expect(await errorOf(sending)).toBe(reason);
    expect(server.sockets.size).toBe(0);
  });

  test('while waiting for the answer', async () => {
    const controller = new AbortController();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = await serve((_, response) => {
      response.on('close', resolve);
      controller.abort(reason);
    });
    expect(await errorOf(transport().send(post(server.origin), { ...options, signal: controller.signal }))).toBe(
      reason,
    );
    await closed;
  });

  test('in the middle of the answer', async () => {
    const controller = new AbortController();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = await serve((_, response) => {
      response.on('close', resolve);
      response.writeHead(200).write('data: 1\n\n');
    });
    const reply = await transport().send(post(server.origin), { ...options, signal: controller.signal });
    const reading = async (): Promise<void> => {
      for await (const _ of reply.chunks) controller.abort(reason);
    };
    expect(await errorOf(reading())).toBe(reason);
    await closed;
  });

  test('in the middle of an error', async () => {
    const controller = new AbortController();
    const server = await serve((_, response) => {
      response.writeHead(500).write('Intern', () => setTimeout(() => controller.abort(reason), 50));
    });
    expect(await errorOf(transport().send(post(server.origin), { ...options, signal: controller.signal }))).toBe(
      reason,
    );
  });

  test('removes its listener from a signal that lives on', async () => {
    const server = await serve((request, response) => response.writeHead(request.url === '/no' ? 500 : 200).end('x'));
    const { signal } = new AbortController();
    const client = transport();
    const sending = { ...options, signal };
    await (await client.send(post(server.origin), sending)).text();
    await errorOf(client.send(post(`${server.origin}/no`), sending));
    await errorOf(client.send(post(`http://127.0.0.1:${await freePort()}`), sending));
    await (await client.send(post(server.origin), sending)).discard();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('requests that cannot be sent', () => {
  test.for([...refusedPorts, 1, 9, 22])(
    'port %d, which fetch blocks: reported as blocked, not as a network failure',
    async (port) => {
      const origin = `http://127.0.0.1:${port}`;
      expect(await failureOf(transport().send(post(`${origin}/`), options))).toEqual({
        reason: 'network',
        code: 'EBADPORT',
        message: `HTTP clients refuse to connect to the port of ${origin}: use another port on the server, for example 8080`,
      });
    },
  );

  test.for(['', 'not a URL', 'ftp://example.org', `http://user:${key}@example.org/`])('to %s', async (url) => {
    const error = await errorOf(transport().send(post(url), options));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code: 'invalid-endpoint' });
    expect(inspect(error)).not.toContain(key);
  });

  test('a key with line ends or typographic quotes', async () => {
    for (const bad of [`${key}\nx`, `“${key}”`]) {
      const request = { ...post('http://127.0.0.1:9/'), headers: { authorization: `Bearer ${bad}` } };
      expect(await failureOf(transport().send(request, options))).toEqual({
        reason: 'auth-permanent',
        message:
          'the header authorization has characters that HTTP does not allow: was the key copied completely, and nothing else?',
      });
    }
  });

  test('any request, after the transport was closed', async () => {
    const server = await serve((_, response) => response.end());
    const client = createTransport({ proxy: 'none' });
    await client.close();
    expect(await failureOf(client.send(post(server.origin), options))).toMatchObject({ reason: 'network' });
  });
});

/** Sends as fast as the other side reads, until it closes. */
async function writeForEver(response: ServerResponse, text = 'x'.repeat(1_000)): Promise<void> {
  const closed = once(response, 'close');
  while (!response.destroyed) {
    if (!response.write(text)) await Promise.race([once(response, 'drain'), closed]);
  }
}
