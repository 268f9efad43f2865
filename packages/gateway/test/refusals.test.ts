/** What is refused, and how: in the format of the client's API, with the status and the headers its SDK acts on. */
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway } from '../src/index.ts';
import { nameOf, openGateway, routeTarget, type TestGateway } from './open-gateway.ts';
import { askings, send } from './send.ts';

const model = 'openai/gpt-4.1';
let open: TestGateway;
let guarded: TestGateway;
beforeAll(async () => {
  open = await openGateway({ limits: { bodyBytes: 100_000 } });
  const token = (name: string): { readonly name: string; readonly sha256: string } => ({
    name,
    sha256: createHash('sha256').update(`token-${name}`).digest('hex'),
  });
  guarded = await openGateway({
    tokens: [token('all'), { ...token('few'), models: ['anthropic/*'] }, { ...token('slow'), requestsPerMinute: 1 }],
  });
});
afterAll(async () => {
  await open.close();
  await guarded.close();
});

/** What an SDK would read of a failure. */
function sentence(body: unknown): string {
  const error: unknown = Reflect.get(Object(body), 'error');
  return typeof error === 'string' ? error : String(Reflect.get(Object(error), 'message'));
}

test.each([
  ['mistral-client-typescript/2.7.0 @mistralai/mistralai', '/v1/chat/completions', 'nobody', 'model_not_found'],
  [
    'ai/6.0.326 ai-sdk/provider-utils/4.0.64 ai-sdk/mistral/3.0.69',
    '/v1/chat/completions',
    'nobody',
    'model_not_found',
  ],
  ['mistral-client-python/1.9', '/v1/agents/completions', model, 'unknown_url'],
])('%s gets failures as Mistral writes them: %s', async (userAgent, path, name, code) => {
  const asked = { model: name, messages: [{ role: 'user', content: 'hello' }] };
  const { status, body } = await send(open.gateway.url, path, asked, { 'user-agent': userAgent });
  const about = { message: expect.any(String), type: 'invalid_request_error', param: null, code };
  expect([status, body]).toEqual([404, { object: 'error', ...about }]);
});

describe.each(askings)('$api', ({ path, body }) => {
  test('an unknown model is a 404', async () => {
    const told = await send(open.gateway.url, path('nobody'), body('nobody', 'hello', false));
    const advice =
      'The gateway has no model, alias or route of this name for this client. GET /v1/models lists those it has.';
    expect([told.status, sentence(told.body)]).toEqual([404, `model: nobody. ${advice}`]);
    expect(open.lines.at(-1)).toMatchObject({ msg: 'refused', status: 404, model: 'nobody', path: path('nobody') });
  });

  test('a provider at its limit is a 429 with retry-after', async () => {
    const station = open.stations.find((each) => nameOf(each) === model);
    if (station === undefined) throw new Error('There is no such station.');
    station.simulator.fault({ do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 7000 } });
    const fresh = await createGateway({
      environment: {},
      models: { find: () => routeTarget(station), list: () => [] },
    });
    try {
      const first = await send(fresh.url, path(model), body(model, 'hello', true));
      const second = await send(fresh.url, path(model), body(model, 'hello', false));
      for (const told of [first, second]) {
        expect(told.status).toBe(429);
        expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(Number(told.headers.get('retry-after'))).toBeLessThanOrEqual(7);
      }
    } finally {
      await fresh.close();
    }
  });

  test('a server that cannot be reached is named by its address only without tokens', async () => {
    const target = {
      provider: 'openai',
      model: 'gpt-4.1',
      endpoint: 'http://127.0.0.1:9/v1',
      credentials: [{ key: 'k' }],
    };
    const sha256 = createHash('sha256').update('token-one').digest('hex');
    const sentences = [];
    for (const tokens of [[], [{ name: 'one', sha256 }]]) {
      const fresh = await createGateway({ environment: {}, tokens, models: { find: () => target, list: () => [] } });
      try {
        const authorization = { authorization: 'Bearer token-one' };
        const refused = await send(fresh.url, path(model), body(model, 'hello', false), authorization);
        sentences.push([refused.status >= 500, sentence(refused.body)]);
      } finally {
        await fresh.close();
      }
    }
    expect(sentences).toEqual([
      [true, expect.stringContaining('127.0.0.1:9')],
      [true, 'The server of openai/gpt-4.1 cannot be reached.'],
    ]);
  });

  test('a wrong or missing token is a 401, a model not allowed for this client a 404', async () => {
    const ask = (headers: Record<string, string>): ReturnType<typeof send> =>
      send(guarded.gateway.url, path(model), body(model, 'hello', false), headers);
    expect((await ask({})).status).toBe(401);
    expect((await ask({ 'x-api-key': 'token-al' })).status).toBe(401);
    expect((await ask({ 'x-api-key': 'token-few' })).status).toBe(404);
    expect((await ask({ authorization: 'Bearer token-all' })).status).toBe(200);
    expect((await ask({ 'x-goog-api-key': 'token-all' })).status).toBe(200);
    expect((await ask({ 'api-key': 'token-all' })).status).toBe(200);
    expect((await ask({ authorization: 'Bearer other', 'x-api-key': 'token-all' })).status).toBe(200);
    expect((await ask({ authorization: 'Bearer other', 'x-api-key': 'another' })).status).toBe(401);
  });

  test('invalid and oversized bodies', async () => {
    expect((await send(open.gateway.url, path(model), '{')).status).toBe(400);
    expect((await send(open.gateway.url, path(model), '[]')).status).toBe(400);
    expect((await send(open.gateway.url, path(model), body(model, 'x'.repeat(200_000), false))).status).toBe(413);
  });
});

