import { expect, test } from 'vitest';
import { secretValues } from '../../src/agent/secret-variables.ts';
import type { Config } from '../../src/config/config.ts';

test.for<readonly [what: string, env: Readonly<Record<string, string>>, config: Config, secrets: readonly string[]]>([
  ['none', { HOME: '/home/somebody', PATH: '/usr/bin:/bin' }, {}, []],
  ['a provider’s variable', { OPENAI_API_KEY: 'hush-hush' }, {}, ['hush-hush']],
  ['a variable named in the configuration', { ODD: 'hush-hush' }, { profiles: { a: { env: 'ODD' } } }, ['hush-hush']],
  ['a literal value', {}, { profiles: { a: { key: 'hush-hush' } } }, ['hush-hush']],
  [
    'a provider’s token',
    {},
    { providers: { openai: { credentials: [{ token: 'hush-hush', refresh: 'renew it' }, 'a'] } } },
    ['hush-hush'],
  ],
  ['a file or a command has it, not the configuration', {}, { profiles: { a: { file: '~/key-file' } } }, []],
  ['too short for a key', { OPENAI_API_KEY: 'none' }, { profiles: { a: { key: 'short' } } }, []],
])('%s', async ([, env, config, secrets]) => {
  expect(await secretValues(env, config)).toEqual(secrets);
});
