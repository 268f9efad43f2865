/** Hooks of the configuration: which apply, that they add up, and what `-p` reports. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unknownHookTools } from '../../src/agent/session-hooks.ts';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { testHomes } from '../config/test-home.ts';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';

const newHome = testHomes();
const mine = { command: 'mine' };
const theirs = { command: 'theirs', tools: ['write_file'] };

test.for<readonly [trust: boolean, hooks: Config['hooks'], ignored: readonly string[]]>([
  [false, { beforeTool: [mine] }, ['hooks.beforeTool: it runs commands', 'hooks.afterTurn: it runs commands']],
  [true, { beforeTool: [mine, theirs], afterTurn: [{ command: 'ends' }] }, []],
])('with trust: %s', async ([trust, hooks, ignored]) => {
  const home = newHome();
  home.write(home.userFile, { hooks: { beforeTool: [mine] } });
  home.write(home.projectFile, { hooks: { beforeTool: [theirs], afterTurn: [{ command: 'ends' }] } });
  const { config } = await loadConfig({ flags: { cwd: home.project, trust }, env: home.env() });
  expect([config.values.hooks, config.files.find(({ kind }) => kind === 'project')?.ignored]).toEqual([hooks, ignored]);
});

test('reports a name that no tool has', () => {
  const hooks = {
    beforeTool: [{ command: 'x', tools: ['write_fil', 'mcp__a__b', 'kind:write', 'read_*', 'write_file'] }],
  };
  expect(unknownHookTools({ hooks }, ['write_file'])).toEqual([
    'hooks.beforeTool: there is no tool "write_fil". Did you mean "write_file"?',
  ]);
});

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startProvider(
    script([
      { when: { of: 'write_file' }, say: 'Then not.' },
      { call: [{ tool: 'write_file', args: { path: 'new.txt', content: 'x' } }] },
    ]),
  );
});
afterAll(() => provider.close());

async function configure(path: string, config: Config): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(config));
}

test('in -p: reports a veto on standard error and in the events; an untrusted project has no hooks', async () => {
  const project = join(provider.workspace, '.interlock', 'config.json');
  await configure(project, { hooks: { beforeTool: [{ command: 'echo Frozen.; exit 1', tools: ['kind:write'] }] } });
  const args = ['--allow', 'write_file', '-p', 'write', '--output-format', 'stream-json'];
  const guarded = await provider.run(['--trust', ...args]);
  expect([guarded.code, existsSync(join(provider.workspace, 'new.txt'))]).toEqual([0, false]);
  expect(guarded.stderr).toContain('A hook stopped it (echo Frozen.; exit 1): Frozen.');
  const events = guarded.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.find(({ type }) => type === 'hook')).toEqual({
    type: 'hook',
    on: 'before-tool',
    command: 'echo Frozen.; exit 1',
    outcome: 'vetoed',
    text: 'Frozen.',
    callId: expect.any(String),
  });
  await rm(join(provider.env['XDG_STATE_HOME'] ?? '', 'interlock', 'trust'), { recursive: true });
  const free = await provider.run(args);
  expect([free.code, existsSync(join(provider.workspace, 'new.txt'))]).toEqual([0, true]);
});
