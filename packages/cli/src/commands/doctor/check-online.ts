/** Whether providers answer and MCP servers start: each is really contacted, as the agent would. */

import { openAgentSandbox } from '../../agent/agent-sandbox.ts';
import { noEditor } from '../../agent/editor-parts.ts';
import { openServers } from '../../agent/open-servers.ts';
import { tryTarget } from '../../agent/try-target.ts';
import { type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import { targetOf } from '../../config/name-target.ts';
import { defaultModelOf } from '../../config/provider-entry.ts';
import { messageOf } from '../../io/command-error.ts';
import type { Io } from '../../io/io.ts';
import type { StoreFlags } from '../../sessions/open-store.ts';
import type { Checkup } from './checkup.ts';
import { type FoundKey, findKeys } from './find-keys.ts';

/** Problems of the configuration are reported elsewhere. */
export async function checkOnline(flags: StoreFlags, { env }: Io): Promise<readonly Checkup[]> {
  const loaded = await loadConfig({ flags, env }).catch(() => undefined);
  if (loaded === undefined) return [];
  const keys = findKeys(loaded.config.values, env);
  const asked = await Promise.all(keys.map((key) => askProvider(key, loaded, env)));
  return [...asked, ...(await startServers(loaded, env))];
}

async function askProvider({ entry, from }: FoundKey, { config }: LoadedConfig, env: Io['env']): Promise<Checkup> {
  const what = 'provider';
  const model = defaultModelOf(entry);
  if (model === undefined)
    return {
      state: 'note',
      what,
      found: `${entry.name}: no model to test it with is known.`,
      fix: 'Name one under models.',
    };
  const name = `${entry.name}/${model}`;
  try {
    const failed = await tryTarget(targetOf(entry, model, config.values), env);
    if (failed === undefined) return { state: 'ok', what, found: `${name} answers.` };
    if (failed.late) return { state: 'problem', what, found: `${name} ${failed.why}` };
    return { state: 'problem', what, found: `${name}: ${failed.why}`, fix: `Its key is from ${from}.` };
  } catch (error) {
    return { state: 'problem', what, found: `${name}: ${messageOf(error)}` };
  }
}

async function startServers(loaded: LoadedConfig, env: Io['env']): Promise<readonly Checkup[]> {
  const sandbox = await openAgentSandbox(loaded, env, []);
  const servers = openServers(loaded, env, sandbox, { editor: noEditor });
  try {
    await servers?.start();
    return (servers?.status() ?? []).map(({ server, state, why = '' }): Checkup => {
      const what = 'MCP server';
      if (state === 'ready') return { state: 'ok', what, found: `${server} has started.` };
      if (state === 'off') return { state: 'note', what, found: `${server} is disabled.` };
      return {
        state: 'problem',
        what,
        found: `${server}: ${why === '' ? state : why}`,
        fix: why.includes(' mcp login ') ? 'Then try again.' : 'Look at mcp in the configuration.',
      };
    });
  } finally {
    await servers?.close();
    await sandbox.close();
  }
}
