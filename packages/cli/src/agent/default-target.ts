/** A session's first target: the configured one, else the first provider that can be used. */
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import type { LoadedConfig } from '../config/load-config.ts';
import { namedRoute, namedTarget, targetOf } from '../config/name-target.ts';
import { pathText } from '../config/problem.ts';
import { allEntries, defaultModelOf, findEntry, keyStateOf, type ProviderEntry } from '../config/provider-entry.ts';
import type { Origin } from '../config/resolved-config.ts';
import { usageError } from '../io/command-error.ts';
import { commandName } from '../io/command-name.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { targetName } from './look-at-targets.ts';
import { preferredProviders } from './preferred-providers.ts';

export interface FirstTarget {
  readonly to: RouteTarget | RouteConfig;
  readonly name: string;
  readonly origin: Origin;
}

/** Undefined: no model is named, and no provider has a key. */
export function configuredTarget({ config }: LoadedConfig, env: Io['env']): FirstTarget | undefined {
  const { values, origins } = config;
  const { model, route } = values;
  const name = route ?? model;
  if (name === undefined) return undefined;
  const to = route === undefined ? namedTarget(name, values, env) : namedRoute(name, values, env);
  const origin = origins.get(route === undefined ? 'model' : 'route');
  if (to === undefined || origin === undefined) return undefined;
  return { to, name: 'targets' in to ? name : targetName(to), origin };
}

/** Providers in the configuration come first. Custom providers in files come last. */
export function firstWithKey({ config }: LoadedConfig, env: Io['env']): FirstTarget | undefined {
  const { values, origins } = config;
  const configured = Object.keys(values.providers ?? {}).filter((name) =>
    [...origins].some(
      ([path, { from }]) => path.startsWith(`${pathText(['providers', name])}.`) && from !== 'environment',
    ),
  );
  const fromFiles = (values.ownProviders ?? []).map(({ name }) => name);
  const names = [...configured, ...preferredProviders, ...fromFiles];
  for (const entry of names.flatMap((name) => findEntry(name, values, env) ?? [])) {
    const model = defaultModelOf(entry);
    const key = keyStateOf(entry, values, env);
    // Ollama needs no key: whether it runs is checked elsewhere.
    if (model === undefined || !key.there || (entry.provider.name === 'ollama' && !hasConfiguredModels(entry)))
      continue;
    const to = targetOf(entry, model, values);
    return { to, name: `${entry.name}/${model}`, origin: { from: 'default', name: key.from } };
  }
  return undefined;
}

export function localTarget(
  { config: { values } }: LoadedConfig,
  env: Io['env'],
  models: readonly string[],
): FirstTarget | undefined {
  const entry = findEntry('ollama', values, env);
  const defaultModel = entry?.provider.defaultModel;
  const model = models.find((name) => name === defaultModel) ?? models[0];
  if (entry === undefined || model === undefined) return undefined;
  const to = targetOf(entry, model, values);
  return { to, name: `ollama/${model}`, origin: { from: 'default', name: 'Ollama is running' } };
}

/** An error in three lines: what is missing, where it was looked for, and what to do. */
export function noTarget({ config: { values }, userFile }: LoadedConfig, env: Io['env'], ollama: string): Error {
  const variables = allEntries(values, env).flatMap((entry) => {
    const key = keyStateOf(entry, values, env);
    return key.there ? [] : [key.variable];
  });
  return usageError(
    [
      `No model is available: no key is set, and no Ollama with a model answers at ${plainText(ollama)}.`,
      `Looked for ${[...new Set(variables)].join(', ')}, and for a model in ${plainText(userFile)}.`,
      `Run ${commandName(env)} setup, or set one of these variables. To try it without a key: ${commandName(env)} --offline`,
    ].join('\n'),
  );
}

function hasConfiguredModels({ config }: ProviderEntry): boolean {
  return Object.keys(config.models ?? {}).length > 0;
}
