/** A provider as it is used here: facts of `@interlock/wire`, overridden by the configuration and the environment. */
import type { CredentialSource } from '@interlock/runtime';
import { providerName } from '@interlock/transcript';
import {
  defineProvider,
  endpointVariable,
  keyIn,
  keyVariable,
  type Provider,
  protocolNames,
  providers,
} from '@interlock/wire';
import type { Io } from '../io/io.ts';
import type { Config, ProviderConfig, UsedConfig } from './config.ts';

export interface ProviderEntry {
  /** The name before the slash. */
  readonly name: string;
  readonly provider: Provider;
  readonly config: ProviderConfig;
  /** The variable that overrides its URL, if set. Entries of the configuration have none. */
  readonly endpointFrom?: string;
}

/** Undefined: unknown provider. */
export function findEntry(
  name: string,
  { providers: configured = {}, ownProviders = [] }: UsedConfig,
  env: Io['env'],
): ProviderEntry | undefined {
  const own = Object.hasOwn(configured, name) ? configured[name] : undefined;
  const all: readonly Provider[] = [...providers, ...ownProviders];
  const canonical = providerName(own?.kind ?? name);
  const provider = withKeyHeader(all.find((each) => each.name === canonical) ?? ownProvider(name, own), own);
  if (provider === undefined) return undefined;
  const isOwn = own !== undefined && !all.some((each) => each.name === providerName(name));
  if (isOwn) return { name, provider, config: own };
  // `gemini` in a file and `google` on the command line are the same one.
  const alias = Object.keys(configured).find(
    (key) => providerName(configured[key]?.kind ?? key) === canonical && providerName(key) === canonical,
  );
  const config = own ?? (alias === undefined ? undefined : configured[alias]) ?? {};
  const variable = endpointVariable(provider);
  const isSet = (env[variable]?.trim() ?? '') !== '';
  return { name: canonical, provider, config, ...(isSet ? { endpointFrom: variable } : {}) };
}

/** An entry with a protocol and a URL is a provider by itself. */
function ownProvider(name: string, own: ProviderConfig | undefined): Provider | undefined {
  const protocol = protocolNames.find((each) => each === own?.protocol);
  if (own?.kind !== undefined || own?.baseUrl === undefined || protocol === undefined) return undefined;
  const safe = `own-${name.toLowerCase().replaceAll(/[^a-z\d._-]/g, '-')}`.slice(0, 64);
  return defineProvider({ name: safe, label: name, protocols: [protocol], endpoints: { [protocol]: own.baseUrl } });
}

function withKeyHeader(provider: Provider | undefined, own: ProviderConfig | undefined): Provider | undefined {
  if (provider === undefined || own?.keyHeader === undefined) return provider;
  return { ...provider, authenticate: keyIn(own.keyHeader) };
}

/** All providers that have a URL: built-in ones, then those in files, then those in the configuration. */
export function allEntries(config: UsedConfig, env: Io['env']): readonly ProviderEntry[] {
  const known: readonly Provider[] = [...providers, ...(config.ownProviders ?? [])];
  const names = [...known.map(({ name }) => name), ...Object.keys(config.providers ?? {})];
  const entries = names.flatMap((name) => findEntry(name, config, env) ?? []);
  return entries.filter(
    (entry, index) =>
      entries.findIndex(({ name }) => name === entry.name) === index &&
      (hasOwnAddress(entry, env) || entry.config.baseUrl !== undefined || entry.endpointFrom !== undefined),
  );
}

/** Whether the provider has a URL and all its parts are known. */
function hasOwnAddress({ provider, config }: ProviderEntry, env: Io['env']): boolean {
  const { endpoints, places = [] } = provider;
  const isKnown = ({ name, env: variables, default: defaultValue, optional }: (typeof places)[number]): boolean =>
    config.places?.[name] !== undefined ||
    optional === true ||
    defaultValue !== undefined ||
    variables.some((variable) => (env[variable]?.trim() ?? '') !== '');
  return Object.keys(endpoints).length > 0 && places.every(isKnown);
}

/** The model if none is named: the first one in the configuration, else the provider's default. */
export function defaultModelOf({ provider, config }: ProviderEntry): string | undefined {
  return Object.keys(config.models ?? {})[0] ?? provider.defaultModel;
}

/** Undefined: the provider's default variable, or no key. Never throws, because names were checked when the files were read. */
export function credentialsOf(
  { config }: ProviderEntry,
  { profiles = {} }: Config,
): readonly CredentialSource[] | undefined {
  return config.credentials?.flatMap((source): readonly CredentialSource[] => {
    if (typeof source !== 'string') return [source];
    const profile = Object.hasOwn(profiles, source) ? profiles[source] : undefined;
    // The name of the profile is the best label.
    return profile === undefined ? [] : [{ account: source, ...profile }];
  });
}

export type KeyState =
  /** `from`: the variable, file or profile; never the key. */
  { readonly there: true; readonly from: string } | { readonly there: false; readonly variable: string };

/** Whether a provider has a key, as far as this is known without running a command or opening a file. */
export function keyStateOf(entry: ProviderEntry, config: Config, env: Io['env']): KeyState {
  const isSet = (variable: string): boolean => (env[variable]?.trim() ?? '') !== '';
  const sources = credentialsOf(entry, config);
  if (sources === undefined) {
    const variable = keyVariable(entry.provider, env);
    if (variable === undefined) return ambientState(entry.provider, env);
    return isSet(variable) ? { there: true, from: variable } : { there: false, variable };
  }
  const usable = sources.find((source) => !('env' in source) || isSet(source.env));
  if (usable !== undefined) return { there: true, from: sourceText(usable) };
  const [first] = sources;
  return { there: false, variable: first !== undefined && 'env' in first ? first.env : '' };
}

/** A provider that finds credentials by itself has them if its variable is set; for other sources, only a request can tell. */
function ambientState({ ambient }: Provider, env: Io['env']): KeyState {
  if (ambient === undefined) return { there: true, from: 'none needed' };
  const isVariable = /^[A-Z][A-Z0-9_]*$/.test(ambient);
  if (!isVariable || (env[ambient]?.trim() ?? '') !== '') return { there: true, from: ambient };
  return { there: false, variable: ambient };
}

function sourceText(source: CredentialSource): string {
  if ('env' in source) return source.env;
  const kind = (['file', 'command', 'token', 'key'] as const).find((each) => each in source) ?? 'key';
  const what = kind === 'file' ? `file ${Reflect.get(source, 'file')}` : `a ${kind}`;
  return source.account === undefined ? what : `${source.account} (${what})`;
}
