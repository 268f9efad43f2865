/** TLS errors with real servers: there is only one attempt, and the message says what to change. */
import { readFileSync } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createTransport } from '@interlock/wire';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../../test/architecture/repository.ts';
import { createRoute } from '../../src/route/create-route.ts';
import { createMemoryRouteStore } from '../../src/store/memory-route-store.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { askOverHttp } from './ask-over-http.ts';

const file = (name: string): string => readFileSync(join(root, 'fixtures/tls', name), 'utf8');
const trusted = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...trusted, file('authority.pem')]));
afterAll(() => setDefaultCACertificates(trusted));

const answer = '{"model":"qwen3","message":{"role":"assistant","content":"Hello."},"done":true,"done_reason":"stop"}\n';

/** `certificate` undefined: a server without TLS. */
async function serve(certificate: string | undefined): Promise<number> {
  const respond: Parameters<typeof createPlain>[1] = (_, response) => {
    response.setHeader('content-type', 'application/x-ndjson');
    response.end(answer);
  };
  const server: Server =
    certificate === undefined
      ? createPlain(respond)
      : createSecure({ key: file('key.pem'), cert: file(certificate) }, respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function ask(endpoint: string): Promise<readonly string[]> {
  const transport = createTransport({ proxy: 'none' });
  onTestFinished(() => transport.close());
  const clock = createVirtualClock(Date.UTC(2026, 8, 1, 12));
  const route = createRoute(
    { policy: 'fixed', targets: [{ provider: 'ollama', model: 'qwen3', name: 'home', endpoint }] },
    { clock, store: createMemoryRouteStore(), random: () => 0.5, environment: {} },
  );
  const { steps, text } = await askOverHttp(await route.begin(), clock, transport);
  const said = steps.map((step) => (step.do === 'stop' ? step.failure.message : step.do));
  return text === '' ? said : [...said, text];
}

const at =
  (scheme: 'http' | 'https') =>
  (port: number): string =>
    `${scheme}://127.0.0.1:${port}`;
const cases: readonly {
  readonly name: string;
  readonly certificate?: string;
  readonly endpoint: (port: number) => string;
  readonly says: (endpoint: string) => string;
}[] = [
  {
    name: 'https on a port without TLS',
    endpoint: at('https'),
    says: (endpoint) =>
      `the server at ${endpoint} does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER): write http:// instead of https://, or the port that serves https`,
  },
  {
    name: 'http on a port with TLS',
    certificate: 'good.pem',
    endpoint: at('http'),
    says: (endpoint) => `the server at ${endpoint} expects TLS: write https:// instead of http://`,
  },
  {
    name: 'a certificate for another name',
    certificate: 'other-name.pem',
    endpoint: at('https'),
    says: (endpoint) =>
      `the certificate of ${endpoint} is for another name (ERR_TLS_CERT_ALTNAME_INVALID): Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list. Use a name the certificate covers`,
  },
  {
    name: 'a certificate that has expired',
    certificate: 'expired.pem',
    endpoint: at('https'),
    says: (endpoint) =>
      `the certificate of ${endpoint} is not currently valid (CERT_HAS_EXPIRED): certificate has expired. Renew it there, or set the clock of this machine`,
  },
  {
    name: 'a self-signed certificate',
    certificate: 'self-signed.pem',
    endpoint: at('https'),
    says: (endpoint) =>
      `the certificate of ${endpoint} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): self-signed certificate. If you trust its issuer, start with NODE_EXTRA_CA_CERTS=/path/to/ca.pem`,
  },
];
test.each(cases)('$name fails at once and names the fix', async ({ certificate, endpoint, says }) => {
  const address = endpoint(await serve(certificate));
  expect(await ask(address)).toEqual(['send', says(address)]);
});

test('accepts a valid certificate', async () => {
  expect(await ask(`https://127.0.0.1:${await serve('good.pem')}`)).toEqual(['send', 'Hello.']);
});
