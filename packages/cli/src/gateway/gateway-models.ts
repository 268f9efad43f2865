/** The model names that clients of the gateway may use: those of the configuration, and the providers' own names. */
import { type ModelDirectory, matchesPattern } from '@interlock/gateway';
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import { knownModelsOf } from '@interlock/wire';
import { listChoices } from '../agent/list-choices.ts';
import { preferredProviders } from '../agent/preferred-providers.ts';
import type { Config } from '../config/config.ts';
import { namedRoute, namedTarget, targetOf } from '../config/name-target.ts';
import { findEntry, keyStateOf } from '../config/provider-entry.ts';
import type { Io } from '../io/io.ts';

export function gatewayModels(config: Config, env: Io['env']): ModelDirectory {
  const aliases = Object.entries(config.gateway?.aliases ?? {});
  const configured = (name: string): RouteTarget | RouteConfig | undefined => {
    if (Object.hasOwn(config.models ?? {}, name)) return namedTarget(name, config, env);
    return namedRoute(name, config, env);
  };
  const find = (name: string): RouteTarget | RouteConfig | undefined => {
    const own = configured(name);
    if (own !== undefined) return own;
    const alias = aliases.find(([pattern]) => matchesPattern(pattern, name))?.[1];
    if (alias !== undefined) return configured(alias) ?? namedTarget(alias, config, env);
    return name.includes('/') ? namedTarget(name, config, env) : knownModel(name, config, env);
  };
  return {
    find,
    list: () => [
      ...aliases.map(([pattern]) => pattern).filter((pattern) => !pattern.includes('*')),
      ...listChoices(config, env).flatMap(({ name, usable }) => (usable ? [name] : [])),
    ],
  };
}

/** A line for users whose clients would get "not found" for every name; empty if something is configured. */
export function nothingConfigured({ providers = {}, gateway = {} }: Config, models: ModelDirectory): string {
  const names = [...models.list(), ...Object.keys(providers), ...Object.keys(gateway.aliases ?? {})];
  return names.length > 0
    ? ''
    : 'There is no key and no provider in the configuration: interlock doctor shows what is missing.\n';
}

/** `claude-opus-5` alone, as the provider's own clients name it: any usable target that has it. */
function knownModel(name: string, config: Config, env: Io['env']): RouteTarget | undefined {
  for (const provider of preferredProviders) {
    const entry = findEntry(provider, config, env);
    if (entry === undefined || !knownModelsOf(provider).includes(name) || !keyStateOf(entry, config, env).there)
      continue;
    return targetOf(entry, name, config);
  }
  return undefined;
}
