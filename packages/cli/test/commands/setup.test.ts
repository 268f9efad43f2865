/** `interlock setup` stores a key that works where only the user can read it, and no other. It never shows one. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startAll } from '@interlock/simulators';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { runCli } from '../run-cli.ts';

let simulators: Awaited<ReturnType<typeof startAll>>;
beforeAll(async () => {
  simulators = await startAll({ names: ['anthropic'] });
});
afterAll(() => simulators.close());

function home() {
  const folder = temporaryFolder('setup');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { url, key } = simulators.of('anthropic');
  const config = join(folder, 'config/interlock');
  const env = {
    ...{ HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_STATE_HOME: join(folder, 'state') },
    ...{ PATH: process.env['PATH'] ?? '', ANTHROPIC_BASE_URL: url },
  };
  return { folder, config, key, env };
}

test('checks the key, stores it in its own file, and uses it from then on; keeps comments in the configuration', async () => {
  const { config, key, env } = home();
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'config.json'), '{\n  // mine\n  "tools": { "network": true }\n}\n', { mode: 0o600 });
  const { code, stdout, stderr } = await runCli(['setup', '--provider', 'anthropic'], { stdin: `${key}\n`, env });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^anthropic\/\S+ answers\. Its key is in .*keys\/anthropic, readable by you alone\.\nStart with: /,
  );
  expect(`${stdout}${stderr}`).not.toContain(key);
  const file = join(config, 'keys/anthropic');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${key}\n`, 0o600]);
  const text = readFileSync(join(config, 'config.json'), 'utf8');
  expect([text.includes('// mine'), text.includes(key), text.includes(JSON.stringify(file))]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await runCli(['-p', 'hello'], { stdin: '', env })).code).toBe(0);
});

test('stores a keyring command as a command', async () => {
  const { config, key, env } = home();
  const command = `echo ${key}`;
  const { code } = await runCli(['setup', '--provider', 'anthropic', '--key-command', command], { stdin: '', env });
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(join(config, 'config.json'), 'utf8'))).toEqual({
    providers: { anthropic: { credentials: [{ command }] } },
  });
});

test.each<readonly [string, readonly string[], string, number, RegExp]>([
  ['a rejected key', ['--provider', 'anthropic'], 'sk-ant-wrong\n', 1, /did not answer: .*\nNothing was saved\.$/],
  ['no key at all', ['--provider', 'anthropic'], '', 2, /Nothing was saved/],
  ['an unreachable provider', ['--provider', 'antropic'], 'x', 2, /Did you mean "anthropic"\?/],
  ['no terminal', [], 'x', 2, /setup needs a terminal/],
])('%s: stores nothing', async (_, args, stdin, code, message) => {
  const { folder, env } = home();
  const outcome = await runCli(['setup', ...args], { stdin, env });
  expect([outcome.code, `${outcome.stdout}${outcome.stderr}`.trim()]).toEqual([code, expect.stringMatching(message)]);
  expect(await readdir(folder)).toEqual([]);
});
