/** Bodies in pieces, on real connections: they arrive as one body with its length, and failures are reported as usual. */
import { expect, onTestFinished, test } from 'vitest';
import { ProviderError } from '../../src/failure/errors.ts';
import { createTransport } from '../../src/transport/http.ts';
import type { RequestBody } from '../../src/transport/request-body.ts';
import type { SendOptions, Transport } from '../../src/transport/transport.ts';
import { serve, serveSilence } from './loopback.ts';

const options: SendOptions = {
  provider: 'acme',
  classify: ({ status }) => ({ reason: 'unknown', message: 'refused', status }),
};

function transport(): Transport {
  const made = createTransport({ proxy: 'none' });
  onTestFinished(() => made.close());
  return made;
}

const post = (url: string, body: RequestBody) => ({ url, method: 'POST', headers: {}, body });

/** More than the buffers of a connection hold. */
const large = Array.from({ length: 128 }, (_, index) => new Uint8Array(65_536).fill(index));

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof ProviderError ? error.failure : expect.unreachable(String(error));
}

const texts = ['{"a":', '', '"é', '\u{1f600}"', '}'];
const whole = texts.join('');
const encoded = texts.map((text) => new TextEncoder().encode(text));
/** A view of a larger buffer; the rest of the buffer must not be sent. */
const view = new TextEncoder().encode(`[[${whole}]]`).subarray(2, -2);

test.for<readonly [string, RequestBody, string]>([
  ['a text', whole, whole],
  ['bytes', view, whole],
  ['pieces', encoded, whole],
  ['pieces that are views', [view.subarray(0, 7), view.subarray(7)], whole],
  ['no pieces', [], ''],
  ['no text', '', ''],
])('%s: one body with its length, however often it is sent', async ([, body, expected]) => {
  const seen: unknown[] = [];
  const server = await serve(async (request, response) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    seen.push({ length, encoding, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(200).end();
  });
  const client = transport();
  for (let time = 0; time < 2; time += 1) await (await client.send(post(server.origin, body), options)).text();
  const once = { length: String(Buffer.byteLength(expected)), encoding: undefined, body: expected };
  expect(seen).toEqual([once, once]);
});

test('pieces of a long body arrive in order and unchanged', async () => {
  const server = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    response.writeHead(200).end(String(body.equals(Buffer.concat(large))));
  });
  const reply = await transport().send(post(server.origin, large), options);
  expect(await reply.text()).toBe('true');
  expect(large.map((piece) => [piece.length, piece[0]])).toEqual(large.map((_, index) => [65_536, index]));
});

test('accepts an answer that arrives before the body was read', async () => {
  const server = await serve((request, response) => {
    response.writeHead(413).end();
    request.resume();
  });
  expect(await failureOf(transport().send(post(server.origin, large), options))).toEqual({
    reason: 'unknown',
    message: 'refused',
    status: 413,
  });
});

test('the server does not read the body: the first-byte timeout ends the request', async () => {
  const { origin } = await serveSilence();
  const sending = transport().send(post(origin, large), { ...options, timeouts: { firstByteMs: 50 } });
  expect(await failureOf(sending)).toMatchObject({ reason: 'timeout' });
});

test('the server does not read the body: the caller aborts and gets its own reason', async () => {
  const { origin } = await serveSilence();
  const controller = new AbortController();
  const sending = transport().send(post(origin, large), { ...options, signal: controller.signal });
  const reason = new Error('mine');
  setTimeout(() => controller.abort(reason), 30);
  await expect(sending).rejects.toBe(reason);
});

test('a connection lost in the middle of the body is a network failure', async () => {
  const { origin } = await serve(({ socket }) => void socket.resetAndDestroy());
  expect(await failureOf(transport().send(post(origin, large), options))).toMatchObject({ reason: 'network' });
});
