import { providers } from '@interlock/wire';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../../src/process/clean-environment.ts';

const kept: readonly string[] = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'USER', 'SHELL', 'TERM', 'TMPDIR', 'SSH_AUTH_SOCK', 'GPG_TTY', 'NODE_OPTIONS'],
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'NPM_TOKEN', 'NODE_AUTH_TOKEN', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ...['OPENAI_BASE_URL', 'ANTHROPIC_MODEL', 'OLLAMA_HOST', 'INTERLOCK_RUN', 'INTERLOCK_RUNS', 'KEYBOARD', 'MONKEY'],
  ...['HTTP_PROXY', 'no_proxy', 'XAUTHORITY', 'TOKENIZERS_PARALLELISM', 'HF_HOME', '__proto__', 'constructor'],
];

const dropped: readonly string[] = [
  ...providers.flatMap(({ keyEnv }) => keyEnv),
  ...['ACME_API_KEY', 'API_KEY', 'OPENAI_API_KEY_2', 'OPENAI_APIKEY', 'openai_api_key', 'AZURE_OPENAI_KEY'],
  ...['ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'AWS_BEARER_TOKEN_BEDROCK', 'HF_TOKEN', 'ACME_AUTH_TOKEN'],
  ...['HUGGING_FACE_HUB_TOKEN', 'REPLICATE_API_TOKEN', 'GOOGLE_VERTEX_CREDENTIALS', 'LITELLM_MASTER_KEY', 'LLM_SECRET'],
  ...['CDPATH', 'INTERLOCK_API_KEY', 'INTERLOCK_DATABASE_URL', 'INTERLOCK_GATEWAY_TOKENS'],
];

const filled = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `value of ${name}`]));

test.for(kept)('keeps %s', (name) => {
  expect(cleanEnvironment(filled([name]))).toEqual(filled([name]));
});

test.for(dropped)('drops %s', (name) => {
  expect(cleanEnvironment(filled([name]))).toEqual({});
});

test('drops a variable that a credential is read from', () => {
  expect(cleanEnvironment(filled(['PATH', 'WORK_LOGIN']), ['WORK_LOGIN'])).toEqual(filled(['PATH']));
});

test('drops a copy of a key under another name, but not a short value that is equal by chance', () => {
  const key = 'sk-0123456789';
  const environment = { OPENAI_API_KEY: key, MINE: key, OLLAMA_API_KEY: 'none', MODE: 'none', PATH: '/bin' };
  expect(cleanEnvironment(environment)).toEqual({ MODE: 'none', PATH: '/bin' });
});

test.for<readonly [title: string, value: (key: string) => string]>([
  ['a header', (key) => `Authorization: Bearer ${key}`],
  ['a URL', (key) => `https://user:${encodeURIComponent(key)}@models.example/v1`],
  ['JSON', (key) => JSON.stringify({ provider: { key } })],
  ['several lines', (key) => `a=1\nkey=${key}\n`],
  ['base64', (key) => Buffer.from(key).toString('base64')],
  ['base64 of a user name and the key', (key) => `Basic ${Buffer.from(`me:${key}`).toString('base64')}`],
  ['base64 of a longer user name and the key', (key) => `Basic ${Buffer.from(`user:${key}:x`).toString('base64')}`],
])('drops a variable that contains a key: %s', ([, value]) => {
  const key = 'no known/shape+of=key-77';
  const environment = { WORK_LOGIN: `${key}\n`, OTHER: value(key), PATH: '/bin', HARMLESS: 'Authorization: none' };
  expect(cleanEnvironment(environment, ['WORK_LOGIN'])).toEqual({ PATH: '/bin', HARMLESS: 'Authorization: none' });
});

test('the path of a key file, and a key that is a word, drop nothing else', () => {
  const environment = {
    OPENAI_KEY_FILE: '/home/me',
    ACME_API_KEY: 'username',
    PATH: '/home/me/bin',
    HOME: '/home/username',
  };
  expect(cleanEnvironment(environment)).toEqual({ PATH: '/home/me/bin', HOME: '/home/username' });
});

test('ignores unset variables and does not change its input', () => {
  const environment = Object.freeze({ PATH: '/bin', GONE: undefined, OPENAI_API_KEY: 'sk' });
  expect(Object.keys(cleanEnvironment(environment))).toEqual(['PATH']);
});
