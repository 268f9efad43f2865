/** The models of `serve --offline`: every provider family as a simulator on this machine, with the scripted model. */
import type { ModelDirectory } from '@interlock/gateway';
import type { LoadedConfig } from '../config/load-config.ts';
import { createDemoModel } from '../demo/demo-model.ts';
import { families, type StartedFamily, startFamilies } from '../demo/families.ts';
import { makeScratchProject } from '../demo/scratch-project.ts';

export interface OfflineModels {
  readonly models: ModelDirectory;
  close(): Promise<void>;
}

export async function openOfflineModels(): Promise<OfflineModels> {
  const scratch = await makeScratchProject();
  const started = await startFamilies(families, { modelOf: ({ name }) => createDemoModel(name, scratch.folder) });
  return {
    models: directoryOf(started.all),
    close: async () => {
      await started.close();
      await scratch.remove();
    },
  };
}

/** The same names, without simulators. */
export const offlineModelNames: ModelDirectory = directoryOf(
  families.map((family) => ({ ...family, target: { provider: family.provider, model: family.model } })),
);

/** A client that names none of them, for example by its own default model, gets the first. */
function directoryOf(all: readonly StartedFamily[]): ModelDirectory {
  const named = (wanted: string): StartedFamily | undefined =>
    all.find(({ name, model, provider }) => [name, model, provider].includes(wanted));
  return { find: (name) => (named(name) ?? all[0])?.target, list: () => all.map(({ name }) => name) };
}

/** The configuration without everything that would be contacted: no database, and no span collector. */
export function offlineGatewayConfig(loaded: LoadedConfig): LoadedConfig {
  const { sessions: _store, gateway, ...values } = loaded.config.values;
  const { postgresEnv: _database, otlpEndpoint: _collector, ...own } = gateway ?? {};
  return { ...loaded, config: { ...loaded.config, values: { ...values, gateway: own } } };
}
