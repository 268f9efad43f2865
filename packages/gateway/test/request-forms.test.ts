/** Requests in forms that some clients send: paths with more slashes or fewer words than usual, and bodies that are not plain UTF-8. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstream, sayYes, type Upstream } from './open-upstream.ts';
import { askings, send } from './send.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream({
    answer: sayYes,
  });
});
afterAll(() => upstream.close());

/** Not with `fetch`, which changes paths. */
function ask(method: string, path: string, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(upstream.gateway.url);
    const request = httpRequest({ hostname, port, method, path }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
    request.end(body);
  });
}

test.each(askings)('$api: a base URL that ends in a slash', async ({ path, body }) => {
  const question = JSON.stringify(body('m', 'hello', false));
  expect(await ask('POST', `/${path('m')}`, question)).toBe(200);
  expect(await ask('POST', `//${path('m')}?key=any`, question)).toBe(200);
});

test('two slashes do not make the first word of a path the name of a host', async () => {
  expect(await ask('GET', '//nowhere/healthz')).toBe(404);
  expect(await ask('GET', '//healthz')).toBe(200);
});

test.each(['/healthz', '/readyz', '/metrics', '/api/version', '/api/ps', '/api/hello', '/'])(
  'HEAD %s',
  async (path) => {
    expect(await ask('HEAD', path)).toBe(200);
  },
);

test.each(['model', 'name'])('Ollama: a model is shown by its %s', async (field) => {
  expect(await ask('POST', '/api/show', JSON.stringify({ [field]: 'm' }))).toBe(200);
});

test.each(['generateContent', 'streamGenerateContent', 'countTokens'])(
  'a model with a slash in its name needs no models/ before it: %s',
  async (action) => {
    const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] });
    expect(await ask('POST', `/v1beta/anthropic/claude-opus-4-8:${action}`, body)).toBe(200);
    expect(await ask('POST', `/v1beta/tunedModels/mine:${action}`, body)).toBe(200);
    expect(await ask('POST', '/v1beta/files:upload', body)).toBe(404);
  },
);

test.each([
  '/v1/projects/acme/locations/global/publishers/google/models/m',
  '/v1beta1/projects/acme/locations/us-central1/publishers/google/models/m',
  '/v1beta1/publishers/google/models/m',
  '/v1beta/models/m',
  '/models/m',
])('clients of Vertex name more than the model: %s', async (path) => {
  const named = await openUpstream({
    answer: sayYes,
    models: {
      find: (name) =>
        name === 'm' ? { provider: 'openai-compatible', model: 'm', endpoint: upstream.endpoint } : undefined,
      list: () => ['m'],
    },
  });
  try {
    const body = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] };
    const { status } = await send(named.gateway.url, `${path}:generateContent`, body);
    expect(status).toBe(200);
  } finally {
    await named.close();
  }
});

async function post(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await fetch(`${upstream.gateway.url}/v1/chat/completions`, { method: 'POST', headers, body: bytes });
  const told: unknown = await response.json();
  return [response.status, String(Reflect.get(Object(Reflect.get(Object(told), 'error')), 'message'))];
}

const question = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'façade' }] });

test('a byte order mark before the body, and a body in gzip by its old name', async () => {
  expect(await post(Buffer.from(`\ufeff${question}`))).toEqual([200, 'undefined']);
  expect(await post(Buffer.from(gzipSync(question)), { 'content-encoding': 'x-gzip' })).toEqual([200, 'undefined']);
  expect(upstream.sent.slice(-2).map(({ body }) => body.includes('façade'))).toEqual([true, true]);
});

test('bytes that are not UTF-8 are refused: nothing is replaced in silence', async () => {
  const before = upstream.sent.length;
  expect(await post(Buffer.from(question, 'latin1'))).toEqual([
    400,
    'The body is not valid UTF-8. Send JSON in UTF-8.',
  ]);
  expect(upstream.sent).toHaveLength(before);
});

test('invalid JSON is refused with the place', async () => {
  for (const broken of [`${question}x`, question.slice(0, -2), '{"model":"m",}']) {
    const { status, body } = await send(upstream.gateway.url, '/v1/chat/completions', broken);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringMatching(/The body is not valid JSON: .*position \d+/),
    ]);
  }
});

test('clients that stop in the middle of a request take no place from others', async () => {
  const busy = await openUpstream({
    limits: { concurrent: 1 },
    answer: sayYes,
  });
  const { hostname, port } = new URL(busy.gateway.url);
  const stalled = Array.from({ length: 3 }, () => connect(Number(port), hostname));
  try {
    for (const socket of stalled) {
      const head = [
        'POST /v1/chat/completions HTTP/1.1',
        `host: ${hostname}`,
        'expect: 100-continue',
        'content-length: 90',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n{"model":`);
      // The gateway says this when it has begun to read.
      await new Promise((resolve) => socket.once('data', resolve));
    }
    const told = await send(busy.gateway.url, '/v1/chat/completions', question);
    expect(told.status).toBe(200);
  } finally {
    for (const socket of stalled) socket.destroy();
    await busy.close();
  }
});
