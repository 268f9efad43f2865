/** Which hosts a request may name. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
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
