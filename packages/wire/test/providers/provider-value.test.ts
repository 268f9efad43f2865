/** A provider and a protocol passed as values: requests reach servers that have no built-in name, authenticated over the sent bytes. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Content } from '@interlock/transcript';
import { expect, onTestFinished, test } from 'vitest';
import {
  ConfigError,
  createTransport,
  defineProvider,
  type Frame,
  type ProviderDefinition,
  ProviderError,
  prepareRequest,
  protocolOf,
  readStream,
  resolveTarget,
  sendRequest,
  type Target,
  type TransportOptions,
} from '../../src/index.ts';

const contents: readonly Content[] = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] }];
const key = 'no-known-shape-of-a-key';

/** Its requests are signed over the body and the time; its stream consists of hexadecimal words separated by spaces. */
const acme: ProviderDefinition = {
  name: 'acme',
  protocols: ['openai-chat'],
  endpoints: { 'openai-chat': ({ region = '' }) => `https://${region}.acme.test/v2` },
  places: [{ name: 'region', env: ['ACME_REGION'] }],
  defaultModel: 'acme-1',
  headers: { 'X-Acme': 'always' },
  path: ({ model, stream, path }) => `/models/${model}${path}?stream=${stream}`,
  finishBody: ({ model: _, ...body }) => ({ ...body, acme: true }),
  authenticate: async ({ url, bytes }, { key: secret = '', now, environment, keep }) => {
    const count = keep('acme clients', () => ({ made: 1 }));
    return {
      'X-Signature': createHash('sha256')
        .update(bytes())
        .update(`${new URL(url).pathname}${now()}${secret}`)
        .digest('hex'),
      'x-made': `${count.made} ${environment['ACME_TEAM']}`,
    };
  },
  framing: {
    'openai-chat': {
      async *read(chunks): AsyncGenerator<Frame> {
        let text = '';
        for await (const chunk of chunks) text += new TextDecoder().decode(chunk);
        for (const word of text.split(' ')) yield { data: Buffer.from(word, 'hex').toString() };
      },
    },
  },
};

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function serve(status: number, answer: (seen: Seen) => string) {
  const requests: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const seen = { url: request.url ?? '', headers: request.headers, body };
    requests.push(seen);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(answer(seen));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { requests, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2` };
}

function open(options: TransportOptions = {}) {
  const transport = createTransport({ proxy: 'none', ...options });
  onTestFinished(() => transport.close());
  return transport;
}

test('a custom provider defines its URL, headers, body, signature and framing', async () => {
  const words = ['Hi', ' there'].map((content) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] }));
  const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  const said = [...words, end, '[DONE]'].map((word) => Buffer.from(word).toString('hex')).join(' ');
  const { requests, endpoint } = await serve(200, () => said);
  const request = prepareRequest({
    contents,
    target: { provider: acme, endpoint, key, headers: { 'x-extra': 'mine' } },
    settings: { stream: true },
  });
  const transport = open({ now: () => 1_000, environment: { ACME_TEAM: 'red' } });
  const { chunks } = await sendRequest(transport, request);
  const reply = await readStream(request, chunks).reply();
  const [seen] = requests;
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello.' }], stream: true, acme: true });
  const path = '/v2/models/acme-1/chat/completions';
  expect({ url: seen?.url, body: JSON.parse(seen?.body ?? '') }).toMatchObject({
    url: `${path}?stream=true`,
    body: { messages: JSON.parse(body).messages, acme: true },
  });
  expect(JSON.parse(seen?.body ?? '')).not.toHaveProperty('model');
  expect(seen?.headers).toMatchObject({
    'x-acme': 'always',
    'x-extra': 'mine',
    'x-signature': createHash('sha256').update(`${seen?.body}${path}1000${key}`).digest('hex'),
    'x-made': '1 red',
  });
  expect(seen?.headers).not.toHaveProperty('authorization');
  expect(reply.content.blocks).toEqual([{ type: 'text', text: 'Hi there' }]);
  expect(reply.content.metadata).toMatchObject({ provider: 'acme', model: 'acme-1', endpoint });
});

test('its default URL is built from its places, which are required', () => {
  expect(resolveTarget({ provider: acme, places: { region: 'north' } })).toMatchObject({
    provider: 'acme',
    endpoint: 'https://north.acme.test/v2',
    origin: { provider: 'acme', model: 'acme-1', endpoint: 'https://north.acme.test/v2' },
  });
  expect(() => resolveTarget({ provider: acme })).toThrow(
    new ConfigError(
      'missing-endpoint',
      'The address of acme needs region.',
      "Set ACME_REGION, or give the target `places`: { region: '…' }.",
    ),
  );
});

test('a custom protocol, alone and as part of a provider', () => {
  const own = { ...protocolOf('openai-chat'), name: 'acme-chat', path: () => '/talk' };
  const endpoint = 'http://127.0.0.1:1/v1';
  const targets: readonly Target[] = [
    { provider: 'openai-compatible', model: 'm', endpoint, protocol: own },
    { provider: { name: 'own', protocols: [own], endpoints: { 'acme-chat': endpoint } }, model: 'm' },
    { provider: { name: 'own', protocols: ['gemini', own] }, model: 'm', endpoint, protocol: 'acme-chat' },
  ];
  for (const target of targets) {
    const { url, diagnostics, reply } = prepareRequest({ contents, target });
    expect({ url, protocol: diagnostics.protocol, same: reply.protocol === own }).toEqual({
      url: `${endpoint}/talk`,
      protocol: 'acme-chat',
      same: true,
    });
  }
});

test('no error contains what authentication adds, even if the server repeats it', async () => {
  const { endpoint } = await serve(
    401,
    ({ headers }) => `{"error":{"message":"bad ${headers['x-signature']} ${key}"}}`,
  );
  const { framing: _, ...signed } = acme;
  const authenticate: ProviderDefinition['authenticate'] = async () => ({ 'x-signature': 'Signed 0123-abcd-4567' });
  const request = prepareRequest({ contents, target: { provider: { ...signed, authenticate }, endpoint, key } });
  const error = await sendRequest(open(), request).catch((failed: unknown) => failed);
  expect(error).toBeInstanceOf(ProviderError);
  expect(`${error}`).not.toContain('0123-abcd-4567');
});

test('failed authentication is classified as such; a ConfigError stays one', async () => {
  const { endpoint } = await serve(200, () => '');
  const failing = (thrown: unknown): ProviderDefinition => ({
    name: 'own',
    protocols: ['openai-chat'],
    authenticate: () => Promise.reject(thrown),
  });
  const outcome = (thrown: unknown): Promise<unknown> =>
    sendRequest(
      open(),
      prepareRequest({ contents, target: { provider: failing(thrown), model: 'm', endpoint } }),
    ).catch((error: unknown) => error);
  expect(await outcome(new Error('no token for you'))).toMatchObject({
    name: 'ProviderError',
    failure: { reason: 'auth', message: 'the request could not be authenticated: no token for you' },
  });
  const missing = new ConfigError('missing-package', 'It is not there.', 'Run: npm install it');
  expect(await outcome(missing)).toBe(missing);
});

test.each<readonly [string, object, RegExp]>([
  ['no name', { protocols: ['gemini'] }, /no valid `name`/],
  ['a name with a slash', { name: 'a/b', protocols: ['gemini'] }, /no valid `name`/],
  ['no protocols', { name: 'a', protocols: [] }, /no valid `protocols`/],
  ['an unknown protocol', { name: 'a', protocols: ['soap'] }, /no valid `protocols`/],
  ['an invalid protocol', { name: 'a', protocols: [{ name: 'x' }] }, /no valid `protocols`/],
  ['headers that are numbers', { name: 'a', protocols: ['gemini'], headers: { a: 1 } }, /`headers` of the wrong kind/],
  [
    'authentication by data',
    { name: 'a', protocols: ['gemini'], authenticate: {} },
    /`authenticate` of the wrong kind/,
  ],
])('rejects %s', (_, given, message) => {
  const refused = (): unknown => defineProvider(given as ProviderDefinition);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(message);
});

test.each([
  [{ 'bad name': 'x' }, /not a valid header name/],
  [{ fine: 'a\nb' }, /characters that are not allowed in a header/],
])('rejects headers that HTTP does not allow: %j', (headers, message) => {
  expect(() => resolveTarget({ provider: 'openai', headers })).toThrow(message);
});
