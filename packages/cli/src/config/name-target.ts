/** Resolves a name in a file or on the command line to the target of a session. */
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import { providers, type TraitOverrides } from '@interlock/wire';
import type { Io } from '../io/io.ts';
import type { Config, RouteEntry } from './config.ts';
import { credentialsOf, defaultModelOf, findEntry, type ProviderEntry } from './provider-entry.ts';

/** A name of `models`, `provider/model`, or a provider alone. Undefined: none of these. */
export function namedTarget(text: string, config: Config, env: Io['env']): RouteTarget | undefined {
  const { models = {} } = config;
  const own = Object.hasOwn(models, text) ? models[text] : undefined;
  if (own !== undefined) {
    const entry = findEntry(own.provider, config, env);
    return entry === undefined ? undefined : { ...targetOf(entry, own.model, config, own.traits), name: text };
  }
  const slash = text.indexOf('/');
  const entry = findEntry(slash === -1 ? text : text.slice(0, slash), config, env);
  if (entry === undefined) return undefined;
  const model = slash === -1 ? defaultModelOf(entry) : text.slice(slash + 1);
  if (model === undefined || model === '') return undefined;
  return targetOf(entry, model, config);
}

/** A name of `routes`. Unknown targets are left out: they were reported when the files were read. */
export function namedRoute(name: string, config: Config, env: Io['env']): RouteConfig | undefined {
  const { routes = {} } = config;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (route === undefined) return undefined;
  const { targets, ...rest } = route;
  return { ...rest, name, targets: targets.flatMap((entry) => weightedTarget(entry, config, env)) };
}

export function targetOf(
  entry: ProviderEntry,
  model: string,
  config: Config,
  traits: TraitOverrides = {},
): RouteTarget {
  const { provider, config: own } = entry;
  const { protocol, compat, places, headers, models = {} } = own;
  // A provider that differs from the built-in one is passed as a value.
  const isKnown = providers.includes(provider as (typeof providers)[number]);
  const known = mergeTraits(Object.hasOwn(models, model) ? models[model] : undefined, traits);
  const credentials = credentialsOf(entry, config);
  return {
    provider: isKnown ? provider.name : provider,
    model,
    ...(isKnown && entry.name === provider.name ? {} : { name: `${entry.name}/${model}` }),
    ...addressOf(entry),
    ...(protocol === undefined ? {} : { protocol }),
    ...(places === undefined ? {} : { places }),
    ...(headers === undefined ? {} : { headers }),
    ...(compat === undefined ? {} : { compat }),
    ...(Object.keys(known).length === 0 ? {} : { traits: known }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

/** Empty if a variable overrides the URL: the variable is read when requests are made. */
function addressOf({ config, endpointFrom }: ProviderEntry): Pick<RouteTarget, 'endpoint'> {
  return endpointFrom !== undefined || config.baseUrl === undefined ? {} : { endpoint: config.baseUrl };
}

function weightedTarget(entry: RouteEntry['targets'][number], config: Config, env: Io['env']): readonly RouteTarget[] {
  const { model, weight } = typeof entry === 'string' ? { model: entry } : entry;
  const target = namedTarget(model, config, env);
  if (target === undefined) return [];
  return [weight === undefined ? target : { ...target, weight }];
}

function mergeTraits(under: TraitOverrides = {}, over: TraitOverrides): TraitOverrides {
  const media = { ...under.media, ...over.media };
  const thinking = { ...under.thinking, ...over.thinking };
  return {
    ...under,
    ...over,
    ...(Object.keys(media).length === 0 ? {} : { media }),
    ...(Object.keys(thinking).length === 0 ? {} : { thinking }),
  };
}
