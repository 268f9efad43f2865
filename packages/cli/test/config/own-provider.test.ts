/** A provider that only exists in the configuration: its protocol, address, headers and credential reach the server. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport, prepareRequest, sendRequest } from '@interlock/wire';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { namedTarget } from '../../src/config/name-target.ts';

test('any protocol, URL, header names and credential source', async () => {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const config: Config = {
    providers: {
      Corp: {
        protocol: 'anthropic-messages',
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/llm/v1`,
        headers: { 'X-Team': 'red' },
        keyHeader: { name: 'X-Corp-Key', prefix: 'Key ' },
        credentials: [{ env: 'CORP_KEY' }],
      },
    },
  };
  const found = namedTarget('Corp/claude-haiku-4-5', config, {});
  if (found === undefined) throw new Error('it is not found');
  const { name, credentials, weight: _, ...target } = found;
  expect({ name, credentials }).toEqual({ name: 'Corp/claude-haiku-4-5', credentials: [{ env: 'CORP_KEY' }] });
  const transport = createTransport({ proxy: 'none' });
  onTestFinished(() => transport.close());
  const contents = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] }] as const;
  const request = prepareRequest({ contents, target: { ...target, key: 'secret-1' } });
  await (await sendRequest(transport, request)).text();
  expect(seen).toEqual([
    {
      url: '/llm/v1/messages',
      headers: expect.objectContaining({
        'x-team': 'red',
        'x-corp-key': 'Key secret-1',
        'anthropic-version': '2023-06-01',
      }),
    },
  ]);
  expect(seen[0]?.headers).not.toHaveProperty('x-api-key');
});

test('an entry without kind, protocol and URL is invalid', () => {
  expect(namedTarget('corp/m', { providers: { corp: { protocol: 'gemini' } } }, {})).toBeUndefined();
  expect(
    namedTarget('corp/m', { providers: { corp: { protocol: 'soap', baseUrl: 'http://x.test' } } }, {}),
  ).toBeUndefined();
});