test.each([
  { what: 'a failure', kind: 'server', status: 500 },
  { what: 'an overload', kind: 'overloaded', status: 503 },
] as const)('$what of a server does not shut out retries when nothing else can answer', async ({ kind, status }) => {
  const station = open.stations.find((each) => nameOf(each) === model);
  if (station === undefined) throw new Error('There is no such station.');
  const fresh = await createGateway({ environment: {}, models: { find: () => routeTarget(station), list: () => [] } });
  try {
    const ask = (): ReturnType<typeof send> =>
      send(fresh.url, '/v1/chat/completions', askings[1]?.body(model, 'hello', false));
    station.simulator.fault({ do: 'fail', with: { kind }, times: 4 });
    // Four in a row: the windows of cooldowns become longer.
    for (let tries = 0; tries < 4; tries += 1) {
      const failed = await ask();
      expect([failed.status, failed.headers.get('retry-after'), sentence(failed.body)]).toEqual([
        status,
        null,
        expect.not.stringContaining('available'),
      ]);
    }
    expect((await ask()).status).toBe(200);
  } finally {
    station.simulator.clearFaults();
    await fresh.close();
  }
});

test('an oversized body is what Anthropic calls it', async () => {
  const body = askings[0]?.body(model, 'x'.repeat(200_000), false);
  const told = await send(open.gateway.url, '/v1/messages', body);
  expect([told.status, told.body]).toMatchObject([413, { type: 'error', error: { type: 'request_too_large' } }]);
});

