/** An agent that is started in a home folder, where its own files are, can neither read keys there nor give itself permissions. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { runCli } from '../run-cli.ts';

const secret = 'written-down-key-1';
const calls: readonly (readonly [tool: string, args: Readonly<Record<string, string>>, said: RegExp])[] = [
  ['read_file', { path: 'config/interlock/config.json' }, /denies/],
  ['read_file', { path: 'config/../config/interlock/config.json' }, /denies/],
  ['read_file', { path: 'link/config.json' }, /denies/],
  ['read_file', { path: 'keys/*mistral' }, /denies/],
  ['list_files', { path: 'state/interlock' }, /denies/],
  ['search_files', { pattern: 'written-down' }, /^notes\.txt:1: written-down, but no key$/m],
  ['search_files', { pattern: 'written-down', path: 'config' }, /^No |left out/],
  ['write_file', { path: 'config/interlock/tools/evil.mjs', content: 'evil()' }, /denies/],
  ['write_file', { path: 'config/interlock/config.json', content: '{}' }, /denies/],
  ['write_file', { path: 'state/interlock/trust/evil.json', content: '{}' }, /denies/],
  ['edit_file', { path: 'link/config.json', old_text: '{', new_text: '' }, /denies/],
  ['write_file', { path: 'config/other.json', content: '{}' }, /^Created/],
];

let provider: ScriptedProvider;
let home = '';
const put = (name: string, text: string): void => {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

beforeAll(async () => {
  provider = await startProvider(script([{ call: calls.map(([tool, args]) => ({ tool, args })) }, { say: 'Done.' }]));
  home = provider.env['HOME'] ?? '';
  const profiles = { written: { key: secret }, filed: { file: '~/keys/*mistral' } };
  put('config/interlock/config.json', JSON.stringify({ profiles }));
  put('keys/*mistral', secret);
  put('notes.txt', 'written-down, but no key');
  symlinkSync(join(home, 'config', 'interlock'), join(home, 'link'));
});
afterAll(() => provider.close());

test('hold whatever the rules allow', async () => {
  const allowed = ['--allow', 'write_file', '--allow', 'edit_file', '--allow', 'kind:read'];
  const args = ['--cwd', home, '-p', 'go', '--output-format', 'stream-json', ...allowed];
  const { code, stdout } = await runCli(args, { env: provider.env, stdin: '' });
  const results = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'tool-result')
    .map(({ name, result, partial, error }) => ({ name, text: String(result ?? partial ?? error) }));
  expect(code).toBe(0);
  expect(results).toEqual(calls.map(([name, , said]) => ({ name, text: expect.stringMatching(said) })));
  expect(stdout + JSON.stringify(provider.seen)).not.toContain(secret);
  expect(readFileSync(join(home, 'config/interlock/config.json'), 'utf8')).toContain(secret);
  expect([existsSync(join(home, 'config/interlock/tools')), existsSync(join(home, 'state/interlock/trust'))]).toEqual([
    false,
    false,
  ]);
});
