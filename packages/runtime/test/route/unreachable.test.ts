/** Unreachable targets: a closed port and an unknown host name, with the real errors of the system. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport, type Transport } from '@interlock/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRoute } from '../../src/route/create-route.ts';
import type { Candidate } from '../../src/route/read-route.ts';
import type { RouteConfig, RouteTarget } from '../../src/route/route.ts';
import { isUnreachable } from '../../src/route/unreachable.ts';
import { createMemoryRouteStore } from '../../src/store/memory-route-store.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { askOverHttp } from './ask-over-http.ts';

let transport: Transport;
let port = 0;
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/x-ndjson');
  response.end(
    '{"model":"qwen3","message":{"role":"assistant","content":"Hello."},"done":true,"done_reason":"stop"}\n',
  );
});
const listen = (at: number): Promise<number> =>
  new Promise((resolve) => {
    server.listen(at, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
const hangUp = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));

beforeAll(async () => {
  transport = createTransport({ proxy: 'none' });
  port = await listen(0);
  await hangUp();
});
afterAll(async () => {
  await transport.close();
  if (server.listening) await hangUp();
});

const ollama = (endpoint: string, name = 'home'): RouteTarget => ({
  provider: 'ollama',
  model: 'qwen3',
  name,
  endpoint,
});

function open(config: RouteConfig) {
  const clock = createVirtualClock(Date.UTC(2026, 8, 1, 12));
  const route = createRoute(config, {
    clock,
    store: createMemoryRouteStore(),
    random: () => 0.5,
    environment: {},
  });
  const ask = async () => {
    const { steps, text } = await askOverHttp(await route.begin(), clock, transport);
    const lines = steps.map((step) => {
      if (step.do === 'send') return `${step.selection.name}, because ${step.because.join('; ')}`;
      return step.do === 'wait' ? `${step.why} ${step.ms}` : `stop: ${step.failure.message}`;
    });
    return text === '' ? lines : [...lines, text];
  };
  return { ask, clock };
}

test('tries a port that fetch blocks once: no retry can help', async () => {
  const lines = await open({ policy: 'fixed', targets: [ollama('http://127.0.0.1:9')] }).ask();
  expect(lines).toEqual([
    'home, because home (none) comes first',
    'stop: HTTP clients refuse to connect to the port of http://127.0.0.1:9: use another port on the server, for example 8080',
  ]);
});

test('an Ollama that is not running: one retry, then advice; once it runs, the next turn does not wait', async () => {
  const { ask, clock } = open({ policy: 'fixed', targets: [ollama(`http://127.0.0.1:${port}`)] });
  const from = clock.now();
  const stopped =
    `stop: nothing listens at http://127.0.0.1:${port} (ECONNREFUSED 127.0.0.1:${port}): is the server running, and are its ` +
    'address and the proxy correct? Start Ollama (`ollama serve`), set OLLAMA_HOST to where it runs, or choose another model.';
  expect(await ask()).toEqual([
    'home, because home (none) comes first',
    'retry 1000',
    'home, because home (none) is asked again: attempt 2 of this request',
    stopped,
  ]);
  const resting = 'home (none) is cooling down until 12:00:30 UTC: network';
  expect(await ask()).toEqual([
    `home, because ${resting}; nothing else is available, so it is asked`,
    'retry 1000',
    'home, because home (none) is asked again: attempt 2 of this request',
    stopped,
  ]);
  await listen(port);
  expect(await ask()).toEqual([`home, because ${resting}; nothing else is available, so it is asked`, 'Hello.']);
  expect(clock.now() - from).toBe(2_000);
});

test('tries https on an http port once and names the fix', async () => {
  if (!server.listening) await listen(port);
  const { ask, clock } = open({ policy: 'fixed', targets: [ollama(`https://127.0.0.1:${port}`)] });
  const from = clock.now();
  expect(await ask()).toEqual([
    'home, because home (none) comes first',
    `stop: the server at https://127.0.0.1:${port} does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER): write http:// instead of https://, or the port that serves https`,
  ]);
  expect(clock.now()).toBe(from);
});

test('a chain moves on at once', async () => {
  if (!server.listening) await listen(port);
  const { ask, clock } = open({
    policy: 'failover',
    targets: [ollama('http://nobody-at-all.invalid', 'gone'), ollama(`http://127.0.0.1:${port}`)],
  });
  const from = clock.now();
  expect(await ask()).toEqual([
    'gone, because gone (none) comes first',
    // ENOTFOUND. A resolver that does not answer reports EAI_AGAIN, which cools down like any other network failure.
    expect.stringMatching(
      /^home, because gone \(none\) (cannot be reached: attempt 1|is cooling down until .*: network); home \(none\) is the first available$/,
    ),
    'Hello.',
  ]);
  expect(clock.now()).toBe(from);
});

test.for<readonly [endpoint: string, code: string, unreachable: boolean]>([
  ['https://api.acme.test', 'ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['https://api.acme.test', 'DEPTH_ZERO_SELF_SIGNED_CERT', true],
  ['https://api.acme.test', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true],
  ['https://api.acme.test', 'CERT_HAS_EXPIRED', true],
  ['https://api.acme.test', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', false],
  ['http://localhost:11434', 'ECONNREFUSED', true],
  ['http://models.localhost:1', 'ECONNREFUSED', true],
  ['http://localhost.:1', 'ECONNREFUSED', true],
  ['http://127.0.0.1:1', 'ECONNREFUSED', true],
  ['http://[::1]:1', 'ECONNREFUSED', true],
  ['http://192.168.1.5:8000/v1', 'ECONNREFUSED', true],
  ['http://host.docker.internal:11434', 'ECONNREFUSED', true],
  ['https://api.example.com/v1', 'ECONNREFUSED', false],
  ['https://localhost.example.com/v1', 'ECONNREFUSED', false],
  ['https://9.9.9.9/v1', 'ECONNREFUSED', false],
  ['https://api.example.com/v1', 'ENOTFOUND', true],
  ['https://api.example.com/v1', 'EAI_AGAIN', false],
  ['http://127.0.0.1:1', 'ECONNRESET', false],
])('%s %s: %s', ([endpoint, code, unreachable]) => {
  const candidate = { destination: { endpoint } } as Candidate;
  expect(isUnreachable({ reason: 'network', message: '', code }, candidate)).toBe(unreachable);
  // A provider that quotes such a code in an error of its own is reachable.
  expect(isUnreachable({ reason: 'server', message: '', code }, candidate)).toBe(false);
});
