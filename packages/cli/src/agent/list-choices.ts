/** Everything that can be chosen by name: the user's models and routes, then those of each provider. */
import type { RouteTarget } from '@interlock/runtime';
import { knownModelsOf } from '@interlock/wire';
import type { Config } from '../config/config.ts';
import { namedRoute, namedTarget, targetOf } from '../config/name-target.ts';
import { allEntries, findEntry, keyStateOf, type ProviderEntry } from '../config/provider-entry.ts';
import type { Io } from '../io/io.ts';
import type { Choice } from './agent.ts';
import { factsText, type ModelFacts, modelFacts } from './model-facts.ts';

export interface ModelChoice extends Choice {
  readonly kind: 'model';
  readonly to: RouteTarget;
  readonly facts?: ModelFacts;
  /** The environment variable to set. Absent: no key is missing. */
  readonly missing?: string;
}

/** `local`: the models of Ollama. Absent: Ollama is not running, or was not asked. */
export function listChoices(config: Config, env: Io['env'], local?: readonly string[]): readonly Choice[] {
  const routes = Object.keys(config.routes ?? {}).flatMap((name) => routeChoice(name, config, env));
  const models = listModels(config, env, local);
  return [...routes, ...models.filter(({ usable }) => usable), ...models.filter(({ usable }) => !usable)];
}

export function listModels(config: Config, env: Io['env'], local?: readonly string[]): readonly ModelChoice[] {
  const configured = Object.entries(config.models ?? {}).flatMap(([name, { provider }]) => {
    const target = namedTarget(name, config, env);
    const entry = findEntry(provider, config, env);
    return target === undefined || entry === undefined ? [] : [modelChoice(name, target, entry, config, env)];
  });
  const offered = allEntries(config, env).flatMap((entry) =>
    modelsOf(entry, config, local).map((model) =>
      modelChoice(`${entry.name}/${model}`, targetOf(entry, model, config), entry, config, env),
    ),
  );
  return [...configured, ...offered];
}

/** Any model of a provider can be named: lists are never complete. */
export function namedModel(name: string, config: Config, env: Io['env']): ModelChoice | undefined {
  const { models = {} } = config;
  const configured = Object.hasOwn(models, name) ? models[name]?.provider : undefined;
  const target = configured !== undefined || name.includes('/') ? namedTarget(name, config, env) : undefined;
  const entry = findEntry(configured ?? name.slice(0, name.indexOf('/')), config, env);
  return target === undefined || entry === undefined ? undefined : modelChoice(name, target, entry, config, env);
}

/** The known models of a provider, those in the configuration, and the one in use. */
function modelsOf(entry: ProviderEntry, config: Config, local: readonly string[] | undefined): readonly string[] {
  const { name, provider, config: configured } = entry;
  const configuredModels = Object.keys(configured.models ?? {});
  const chosen = config.model?.startsWith(`${name}/`) ? [config.model.slice(name.length + 1)] : [];
  if (provider.name === 'ollama') return unique([...chosen, ...configuredModels, ...(local ?? [])]);
  const defaultModel = provider.defaultModel === undefined ? [] : [provider.defaultModel];
  const known = name === provider.name ? knownModelsOf(name) : [];
  return unique([...chosen, ...configuredModels, ...defaultModel, ...known]);
}

function modelChoice(
  name: string,
  target: RouteTarget,
  entry: ProviderEntry,
  config: Config,
  env: Io['env'],
): ModelChoice {
  const facts = modelFacts(target);
  const key = keyStateOf(entry, config, env);
  const choice = { name, kind: 'model', to: target } as const;
  if ('problem' in facts) return { ...choice, usable: false, note: facts.problem };
  if (key.there) return { ...choice, usable: true, note: factsText(facts), facts };
  return { ...choice, usable: false, note: `no key: set ${key.variable}`, facts, missing: key.variable };
}

function routeChoice(name: string, config: Config, env: Io['env']): readonly Choice[] {
  const route = namedRoute(name, config, env);
  if (route === undefined) return [];
  const names = route.targets.map((target) => target.name ?? `${target.provider}/${target.model}`);
  const usable = config.routes?.[name]?.targets.some((entry) =>
    isUsable(typeof entry === 'string' ? entry : entry.model, config, env),
  );
  return [{ name, kind: 'route', note: `${route.policy}: ${names.join(', ')}`, usable: usable === true, to: route }];
}

/** Whether the provider of a model has a key, or needs none. */
export function isUsable(name: string, config: Config, env: Io['env']): boolean {
  const { models = {} } = config;
  const configured = Object.hasOwn(models, name) ? models[name]?.provider : undefined;
  const entry = findEntry(configured ?? name.split('/')[0] ?? '', config, env);
  return entry !== undefined && keyStateOf(entry, config, env).there;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
