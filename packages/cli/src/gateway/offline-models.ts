/** The models of `serve --offline`: every provider family as a simulator on this machine, with the scripted model. */
import { type ModelDirectory, matchesPattern } from '@interlock/gateway';
import type { RouteTarget } from '@interlock/runtime';
import type { Config } from '../config/config.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { createClientModel } from '../demo/client-model.ts';
import { families, type StartedFamily, startFamilies } from '../demo/families.ts';
import type { Io } from '../io/io.ts';
import { gatewayModels } from './gateway-models.ts';

export interface OfflineModels {
  readonly models: ModelDirectory;
  close(): Promise<void>;
}

export async function openOfflineModels(config: Config, env: Io['env']): Promise<OfflineModels> {
  const started = await startFamilies(families, { modelOf: ({ name }) => createClientModel(name) });
  return { models: withConfigured(directoryOf(started.all), config, env), close: started.close };
}

/** The same names, without simulators. */
export const offlineModelNames: ModelDirectory = directoryOf(
  families.map((family) => ({ ...family, target: { provider: family.provider, model: family.model } })),
);

/** A client that names none of them, for example by its own default model, gets the first. */
function directoryOf(all: readonly StartedFamily[]): OfflineDirectory {
  const named = (wanted: string): StartedFamily | undefined =>
    all.find(({ name, model, provider }) => [name, model, provider].includes(wanted));
  return { find: (name) => (named(name) ?? all[0])?.target, list: () => all.map(({ name }) => name) };
}

interface OfflineDirectory extends ModelDirectory {
  find(name: string): RouteTarget | undefined;
}

/** Routes, models and aliases of the configuration work, too, with the simulator of each target's provider. */
function withConfigured(offline: OfflineDirectory, config: Config, env: Io['env']): ModelDirectory {
  const { models = {}, routes = {}, gateway: { aliases = {} } = {} } = config;
  const isConfigured = (name: string): boolean =>
    Object.hasOwn(models, name) ||
    Object.hasOwn(routes, name) ||
    Object.keys(aliases).some((pattern) => matchesPattern(pattern, name));
  // Of a configured target, nothing is used that could leave this machine.
  const simulated = ({ provider, model = '', name, weight = 1 }: RouteTarget): readonly RouteTarget[] => {
    const family = typeof provider === 'string' ? provider : provider.name;
    const found = offline.find(family);
    return found === undefined ? [] : [{ ...found, name: name ?? `${family}/${model}`, weight }];
  };
  return {
    ...offline,
    find: (name) => {
      const found = isConfigured(name) ? gatewayModels(config, env).find(name) : undefined;
      if (found === undefined) return offline.find(name);
      return 'targets' in found ? { ...found, targets: found.targets.flatMap(simulated) } : simulated(found)[0];
    },
  };
}

/** The configuration without everything that would be contacted: no database, and no span collector. */
export function offlineGatewayConfig(loaded: LoadedConfig): LoadedConfig {
  const { sessions: _store, gateway, ...values } = loaded.config.values;
  const { postgresEnv: _database, otlpEndpoint: _collector, ...own } = gateway ?? {};
  return { ...loaded, config: { ...loaded.config, values: { ...values, gateway: own } } };
}
