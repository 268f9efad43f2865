/** Route configurations: what valid ones become, and the errors of invalid ones. */
import { ConfigError } from '@interlock/wire';
import { expect, test } from 'vitest';
import { readRoute } from '../../src/route/read-route.ts';
import type { RouteConfig, RouteTarget } from '../../src/route/route.ts';

const environment = { OPENAI_API_KEY: 'sk-a', GOOGLE_API_KEY: 'g-b', ANTHROPIC_API_KEY: 'c' };

const failover = (...targets: readonly RouteTarget[]): RouteConfig => ({ policy: 'failover', targets });

/** The parts of each candidate that the configuration determines. */
const seen = (config: RouteConfig, variables: Readonly<Record<string, string>> = environment) =>
  readRoute(config, variables)
    .flat()
    .map(({ targetIndex, name, account, target, destination }) => ({
      targetIndex,
      name,
      account,
      named: target.account,
      at: destination.endpoint,
    }));

test('without credentials uses the first usual variable that is set; needs no key if none is required', () => {
  const config = failover({ provider: 'openai' }, { provider: 'gemini' }, { provider: 'ollama', model: 'qwen3' });
  expect(seen(config)).toEqual([
    { targetIndex: 0, name: 'openai/gpt-5.6-terra', account: 'env:OPENAI_API_KEY', at: 'https://api.openai.com/v1' },
    {
      targetIndex: 1,
      name: 'google/gemini-3.1-pro-preview',
      account: 'env:GOOGLE_API_KEY',
      at: 'https://generativelanguage.googleapis.com/v1beta',
    },
    { targetIndex: 2, name: 'ollama/qwen3', account: 'none', at: 'http://127.0.0.1:11434' },
  ]);
});

test('account names are stable and contain no secret; equal secrets have equal names', () => {
  const config = failover(
    {
      provider: 'openai',
      name: 'work',
      credentials: [
        { env: 'WORK_KEY' },
        { file: '~/.keys/openai' },
        { command: 'pass show openai' },
        { key: 'sk-one' },
        { key: 'sk-two' },
        { token: 't-one', refresh: 'refresh-it' },
        { key: 'sk-three', account: 'spare' },
      ],
    },
    { provider: 'openai', name: 'home', credentials: [{ key: 'sk-two' }] },
  );
  const names = seen(config).map(({ name, account, named }) => [name, account, named]);
  expect(names).toEqual([
    ...['env:WORK_KEY', 'file:~/.keys/openai', 'command:5cf3336a', 'key:1', 'key:2', 'token:1', 'spare'].map(
      (account) => ['work', account, account],
    ),
    // A single credential without a name is the provider's default account.
    ['home', 'key:2', undefined],
  ]);
});

