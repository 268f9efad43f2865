/** Which hosts a request may name. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { checkOrigin } from '../src/clients/check-origin.ts';
import { createGateway } from '../src/index.ts';

const rules = { hosts: new Set(['localhost', 'gateway.example']), origins: new Set<string>() };

test.each<[host: string | undefined, localAddress: string | undefined, passes: boolean]>([
  ['gateway.example', '10.0.0.7', true],
  ['Gateway.Example:8080', '10.0.0.7', true],
  ['gateway.example.', '10.0.0.7', false],
  ['evil.example', '10.0.0.7', false],
  ['10.0.0.7:4141', '10.0.0.7', true],
  ['10.0.0.7:4141', '::ffff:10.0.0.7', true],
  ['[fd00::7]:4141', 'fd00::7', true],
  ['10.0.0.8:4141', '10.0.0.7', false],
  ['10.0.0.7.evil.example', '10.0.0.7', false],
  [undefined, undefined, false],
  ['', undefined, false],
  ['localhost:', '127.0.0.1', false],
  ['localhost@evil.example', '127.0.0.1', false],
])('Host: %s, over a connection to %s: %s', (host, localAddress, passes) => {
  const headers = host === undefined ? {} : { host };
  const socket = localAddress === undefined ? {} : { localAddress };
  expect(checkOrigin({ headers, socket }, rules) === undefined).toBe(passes);
});

const passedOn = [
  ['forwarded', 'for=203.0.113.7'],
  ['x-forwarded-for', '203.0.113.7'],
  ['X-Forwarded-Proto', 'https'],
  ['x-forwarded-host', ''],
  ['x-real-ip', '203.0.113.7'],
  ['via', '1.1 proxy'],
  ['cf-connecting-ip', '203.0.113.7'],
  ['cf-ray', '1-FRA'],
  ['cdn-loop', 'a'],
  ['x-envoy-external-address', '203.0.113.7'],
  ['fastly-client-ip', '203.0.113.7'],
  ['fly-client-ip', '203.0.113.7'],
  ['x-azure-clientip', '203.0.113.7'],
  ['x-original-url', '/v1/models'],
  ['x-real-port', '1'],
  ['x-remote-addr', '203.0.113.7'],
] as const;

test('without tokens, no request that a proxy passed on is answered; with tokens, it is', async () => {
  const sha256 = createHash('sha256').update('one').digest('hex');
  const models = { find: () => undefined, list: () => ['m'] };
  const open = await createGateway({ models, environment: {} });
  const closed = await createGateway({ models, tokens: [{ name: 'one', sha256 }], environment: {} });
  try {
    for (const [name, value] of passedOn) {
      const ask = async (url: string, token: string): Promise<readonly [number, string]> => {
        const response = await fetch(`${url}/v1/models`, {
          headers: { [name]: value, authorization: `Bearer ${token}` },
        });
        return [response.status, await response.text()];
      };
      expect([name, ...(await ask(open.url, 'x'))]).toEqual([name, 403, expect.stringContaining('Set gateway.tokens')]);
      expect([name, (await ask(closed.url, 'one'))[0]]).toEqual([name, 200]);
      expect([name, (await ask(closed.url, 'x'))[0]]).toEqual([name, 401]);
      expect([name, await upgradeStatus(open.url, 'x', name, value)]).toEqual([name, 403]);
      expect([name, await upgradeStatus(closed.url, 'one', name, value)]).toEqual([name, 101]);
    }
  } finally {
    await open.close();
    await closed.close();
  }
});

function upgradeStatus(url: string, token: string, name: string, value: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { [name]: value, authorization: `Bearer ${token}` };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`, { headers });
    socket.on('error', () => undefined);
    socket.once('upgrade', ({ statusCode }) => {
      resolve(statusCode);
      socket.once('open', () => socket.terminate());
    });
    socket.once('unexpected-response', (_, { statusCode }) => {
      resolve(statusCode);
      socket.terminate();
    });
  });
}

test('a gateway on all addresses is reached from its own machine, as `serve --for` says', async () => {
  const sha256 = createHash('sha256').update('one').digest('hex');
  const models = { find: () => undefined, list: () => [] };
  const gateway = await createGateway({ models, host: '0.0.0.0', tokens: [{ name: 'one', sha256 }], environment: {} });
  try {
    const { port } = new URL(gateway.url);
    const headers = { authorization: 'Bearer one' };
    const statuses = ['127.0.0.1', 'localhost'].map(
      async (host) => (await fetch(`http://${host}:${port}/v1/models`, { headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  } finally {
    await gateway.close();
  }
});
