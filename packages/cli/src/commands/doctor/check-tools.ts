/** Custom tools, providers, commands, skills and agents: where each comes from, and which fail. They are loaded as the agent would load them. */
import type { Choice } from '../../agent/agent.ts';
import { checkRuleNames } from '../../agent/check-rule-names.ts';
import { listChoices, namedModel } from '../../agent/list-choices.ts';
import { loadExtensions } from '../../agent/load-extensions.ts';
import { loadOwnTools } from '../../agent/load-own-tools.ts';
import { type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import { CommandError } from '../../io/command-error.ts';
import type { Io } from '../../io/io.ts';
import type { OwnTools } from '../../own-tools/open-own-tools.ts';
import type { ToolFile } from '../../own-tools/tool-files.ts';
import { listNames } from '../../print/list-names.ts';
import type { StoreFlags } from '../../sessions/open-store.ts';
import type { Checkup } from './checkup.ts';

const what = 'tool';

/** Problems of the configuration are reported elsewhere. */
export async function checkTools(flags: StoreFlags, { env }: Io): Promise<readonly Checkup[]> {
  const loaded = await loadConfig({ flags, env }).catch(() => undefined);
  if (loaded === undefined) return [];
  const own = await loadOwnTools(loaded, env);
  await own?.close();
  const { tools = [], problems = [], offered = [] } = own ?? {};
  return [
    ...(await checkRules(loaded, own)),
    ...tools.map(({ tool, file }): Checkup => {
      const isOffered = offered.includes(tool);
      return {
        state: 'ok',
        what,
        found: `${tool.name}: ${file}${isOffered ? '' : ' (disabled by tools.disabled)'}`,
      };
    }),
    ...problems.map(({ where, text }): Checkup => ({ state: 'problem', what, found: where, fix: text })),
    ...loaded.providerProblems.map(
      ({ where, text }): Checkup => ({ state: 'problem', what: 'provider', found: where, fix: text }),
    ),
    ...ignoredFiles(loaded.toolFiles, what, loaded),
    ...ignoredFiles(loaded.providerFiles, 'provider', loaded),
    ...(await checkExtensions(loaded, env, own)),
  ];
}

/** Commands, skills and agents. */
async function checkExtensions(
  loaded: LoadedConfig,
  env: Io['env'],
  own: OwnTools | undefined,
): Promise<readonly Checkup[]> {
  const { values } = loaded.config;
  const named = (name: string): Choice | undefined =>
    listChoices(values, env).find((choice) => choice.name === name) ?? namedModel(name, values, env);
  const ownTools = (own?.tools ?? []).map(({ tool }) => tool.name);
  const { commands, skills, agents, problems } = await loadExtensions(loaded, { named, ownTools });
  const listed = (kind: string, names: readonly string[]): readonly Checkup[] =>
    names.length === 0 ? [] : [{ state: 'ok', what: kind, found: names.join(', ') }];
  return [
    ...listed(
      'commands',
      commands.map(({ name }) => `/${name}`),
    ),
    ...listed(
      'skills',
      skills.map(({ name }) => name),
    ),
    ...listed(
      'agents',
      agents.map(({ name }) => name),
    ),
    ...problems.map(({ where, text }): Checkup => ({ state: 'problem', what: 'extension', found: where, fix: text })),
    ...loaded.ignoredExtensions.map(
      (name): Checkup => ({ state: 'note', what: 'extension', found: `${name} is not loaded: ${whyIgnored(loaded)}.` }),
    ),
  ];
}

async function checkRules(loaded: LoadedConfig, own: OwnTools | undefined): Promise<readonly Checkup[]> {
  try {
    const warnings = await checkRuleNames(loaded, {}, own);
    return warnings.map((found): Checkup => ({ state: 'note', what: 'rule', found }));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const fix = 'Fix the file. The agent does not start until then.';
    return [{ state: 'problem', what: 'rule', found: error.message, fix }];
  }
}

function ignoredFiles(files: readonly ToolFile[], kind: string, loaded: LoadedConfig): readonly Checkup[] {
  return files.flatMap(({ path, isIgnored }): readonly Checkup[] =>
    isIgnored ? [{ state: 'note', what: kind, found: `${path} is not loaded: ${whyIgnored(loaded)}.` }] : [],
  );
}

function whyIgnored({ changed }: LoadedConfig): string {
  if (changed.length === 0) return 'the folder is not trusted';
  return `these are new or changed since the folder was trusted: ${listNames(changed)}`;
}
