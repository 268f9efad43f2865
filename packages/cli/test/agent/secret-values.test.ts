import { expect, test } from 'vitest';
import { secretValues } from '../../src/agent/secret-variables.ts';
import type { Config } from '../../src/config/config.ts';

test.for<readonly [what: string, env: Readonly<Record<string, string>>, config: Config, secrets: readonly string[]]>([
  ['none', { HOME: '/home/somebody', PATH: '/usr/bin:/bin' }, {}, []],
  ['a variable of a provider', { OPENAI_API_KEY: 'hush-hush' }, {}, ['hush-hush']],
  ['a variable that the configuration names', { ODD: 'hush-hush' }, { profiles: { a: { env: 'ODD' } } }, ['hush-hush']],
  ['one that is written down', {}, { profiles: { a: { key: 'hush-hush' } } }, ['hush-hush']],
  [
    'a token of a provider',
    {},
    { providers: { openai: { credentials: [{ token: 'hush-hush', refresh: 'renew it' }, 'a'] } } },
    ['hush-hush'],
  ],
  ['a file or a command holds it, and not the configuration', {}, { profiles: { a: { file: '~/key-file' } } }, []],
  ['what is too short for one', { OPENAI_API_KEY: 'none' }, { profiles: { a: { key: 'short' } } }, []],
])('%s', async ([, env, config, secrets]) => {
  expect(await secretValues(env, config)).toEqual(secrets);
});
