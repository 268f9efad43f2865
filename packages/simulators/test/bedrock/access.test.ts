/** Signatures and API keys over real HTTP: which are accepted, and how the others are refused (BDR-007 … BDR-010). */
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { amazonCredentials, createBedrockConverse, type Simulator } from '../../src/index.ts';
import { start } from '../start.ts';
import { type Signing, sign } from './sign.ts';

const simulator = await start({ now: () => Date.UTC(2025, 9, 9, 8, 53, 20) / 1000 }, createBedrockConverse());
const path = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse';
const body = JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'hällo' }] }] });
const credentials = amazonCredentials(simulator.key);
const signed = (more: Partial<Signing> = {}): Record<string, string> =>
  sign({ url: simulator.url + path, body, credentials, ...more });

interface Reply {
  readonly status: number | undefined;
  readonly type: string;
  readonly body: unknown;
}

/** Not `fetch`, which adds its own headers. */
function post(to: Simulator, headers: Record<string, string>, sent = body): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(to.url);
    const outgoing = request({ hostname, port, path, method: 'POST', headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      const type = String(reply.headers['x-amzn-errortype'] ?? '').split(':')[0] ?? '';
      reply.on('end', () => resolve({ status: reply.statusCode, type, body: JSON.parse(text) }));
    });
    outgoing.on('error', reject).end(sent);
  });
}

test.each([
  ['by a user', signed()],
  ['by a role', signed({ credentials: amazonCredentials(simulator.key, 'role') })],
  ['nearly five minutes old', signed({ date: '20251009T084830Z' })],
  ['replaced by an API key', { authorization: `Bearer ${simulator.key}` }],
])('accepts a signature %s', async (_, headers) => {
  expect(await post(simulator, headers)).toMatchObject({ status: 200, body: { stopReason: 'end_turn' } });
  expect(simulator.log.at(-1)).toMatchObject({ account: 'main', verdict: 'accepted' });
});

const mismatch =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';
const unknown = 'The security token included in the request is invalid.';
const role = amazonCredentials(simulator.key, 'role');
const { 'x-amz-security-token': _, ...withoutToken } = signed({ credentials: role });

describe.each([
  ['BDR-007', 'nothing', {}, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
  [
    'BDR-007',
    'somebody else’s credentials',
    signed({ credentials: amazonCredentials('other') }),
    'UnrecognizedClientException',
    unknown,
  ],
  [
    'BDR-007',
    'the wrong secret',
    signed({ credentials: { ...credentials, secretAccessKey: 'x' } }),
    'InvalidSignatureException',
    mismatch,
  ],
  [
    'BDR-007',
    'a header that was changed on the way',
    { ...signed(), 'content-type': 'text/plain' },
    'InvalidSignatureException',
    mismatch,
  ],
  [
    'BDR-007',
    'another service',
    signed({ service: 's3' }),
    'InvalidSignatureException',
    "Credential should be scoped to correct service: 'bedrock'.",
  ],
  [
    'BDR-008',
    'a signature of ten minutes ago',
    signed({ date: '20251009T084320Z' }),
    'InvalidSignatureException',
    'Signature expired: 20251009T084320Z is now earlier than 20251009T084820Z (20251009T085320Z - 5 min.)',
  ],
  [
    'BDR-008',
    'a signature of the future',
    signed({ date: '20251009T090320Z' }),
    'InvalidSignatureException',
    'Signature not yet current: 20251009T090320Z is still later than 20251009T085820Z (20251009T085320Z + 5 min.)',
  ],
  ['BDR-009', 'temporary credentials without their token', withoutToken, 'UnrecognizedClientException', unknown],
  [
    'BDR-009',
    'the token of another session',
    signed({ credentials: { ...role, sessionToken: 'x' } }),
    'UnrecognizedClientException',
    unknown,
  ],
] as const)('%s: %s', (rule, _what, headers, type, message) => {
  test(`${rule} is rejected`, async () => {
    expect(await post(simulator, headers)).toEqual({ status: 403, type, body: { message } });
    expect(simulator.log.at(-1)).toMatchObject({ verdict: 'refused', rules: [rule] });
  });
});

test('BDR-007 a body changed in transit', async () => {
  expect(await post(simulator, signed(), `${body} `)).toMatchObject({ status: 403, body: { message: mismatch } });
});

test('BDR-010 an unknown API key', async () => {
  expect(await post(simulator, { authorization: 'Bearer nobody' })).toEqual({
    status: 403,
    type: 'AccessDeniedException',
    body: { Message: 'Authentication failed: Please make sure your API Key is valid.' },
  });
});

test('BDR-008 without a clock no signature is too old', async () => {
  const still = await start({}, createBedrockConverse());
  const headers = sign({
    url: still.url + path,
    body,
    credentials: amazonCredentials(still.key),
    date: '20010101T000000Z',
  });
  expect(await post(still, headers)).toMatchObject({ status: 200 });
});
