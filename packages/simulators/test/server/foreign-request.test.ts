/** A web page in the browser of a simulator's user gets no answer and can read nothing. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { hello, start } from '../start.ts';

const fine = { status: 200, cors: [], log: ['accepted'] };
const refused = { status: 403, cors: [], log: ['refused'] };

test.for<readonly [headers: Readonly<Record<string, string>>, seen: typeof fine]>([
  [{}, fine],
  [{ host: 'localhost:4000' }, fine],
  [{ host: 'LOCALHOST' }, fine],
  [{ host: 'anthropic.localhost:4000' }, fine],
  [{ host: 'host.docker.internal:4000' }, fine],
  [{ host: '[::1]:4000' }, fine],
  [{ origin: 'http://localhost:5173' }, fine],
  [{ host: 'evil.example' }, refused],
  [{ host: 'evil.example:4000' }, refused],
  [{ host: '127.0.0.1.evil.example' }, refused],
  [{ host: 'localhost.evil.example' }, refused],
  [{ host: 'evil.example#localhost' }, refused],
  [{ host: '127.0.0.1@evil.example' }, refused],
  [{ host: 'http://127.0.0.1' }, refused],
  [{ origin: 'https://evil.example' }, refused],
  [{ origin: 'http://127.0.0.1:5173' }, fine],
  [{ origin: 'http://[::1]:5173' }, fine],
  [{ origin: 'http://93.184.216.34' }, refused],
  [{ origin: 'http://192.168.1.20:8080' }, refused],
  [{ origin: 'http://[2001:db8::1]' }, refused],
  [{ origin: 'http://metadata.google.internal' }, refused],
  [{ origin: 'http://127.0.0.1.nip.io' }, refused],
  [{ origin: '' }, refused],
  [{ origin: 'chrome-extension://abcdef' }, refused],
  [{ 'sec-fetch-site': 'cross-site' }, refused],
  [{ 'sec-fetch-site': 'none' }, fine],
  [{ origin: 'null' }, refused],
  [{ origin: 'https://localhost.evil.example' }, refused],
])('%j', async ([headers, seen]) => {
  const simulator = await start();
  const { port } = new URL(simulator.url);
  const sent = { authorization: `Bearer ${simulator.key}`, 'content-type': 'text/plain', ...headers };
  const answer = await new Promise<{ readonly status: number; readonly cors: readonly string[] }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/v1/chat/completions', method: 'POST', headers: sent }, (response) => {
      const cors = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, cors }));
    })
      .on('error', reject)
      .end(JSON.stringify(hello));
  });
  expect({ ...answer, log: simulator.log.map(({ verdict }) => verdict) }).toEqual(seen);
});
