/** The providers of the configuration and the environment. */
import { join } from 'node:path';
import { createRoute } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import type { LoadedConfig } from '../config/load-config.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { openStores } from '../sessions/open-stores.ts';
import type { Agent, Choice } from './agent.ts';
import { configuredTarget, type FirstTarget, firstWithKey, localTarget, noTarget } from './default-target.ts';
import { listChoices, namedModel } from './list-choices.ts';
import { LocalModels } from './local-models.ts';
import { isFirstRun, noticesOf } from './notices.ts';
import type { TargetSource } from './target-source.ts';

/** Throws a `CommandError` if there is no target. */
export async function configuredTargets(
  loaded: LoadedConfig,
  env: Io['env'],
  interactive: boolean,
): Promise<TargetSource> {
  const { values } = loaded.config;
  const local = new LocalModels(loaded, env);
  const first = await chooseFirst(loaded, env, local);
  checkRoute(first, env);
  const firstRun = await isFirstRun(loaded);
  const choices = (): Agent['choices'] => listChoices(values, env, local.known);
  const named = (name: string): Choice | undefined =>
    choices().find((choice) => choice.name === name) ?? namedModel(name, values, env);
  return {
    first,
    choices,
    named,
    namedByAgent: named,
    isListOnly: false,
    options: {},
    folders: [],
    openStores: (isStored) => openStores(loaded, env, isStored),
    historyFile: join(loaded.folders.state, 'history'),
    keepsPermissions: true,
    notices: (more) => noticesOf({ loaded, first, firstRun, more, interactive }, env),
    search: () => void local.ask(),
    close: async () => local.stop(),
  };
}

async function chooseFirst(loaded: LoadedConfig, env: Io['env'], local: LocalModels): Promise<FirstTarget> {
  const named = configuredTarget(loaded, env) ?? firstWithKey(loaded, env);
  if (named !== undefined) return named;
  const found = localTarget(loaded, env, await local.ask());
  if (found !== undefined) return found;
  throw noTarget(loaded, env, await local.address());
}

/** Reports an invalid target before anything is opened, and where it was named. */
function checkRoute({ to, name, origin }: FirstTarget, env: Io['env']): void {
  try {
    createRoute('targets' in to ? to : { policy: 'fixed', targets: [to] }, { environment: env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw usageError(`${plainText(withHint(error))}\n${plainText(`${name} was named by ${origin.name}.`)}`);
  }
}

/** In the configuration, credentials belong to the provider. */
function withHint({ message }: ConfigError): string {
  return message.replace(
    'give the target `credentials`',
    'say where the key is: providers.*.credentials in the configuration',
  );
}
