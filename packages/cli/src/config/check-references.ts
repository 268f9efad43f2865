/** References to names that do not exist, once all files are merged. */
import { protocolNames, redactKeys } from '@interlock/wire';
import type { Io } from '../io/io.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import type { Config } from './config.ts';
import { namedTarget } from './name-target.ts';
import type { ConfigPath, Problem } from './problem.ts';
import { allEntries, findEntry } from './provider-entry.ts';

export function checkReferences(config: Config, env: Io['env']): readonly Problem[] {
  const { model, route, compaction } = config;
  const summariser = compaction === undefined || compaction === false ? undefined : compaction.summariser;
  const target = (path: ConfigPath, name: string): readonly Problem[] => checkTarget(path, name, config, env);
  return [
    ...Object.keys(config.providers ?? {}).flatMap((name) => checkProvider(name, config, env)),
    ...Object.entries(config.models ?? {}).flatMap(([name, { provider }]) =>
      findEntry(provider, config, env) === undefined
        ? [unknownProvider(['models', name, 'provider'], provider, config, env)]
        : [],
    ),
    ...Object.entries(config.routes ?? {}).flatMap(([name, { policy, targets }]) => [
      ...(policy === 'fixed' && targets.length > 1
        ? [
            {
              path: ['routes', name, 'targets'],
              text: 'a fixed route has one target. Use failover or round-robin for several.',
            },
          ]
        : []),
      ...targets.flatMap((entry, index) =>
        target(['routes', name, 'targets', index], typeof entry === 'string' ? entry : entry.model),
      ),
    ]),
    ...(model === undefined ? [] : target(['model'], model)),
    ...(route === undefined ? [] : checkRouteName(route, config)),
    ...(summariser === undefined ? [] : target(['compaction', 'summariser'], summariser)),
    ...Object.entries(config.gateway?.aliases ?? {}).flatMap(([alias, name]) =>
      Object.hasOwn(config.routes ?? {}, name) ? [] : target(['gateway', 'aliases', alias], name),
    ),
  ];
}

function checkTarget(path: ConfigPath, name: string, config: Config, env: Io['env']): readonly Problem[] {
  if (namedTarget(name, config, env) !== undefined) return [];
  const slash = name.indexOf('/');
  if (slash > 0) {
    const provider = name.slice(0, slash);
    if (findEntry(provider, config, env) === undefined) return [unknownProvider(path, provider, config, env)];
  }
  const nearest = didYouMean(name, Object.keys(config.models ?? {}));
  return [
    {
      path,
      text: `there is no model ${quoted(name)}.${nearest} Write provider/model (interlock models lists them), or a name defined in models.`,
    },
  ];
}

function checkRouteName(name: string, { routes = {} }: Config): readonly Problem[] {
  if (Object.hasOwn(routes, name)) return [];
  const names = Object.keys(routes);
  const known = names.length === 0 ? ' None are configured.' : ` Use one of ${names.join(', ')}.`;
  return [{ path: ['route'], text: `there is no route ${quoted(name)}.${didYouMean(name, names) || known}` }];
}

function checkProvider(name: string, config: Config, env: Io['env']): readonly Problem[] {
  const own = config.providers?.[name];
  const entry = findEntry(name, config, env);
  const path = ['providers', name];
  if (entry === undefined) {
    if (own?.kind !== undefined) return [unknownProvider([...path, 'kind'], own.kind, config, env)];
    const text = `${quoted(name)} is not a known provider.${didYouMean(name, providerNames(config, env))} Give its kind, as in "kind": "openai-compatible", or its protocol and baseUrl.`;
    return [{ path, text }];
  }
  const profiles = Object.keys(config.profiles ?? {});
  const needsAddress = Object.keys(entry.provider.endpoints).length === 0 && entry.endpointFrom === undefined;
  return [
    ...(needsAddress && own?.baseUrl === undefined
      ? [{ path: [...path, 'baseUrl'], text: 'is missing. This kind has no default address.' }]
      : []),
    ...(own?.protocol === undefined || protocolNames.some((known) => known === own.protocol)
      ? []
      : [{ path: [...path, 'protocol'], text: `is not a known protocol. Use ${protocolNames.join(', ')}.` }]),
    // The value is not repeated: it may contain a key.
    ...(own?.credentials ?? []).flatMap((source, index) =>
      typeof source !== 'string' || profiles.includes(source)
        ? []
        : [{ path: [...path, 'credentials', index], text: noProfile(profiles) }],
    ),
  ];
}

function noProfile(profiles: readonly string[]): string {
  const known = profiles.length === 0 ? 'none are configured' : profiles.map((name) => redactKeys(name)).join(', ');
  return `is not one of the profiles (${known}). For a variable write { "env": "NAME" }.`;
}

function unknownProvider(path: ConfigPath, name: string, config: Config, env: Io['env']): Problem {
  const names = providerNames(config, env);
  const nearest = didYouMean(name, names);
  return {
    path,
    text: `there is no provider ${quoted(name)}.${nearest === '' ? ` Use one of ${names.join(', ')}.` : nearest}`,
  };
}

function providerNames(config: Config, env: Io['env']): readonly string[] {
  return allEntries(config, env).map(({ name }) => name);
}

function quoted(name: string): string {
  return JSON.stringify(redactKeys(name.length > 64 ? `${name.slice(0, 64)}…` : name));
}
