/** Authentication of the clouds: signatures that an independent implementation of the specification accepts, and tokens that are fetched. */
import { createHash, createHmac } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Content } from '@interlock/transcript';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { ConfigError, createAccess, type PreparedRequest, prepareRequest, type Target } from '../../src/index.ts';

const contents: readonly Content[] = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] }];
const now = (): number => Date.UTC(2026, 10, 16, 12, 30, 5);
const accessKey = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' };

function request(target: Target): PreparedRequest {
  return prepareRequest({ contents, target });
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** The signature as Amazon's documentation describes it, from the headers that were sent. */
function expectedSignature(sent: PreparedRequest, headers: Readonly<Record<string, string>>, region: string): string {
  const { host, pathname } = new URL(sent.url);
  const all: Readonly<Record<string, string>> = { ...sent.headers, ...headers, host };
  const names = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const canonical = [
    'POST',
    // Every segment once more: the path is encoded already.
    pathname.split('/').map(encodeURIComponent).join('/'),
    '',
    ...names.split(';').map((name) => `${name}:${all[name]?.trim()}`),
    '',
    names,
    sha256(sent.bytes()),
  ].join('\n');
  const date = headers['x-amz-date'] ?? '';
  const scope = `${date.slice(0, 8)}/${region}/bedrock/aws4_request`;
  const key = scope.split('/').reduce<string | Uint8Array>(hmac, `AWS4${accessKey.AWS_SECRET_ACCESS_KEY}`);
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
}

const models = ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'amazon.nova-pro-v1:0'] as const;

test.each(models)('BDR-007 a request to %s is signed with the access key of the environment', async (model) => {
  const sent = request({ provider: 'bedrock', model, places: { region: 'eu-central-1' } });
  const headers = await sent.authenticate(createAccess({ environment: accessKey, now }));
  expect(headers).toEqual({
    'x-amz-date': '20261116T123005Z',
    'x-amz-content-sha256': sha256(sent.bytes()),
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20261116\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=\S*;host;\S*, Signature=[0-9a-f]{64}$/,
    ),
  });
  expect(headers['authorization']).toContain(`Signature=${expectedSignature(sent, headers, 'eu-central-1')}`);
});

test('BDR-009 temporary credentials include their token, from the environment or from a command', async () => {
  const sent = request({ provider: 'bedrock', places: { region: 'us-east-1' } });
  const printed = JSON.stringify({
    Version: 1,
    AccessKeyId: accessKey.AWS_ACCESS_KEY_ID,
    SecretAccessKey: accessKey.AWS_SECRET_ACCESS_KEY,
    SessionToken: 'a-token',
  });
  const environment = { ...accessKey, AWS_SESSION_TOKEN: 'a-token' };
  const own = await sent.authenticate(createAccess({ environment, now }));
  const given = await request({ provider: 'bedrock', places: { region: 'us-east-1' }, key: printed }).authenticate(
    createAccess({ now }),
  );
  expect(own).toMatchObject({ 'x-amz-security-token': 'a-token' });
  expect(own['authorization']).toContain('x-amz-security-token');
  expect(given).toEqual(own);
  expect(own['authorization']).toContain(`Signature=${expectedSignature(sent, own, 'us-east-1')}`);
});

test('BDR-010 a Bedrock API key is a bearer token', async () => {
  const headers = await request({
    provider: 'bedrock',
    places: { region: 'us-east-1' },
    key: 'bedrock-api-key-x',
  }).authenticate(createAccess());
  expect(headers).toEqual({ authorization: 'Bearer bedrock-api-key-x' });
});

test.each<readonly [string, Target]>([
  ['nothing', { provider: 'bedrock', places: { region: 'us-east-1' } }],
  ['JSON of another kind', { provider: 'bedrock', places: { region: 'us-east-1' }, key: '{"token":"x"}' }],
])('with %s there is no credential, and the error says what to do', async (_, target) => {
  const failed = await request(target)
    .authenticate(createAccess())
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ConfigError);
  expect(failed).toMatchObject({ code: 'missing-credential' });
});

