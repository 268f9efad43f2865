/** The options of sessions: a limit on calls counts as set only if someone has set it, even to the default. */
import { expect, test } from 'vitest';
import { openAgentSandbox } from '../../src/agent/agent-sandbox.ts';
import { noEditor } from '../../src/agent/editor-parts.ts';
import { sessionSetup } from '../../src/agent/session-setup.ts';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { testHomes } from '../config/test-home.ts';

const newHome = testHomes();

test.each<[what: string, config: Config, limits: object]>([
  ['no setting', {}, { steps: 100, repeats: 5, parallel: 8 }],
  [
    'the default',
    { limits: { toolTimeoutMs: 120_000 } },
    { steps: 100, repeats: 5, parallel: 8, toolTimeoutMs: 120_000 },
  ],
  [
    'another value',
    { limits: { toolTimeoutMs: 5_000 } },
    { steps: 100, repeats: 5, parallel: 8, toolTimeoutMs: 5_000 },
  ],
])('%s', async (_, config, limits) => {
  const home = newHome();
  home.write(home.userFile, { ...config, tools: { confine: 'off' } });
  const env = home.env({});
  const loaded = await loadConfig({ flags: { cwd: home.project }, env });
  const sandbox = await openAgentSandbox(loaded, env, []);
  expect((await sessionSetup(loaded, env, {}, { sandbox, alsoAllowed: [], editor: noEditor })).limits).toEqual(limits);
});