test('uses a URL from the environment; the configuration takes precedence', () => {
  const there = { ...environment, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const config = failover({ provider: 'openai' }, { provider: 'openai', name: 'b', endpoint: 'https://b.example/v1' });
  expect(seen(config, there).map(({ at }) => at)).toEqual(['http://127.0.0.1:9/v1', 'https://b.example/v1']);
});

const openai: RouteTarget = { provider: 'openai' };
/** A configuration as it may come from a file, without type checks. */
const raw = (config: unknown): RouteConfig => config as RouteConfig;

const wrong: readonly (readonly [string, RouteConfig, string, string])[] = [
  ['nothing', raw(undefined), 'invalid-route', 'The route has no targets.'],
  ['no targets', raw({ policy: 'fixed' }), 'invalid-route', 'The route has no targets.'],
  ['empty targets', failover(), 'invalid-route', 'The route has no targets.'],
  ['a policy', raw({ policy: 'random', targets: [openai] }), 'invalid-route', 'The `policy` of the route is unknown.'],
  ['two fixed', { policy: 'fixed', targets: [openai, openai] }, 'invalid-route', 'A fixed route has one target.'],
  [
    'failover',
    raw({ policy: 'failover', targets: [openai], failover: 'never' }),
    'invalid-route',
    'The `failover` of the route is unknown.',
  ],
  [
    'a provider',
    failover(openai, { provider: 'opnai' }),
    'unknown-provider',
    'Target 2 of the route: Unknown provider "opnai".',
  ],
  [
    'a URL in the environment',
    failover({ provider: 'qwen' }),
    'invalid-endpoint',
    'Target 1 of the route, at the address in DASHSCOPE_BASE_URL: The `endpoint` is not a base URL.',
  ],
  [
    'no model',
    failover({ provider: 'openai-compatible', endpoint: 'http://127.0.0.1:8000/v1' }),
    'missing-model',
    'Target 1 of the route: openai-compatible has no default model.',
  ],
  ['a repeated name', failover(openai, openai), 'invalid-route', 'Two targets are called "openai/gpt-5.6-terra".'],
  [
    'a repeated account',
    failover({ ...openai, credentials: [{ env: 'A' }, { env: 'A' }] }),
    'invalid-route',
    'Two credentials of the target "openai/gpt-5.6-terra" are called "env:A".',
  ],
  [
    'a target',
    raw({ policy: 'failover', targets: ['openai'] }),
    'invalid-route',
    'Target 1 of the route is not an object.',
  ],
  [
    'a key in the wrong place',
    raw({ policy: 'fixed', targets: [{ provider: 'openai', key: 'sk-secret' }] }),
    'invalid-route',
    'Target 1 of the route has its own `key` or `account`.',
  ],
  [
    'no credentials',
    failover({ ...openai, credentials: [] }),
    'invalid-route',
    'Target 1 of the route has empty `credentials`.',
  ],
  [
    'two kinds in one',
    raw(failover({ ...openai, credentials: [{ env: 'A', file: 'b' }] as never })),
    'invalid-route',
    'A credential of the target "openai/gpt-5.6-terra" must have exactly one kind.',
  ],
  [
    'an empty key',
    failover({ ...openai, credentials: [{ key: ' ' }] }),
    'invalid-route',
    'The `key` of a credential of the target "openai/gpt-5.6-terra" must be a string.',
  ],
  [
    'a token alone',
    raw(failover({ ...openai, credentials: [{ token: 'sk-secret' }] as never })),
    'invalid-route',
    'A credential of the target "openai/gpt-5.6-terra" is a token without `refresh`.',
  ],
  [
    'no variable set',
    failover({ provider: 'xai', model: 'a' }, { provider: 'groq', model: 'b' }),
    'missing-credential',
    'There is no key for xai/a, groq/b.',
  ],
  ...[0, -1, 1.5, 101, Number.NaN, raw('2') as never].map(
    (weight) =>
      [
        `weight ${weight}`,
        failover({ ...openai, weight }),
        'invalid-route',
        'The `weight` of the route is invalid.',
      ] as const,
  ),
  ...[-1, Number.POSITIVE_INFINITY].map(
    (maxWaitMs) =>
      [
        `maxWaitMs ${maxWaitMs}`,
        { ...failover(openai), maxWaitMs },
        'invalid-route',
        'The `maxWaitMs` of the route is invalid.',
      ] as const,
  ),
  [
    'maxRetries',
    { ...failover(openai), maxRetries: 101 },
    'invalid-route',
    'The `maxRetries` of the route is invalid.',
  ],
  ['a name', failover({ ...openai, name: 'a\u001b[2J' }), 'invalid-route', 'The `name` of target 1 is invalid.'],
];

test.each(wrong)('rejects: %s', (_, config, code, what) => {
  const variables = { ...environment, DASHSCOPE_BASE_URL: 'https://me:secret@example.org/v1' };
  let error: unknown;
  try {
    readRoute(config, variables);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ConfigError);
  expect(error).toMatchObject({ code, what });
  expect(String(error)).not.toContain('secret');
});

test('one missing credential does not invalidate a route that has another', () => {
  expect(seen(failover({ provider: 'xai' }, openai)).map(({ account }) => account)).toEqual([
    'env:XAI_API_KEY',
    'env:OPENAI_API_KEY',
  ]);
});
