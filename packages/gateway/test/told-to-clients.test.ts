/** What clients are told about a provider that does not answer: with tokens, nothing about addresses and where keys come from. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { openUpstream, type Upstream } from './open-upstream.ts';
import { askings, send, type Told } from './send.ts';

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

const token = 'ilk_one';
const tokens = [{ name: 'one', sha256: createHash('sha256').update(token).digest('hex') }];
const target: RouteTarget = {
  provider: 'openai-compatible',
  model: 'm',
  name: 'box',
  credentials: [{ env: 'BOX_KEY' }],
};
const [, chat] = askings;

async function ask({ gateway }: Upstream): Promise<Told> {
  return send(gateway.url, '/v1/chat/completions', chat?.body('m', 'hello', false), {
    authorization: `Bearer ${token}`,
  });
}

function sentence({ body }: Told): string {
  return String(Reflect.get(Object(Reflect.get(Object(body), 'error')), 'message'));
}

interface Case {
  readonly title: string;
  readonly answer?: (response: ServerResponse) => void;
  readonly target?: RouteTarget;
  readonly status: number;
  readonly pause: unknown;
  readonly client: string;
  readonly operator: string | RegExp;
  /** The first request only makes the credential cool down. */
  readonly second?: true;
}

/** What is left of seven. */
const aFewSeconds: unknown = expect.stringMatching(/^[1-7]$/);

const slowDown = (response: ServerResponse): void => {
  response.writeHead(429, { 'retry-after': '7' }).end('{"error":{"message":"Slow down."}}');
};

test.each<Case>([
  {
    title: 'a redirect',
    answer: (response) => response.writeHead(307, { location: 'http://inside.example/v1' }).end(),
    status: 500,
    pause: null,
    client: 'The server of box does not answer as its API does.',
    operator: /inside\.example/,
  },
  {
    title: 'a connection that breaks off: the next request is sent immediately, so there is no pause',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{', () => response.destroy());
    },
    status: 502,
    pause: null,
    client: 'The server of box cannot be reached.',
    operator: /^the connection to http:\/\/127\.0\.0\.1:\d+ was lost/,
  },
  {
    title: 'a rate limit',
    answer: slowDown,
    status: 429,
    pause: aFewSeconds,
    client: 'Slow down.',
    operator: /^Slow down\. The first available is box \(env:BOX_KEY\)/,
  },
  {
    title: 'a credential that is cooling down',
    answer: slowDown,
    second: true,
    status: 429,
    pause: aFewSeconds,
    client: 'Every credential for this model is cooling down.',
    operator: /box \(env:BOX_KEY\)/,
  },
  {
    title: 'a file with the key that cannot be read',
    target: { ...target, credentials: [{ file: '/nowhere/key' }] },
    status: 401,
    pause: null,
    client: 'The gateway has no usable key for this model.',
    operator: 'The file /nowhere/key with the key cannot be read (ENOENT).',
  },
  {
    title: 'no key',
    target: { provider: 'openai', model: 'gpt-4.1' },
    status: 500,
    pause: null,
    client: 'm cannot be used: it is not configured completely.',
    operator: /OPENAI_API_KEY/,
  },
])('$title', async ({ answer = slowDown, second, status, pause, client, operator, ...made }) => {
  const told = [];
  for (const guarded of [tokens, []]) {
    const environment = { BOX_KEY: 'k' };
    upstream = await openUpstream({ answer, environment, target, ...made, tokens: guarded });
    if (second === true) await ask(upstream);
    const one = await ask(upstream);
    told.push([one.status, one.headers.get('retry-after'), sentence(one)]);
    await upstream.close();
  }
  const words = typeof operator === 'string' ? operator : expect.stringMatching(operator);
  expect(told).toEqual([
    [status, pause, client],
    [status, pause, words],
  ]);
});

test('after a failure of the server, a rate limit says how long to wait', async () => {
  const answers = [(response: ServerResponse) => void response.writeHead(500).end('{}'), slowDown];
  upstream = await openUpstream({
    target,
    environment: { BOX_KEY: 'k' },
    answer: (response) => answers.shift()?.(response),
  });
  const told = [await ask(upstream), await ask(upstream)];
  expect(told.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [500, null],
    [429, aFewSeconds],
  ]);
});

test('the log says why nothing was sent', async () => {
  const credentials = [{ file: '/nowhere/key' }];
  upstream = await openUpstream({ answer: slowDown, target: { ...target, credentials }, tokens });
  await ask(upstream);
  expect(upstream.lines.at(-1)).toMatchObject({
    end: 'failed',
    attempts: [],
    unsent: 'The file /nowhere/key with the key cannot be read (ENOENT).',
  });
});