test.each([
  ['/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }], n: 2 }, 'n must be 1'],
  [
    `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    { contents: [{ parts: [{ text: 'hello' }] }], generationConfig: { candidateCount: 2 } },
    'candidateCount must be 1',
  ],
])('%s: several answers are refused', async (path, body, why) => {
  const told = await send(open.gateway.url, path, body);
  expect([told.status, sentence(told.body)]).toEqual([400, expect.stringContaining(why)]);
});

test('a client over its rate is told how long to wait', async () => {
  const ask = (): ReturnType<typeof send> =>
    send(guarded.gateway.url, '/v1/chat/completions', askings[1]?.body(model, 'hello', false), {
      authorization: 'Bearer token-slow',
    });
  expect((await ask()).status).toBe(200);
  const told = await ask();
  expect(told.status).toBe(429);
  expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
});

test.each([
  ['another host', { host: 'evil.example' }, 403],
  ['a web page', { origin: 'https://evil.example' }, 403],
  ['a page on this machine', { origin: 'http://127.0.0.1:9999' }, 403],
  ['a fetch of a browser', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a typed address', { 'sec-fetch-site': 'none' }, 200],
  ['localhost', { host: 'localhost' }, 200],
])('%s', async (_, headers, status) => {
  const { hostname, port } = new URL(open.gateway.url);
  const got = await new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: '/v1/models', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end();
  });
  expect(got).toBe(status);
});

test('accepts a page of an allowed origin, but still requires its token', async () => {
  const origin = 'https://app.example.com';
  const sha256 = createHash('sha256').update('page').digest('hex');
  const models = { find: () => undefined, list: () => ['m'] };
  const tokens = [{ name: 'page', sha256 }];
  const gateway = await createGateway({ models, tokens, origins: [origin], environment: {} });
  try {
    const ask = async (method: string, headers: Record<string, string>): Promise<readonly unknown[]> => {
      const response = await fetch(`${gateway.url}/v1/models`, { method, headers });
      const told = ['allow-origin', 'allow-headers', 'expose-headers'].map((name) =>
        response.headers.get(`access-control-${name}`),
      );
      return [response.status, ...told];
    };
    const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    expect([
      await ask('OPTIONS', { origin, ...preflight }),
      await ask('OPTIONS', { origin: 'https://evil.example', ...preflight }),
      await ask('GET', { origin, authorization: 'Bearer page' }),
      await ask('GET', { origin }),
    ]).toEqual([
      [204, origin, 'authorization', '*'],
      [403, null, null, null],
      [200, origin, null, '*'],
      [401, origin, null, '*'],
    ]);
  } finally {
    await gateway.close();
  }
});

test('any address other than loopback requires tokens', async () => {
  const models = { find: () => undefined, list: () => [] };
  await expect(createGateway({ models, host: '0.0.0.0', environment: {} })).rejects.toThrow('Configure gateway.tokens');
});

test.each([
  [['a', 'a'], ['1', '2'], 'Two client tokens are called "a".'],
  [['a', 'b'], ['1', '1'], 'The clients "a" and "b" have the same token.'],
])('tokens called %j with %j: %s', async (names, digits, told) => {
  const models = { find: () => undefined, list: () => [] };
  const tokens = names.map((name, at) => ({ name, sha256: (digits[at] ?? '').repeat(64) }));
  await expect(createGateway({ models, tokens, environment: {} })).rejects.toThrow(told);
});

test.each(['/v1/embeddings', '/v1/files', '/v1/audio/speech', '/nothing'])(
  'POST %s is a 404 with an explanation',
  async (path) => {
    const { status, body, headers } = await send(open.gateway.url, path, {});
    expect([status, sentence(body)]).toEqual([404, expect.stringContaining(`There is no endpoint POST ${path}`)]);
    const requestId = headers.get('x-interlock-request-id');
    const line = { msg: 'refused', status: 404, reason: 'model-not-found', requestId, path };
    expect(open.lines.at(-1)).toMatchObject(line);
  },
);

test('a key in place of a name is not logged', async () => {
  const key = `sk-ant-api03-${'a1B2'.repeat(20)}`;
  await send(open.gateway.url, `/v1/files/${key}`, {});
  await send(open.gateway.url, '/v1/chat/completions', { model: key, messages: [{ role: 'user', content: 'hello' }] });
  expect(open.lines.slice(-2)).toMatchObject([{ path: expect.any(String) }, { model: expect.any(String) }]);
  expect(JSON.stringify(open.lines.slice(-2))).not.toContain('a1B2a1B2');
});

test.each<[path: string, headers: Record<string, string>, body: object]>([
  ['/v1/embeddings', {}, { error: { type: 'invalid_request_error', param: null, code: 'unknown_url' } }],
  ['/v1/responses/x/elsewhere', {}, { error: { type: 'invalid_request_error', param: null, code: 'unknown_url' } }],
  ['/v1/messages/batches', {}, { type: 'error', error: { type: 'not_found_error' } }],
  ['/v1/files', { 'anthropic-version': '2023-06-01' }, { type: 'error', error: { type: 'not_found_error' } }],
  ['/v1beta/models/x:embedContent', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
  ['/api/embed', {}, { error: expect.stringContaining('There is no endpoint POST /api/embed.') }],
])('POST %s with %j is a 404 in the form of its API', async (path, headers, body) => {
  expect(await send(open.gateway.url, path, {}, headers)).toMatchObject({ status: 404, body });
});

test.each([
  ['previous_response_id', { previous_response_id: 'resp_1' }, 'previous_response_not_found'],
  ['background', { background: true }, 'invalid_prompt'],
  ['conversation', { conversation: 'conv_1' }, 'invalid_prompt'],
])('rejects %s with an explanation', async (_, field, code) => {
  const { status, body } = await send(open.gateway.url, '/v1/responses', { model, input: 'hello', ...field });
  expect([status, Reflect.get(Object(Reflect.get(Object(body), 'error')), 'code')]).toEqual([400, code]);
});

test('provider keys are in no answer and no log line', async () => {
  for (const { path, body } of askings) await send(open.gateway.url, path(model), body(model, 'hello', false));
  const everything = JSON.stringify(open.lines);
  expect(open.stations.filter(({ simulator }) => everything.includes(simulator.key))).toEqual([]);
  expect(everything).not.toContain('hello');
});
