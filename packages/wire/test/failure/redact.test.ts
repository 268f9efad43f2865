import { describe, expect, test } from 'vitest';
import { couldBeKey, holdsKey, presentable, redactKeys } from '../../src/failure/redact.ts';

describe('redactKeys', () => {
  test.for<readonly [text: string, clean: string]>([
    ['Incorrect API key provided: sk-proj-abc***1234.', 'Incorrect API key provided: [key].'],
    ['key sk-ant-api03-AbC_def-123456 is bad', 'key [key] is bad'],
    ['sk-or-v1-0123456789abcdef', '[key]'],
    ['AIzaSyA1234567890abcdefghijklmnopqrstuv', '[key]'],
    ['gsk_abcdefghijklmnop1234', '[key]'],
    ['xai-abcdefghijklmnop1234', '[key]'],
    ['authorization: Bearer abcdefghijklmnop.qrst', 'authorization: Bearer [key]'],
    ['https://x.test/v1?key=abc&alt=sse', 'https://x.test/v1?key=[key]&alt=sse'],
    ['{"x-api-key":"whatever-it-is"}', '{"x-api-key":"[key]"}'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc', '[key]'],
    ['two: sk-abcdefgh1 and sk-abcdefgh2', 'two: [key] and [key]'],
    // Keys that providers have shortened.
    ['Incorrect API key provided: https://*****************lETQ. You', 'Incorrect API key provided: [key]. You'],
    ['Incorrect API key provided: key_8Tjw********rtUb.', 'Incorrect API key provided: [key].'],
    ['Authentication Fails, Your api key: ****d5d2 is invalid', 'Authentication Fails, Your api key: [key] is invalid'],
    [
      'Received API Key = sk-...8aSP, Key Hash (Token) =0123456789abcdef01.',
      'Received API Key = [key], Key Hash (Token) =[key].',
    ],
    ['account org-1<ak-f94zcrj6ax1111aqsyq1> request', 'account org-1<[key]> request'],
    ["Consumer 'api_key:AIzaSyA0000000000000000000000000000000A' has", "Consumer 'api_key:[key]' has"],
    [
      'Invalid proxy server token passed. key=1234567890 not found',
      'Invalid proxy server token passed. key=[key] not found',
    ],
    ['Invalid API key: my-own-key-1', 'Invalid API key: [key]'],
    // Not keys.
    ['Invalid API key: Authentication failed', 'Invalid API key: Authentication failed'],
    ['**bold** and *** a rule', '**bold** and *** a rule'],
    ['api_key: required', 'api_key: required'],
    ['break-0123456789abcdef0123', 'break-0123456789abcdef0123'],
    ['a risk-assessment task-1234567890, sk-learn-pipelines', 'a risk-assessment task-1234567890, sk-learn-pipelines'],
    ['Bearer authentication is required', 'Bearer authentication is required'],
    [
      'messages.1.content.0: tool_use ids toolu_01G2Q9aJ8Jgeu5B9pMBxB3Jn',
      'messages.1.content.0: tool_use ids toolu_01G2Q9aJ8Jgeu5B9pMBxB3Jn',
    ],
    [
      'req_011CSHoEeqs5C35K2UUqR7Fy call_jJATmoUduQWxi4tRwcQjsodM',
      'req_011CSHoEeqs5C35K2UUqR7Fy call_jJATmoUduQWxi4tRwcQjsodM',
    ],
  ])('%s', ([text, clean]) => {
    expect(redactKeys(text)).toBe(clean);
  });

  test('removes the caller’s own key in every form', () => {
    const key = 'my "own"/key+=';
    const text = `raw ${key}, JSON ${JSON.stringify(key)}, address ${encodeURIComponent(key)}, again ${key}`;
    expect(redactKeys(text, [key])).toBe('raw [key], JSON "[key]", address [key], again [key]');
  });

  test.each(['', 'a', 'ab', 'user:'])('removes it from base64, also behind "%s"', (before) => {
    const key = 'Ünusual-key??>>~~0123';
    for (const coding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${key}:more`).toString(coding);
      const clean = redactKeys(`Basic ${text}`, [key]);
      expect([clean.includes('[key]'), clean.replace('[key]', '').length <= 6 + before.length * 2 + 12]).toEqual([
        true,
        true,
      ]);
    }
  });

  test('keeps a placeholder', () => {
    expect(redactKeys('ollama: model not found', ['ollama'])).toBe('ollama: model not found');
    expect(redactKeys('nothing', [''])).toBe('nothing');
  });
});

describe('presentable', () => {
  test('removes the key before it truncates', () => {
    expect(presentable('0123456789 abcdefgh', 15, ['abcdefgh'])).toBe('0123456789 [ke…');
    expect(presentable('a\tb\nc\u001b[31m\u0085', 20)).toBe('a\tb\nc [31m');
    expect(presentable('ab😀', 4)).toBe('ab😀');
    expect(presentable('ab😀d', 4)).toBe('ab…');
  });
});

test.each([
  ['a key in no known format', '0a1b2c3d4e5f60718293a4b5c6d7e8f9', true],
  ['a key of z.ai', '0a1b2c3d4e5f60718293a4b5c6d7e8f9.Ab12Cd34Ef56Gh78', true],
  ['a key with an underscore', 'Zx9_0a1b2c3d4e5f60718293a4b5c6d7e8f9', true],
  ['a UUID', '123e4567-e89b-12d3-a456-426614174000', true],
  ['a relative path with a digest', 'keys/0a1b2c3d4e5f60718293a4b5c6d7e8f9', true],
  ['a key in a known format', `sk-proj-${'a1'.repeat(12)}`, true],
  ['a long name', 'MY_COMPANY_ANTHROPIC_API_KEY_PRODUCTION_EU', false],
  ['a long name with a number', 'MY_COMPANY_ANTHROPIC_API_KEY_PRODUCTION_EU_2', false],
  ['a long name in one word', 'MYCOMPANYANTHROPICAPIKEY2025', false],
  ['a long name in mixed case', 'AnthropicApiKeyOfProduction2', false],
  ['a path with a number', 'secrets/anthropic-2025/production.key', false],
  ['a path with a digest', '/nix/store/0c5k3n4l9s8d7f6g5h4j3k2l1m0n9b8v-keys/anthropic', false],
  ['a path with a name that begins like a key', '~/keys/sk-anthropic-2025.txt', false],
  ['a path in this folder', './sk-anthropic-2025.txt', false],
  ['a path above', '../0a1b2c3d4e5f60718293a4b5c6d7e8f9', false],
  ['a path of Windows', 'C:\\keys\\sk-anthropic-2025.txt', false],
])('couldBeKey: %s', (_, text, expected) => {
  expect(couldBeKey(text)).toBe(expected);
});

test.each([
  ['an OpenAI key', `my key is sk-${'a1'.repeat(12)}`, true],
  ['a token for a gateway', `ilk_${'a1'.repeat(12)}`, true],
  ['a GitLab token', `glpat-${'a1'.repeat(12)}`, true],
  ['a Slack token', 'xoxb-1234567890-abc', true],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----', true],
  ['a database name', 'pk_organisation_members_index', false],
  ['asterisks around a word', '**** look ****', false],
  ['text about keys', 'Where is my API key? It begins with sk-', false],
])('holdsKey: %s', (_, text, expected) => {
  expect(holdsKey(text)).toBe(expected);
});