test.each([
  ['a-key', { 'api-key': 'a-key' }],
  ['eyJhbGciOi.eyJhdWQi.c2lnbmF0dXJl', { authorization: 'Bearer eyJhbGciOi.eyJhdWQi.c2lnbmF0dXJl' }],
])('AZR-007 an API key of the resource, or an Entra token: %s', async (key, headers) => {
  const sent = request({ provider: 'azure', places: { resource: 'acme' }, key });
  expect(await sent.authenticate(createAccess())).toEqual(headers);
});

test('VTX-002 uses the given token, or fetches one once with the application default credentials', async () => {
  const target: Target = { provider: 'vertex', places: { project: 'acme' } };
  expect(await request({ ...target, key: 'ya29.given' }).authenticate(createAccess())).toEqual({
    authorization: 'Bearer ya29.given',
  });

  let asked = 0;
  const server = createServer((incoming, response) => {
    asked += 1;
    incoming.resume();
    const token = { access_token: `ya29.fetched-${asked}`, expires_in: 3600, token_type: 'Bearer' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const folder = temporaryFolder('vertex');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const subject = join(folder, 'subject');
  const file = join(folder, 'credentials.json');
  await writeFile(subject, 'a subject token');
  await writeFile(
    file,
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
      credential_source: { file: subject },
    }),
  );
  const access = createAccess({ environment: { GOOGLE_APPLICATION_CREDENTIALS: file } });
  const first = await request(target).authenticate(access);
  const second = await request(target).authenticate(access);
  expect([first, second, asked]).toEqual([
    { authorization: 'Bearer ya29.fetched-1' },
    { authorization: 'Bearer ya29.fetched-1' },
    1,
  ]);
});

test.each<readonly [string, Target, boolean, string]>([
  [
    'AZR-008',
    { provider: 'azure', places: { resource: 'acme' } },
    true,
    'https://acme.openai.azure.com/openai/v1/responses',
  ],
  [
    'AZR-005',
    {
      provider: 'azure',
      model: 'gpt-4.1',
      places: { resource: 'acme', apiVersion: '2024-10-21', deployment: 'my gpt' },
    },
    true,
    'https://acme.openai.azure.com/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21',
  ],
  [
    'AZR-008 dated',
    { provider: 'azure', places: { resource: 'acme', apiVersion: '2025-04-01-preview' } },
    true,
    'https://acme.openai.azure.com/openai/responses?api-version=2025-04-01-preview',
  ],
  [
    'AZR-005 an address with a version',
    { provider: 'azure', model: 'gpt-4.1', endpoint: 'https://acme.openai.azure.com/openai/v1' },
    false,
    'https://acme.openai.azure.com/openai/v1/chat/completions',
  ],
  [
    'VTX-001',
    { provider: 'vertex', model: 'gemini-2.5-pro', places: { project: 'p', location: 'us-central1' } },
    true,
    'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  ],
  [
    'VTX-001 Claude, without a region',
    { provider: 'vertex', model: 'claude-sonnet-4-5@20250929', places: { project: 'p' } },
    false,
    'https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict',
  ],
  [
    'BDR-012',
    { provider: 'bedrock', model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0', places: { region: 'eu-west-1' } },
    true,
    'https://bedrock-runtime.eu-west-1.amazonaws.com/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke-with-response-stream',
  ],
  [
    'CNV-001',
    { provider: 'bedrock', model: 'amazon.nova-pro-v1:0', places: { region: 'us-east-1' } },
    false,
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse',
  ],
])('%s URL', (_, target, stream, url) => {
  expect(prepareRequest({ contents, target, settings: { stream } }).url).toBe(url);
});

test.each<readonly [Target, object]>([
  [
    { provider: 'vertex', places: { project: 'p' }, model: 'claude-haiku-4-5@20251001' },
    { anthropic_version: 'vertex-2023-10-16', stream: true },
  ],
  [
    { provider: 'bedrock', model: 'anthropic.claude-haiku-4-5-20251001-v1:0', places: { region: 'us-east-1' } },
    { anthropic_version: 'bedrock-2023-05-31' },
  ],
])('VTX-006 VTX-007 BDR-011 BDR-012 fields in the body: %j', (target, expected) => {
  const { body } = prepareRequest({ contents, target, settings: { stream: true } });
  const { model, stream, anthropic_version } = body;
  expect({
    ...(model === undefined ? {} : { model }),
    ...(stream === undefined ? {} : { stream }),
    anthropic_version,
  }).toEqual(expected);
});
