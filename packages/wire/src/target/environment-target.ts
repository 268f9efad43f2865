/**
 * What the environment provides for a target: its address, and the variable with its key. One table (the providers' `keyEnv`,
 * `endpointEnv` and `places`) for the library and the command line. Vendors disagree about what an address variable holds:
 * OpenAI's is the complete base URL, Anthropic's and Gemini's clients add the version themselves, Ollama's may be a bare host.
 */

import { ConfigError } from '../failure/errors.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { AddressPlace } from '../providers/address-place.ts';
import type { Endpoint, Provider } from '../providers/provider.ts';
import { readTarget } from './read-target.ts';
import {
  type ProviderParts,
  providerParts,
  type ResolvedTarget,
  resolveParts,
  resolveProvider,
} from './resolve-target.ts';
import type { Target } from './target.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The target with the address and places that it does not name itself. The caller adds the key. */
export function environmentTarget(target: Target, environment: Environment): Target {
  return { ...target, ...addressFields(target, resolveProvider(target), environment) };
}

/**
 * A target with its address, its places and its key, from itself or the environment, resolved: the target is read, and its
 * provider looked up, once.
 */
export function resolveWithEnvironment(input: Target, environment: Environment): ResolvedTarget {
  const target = readTarget(input);
  const found = providerParts(target);
  const key = input.key === undefined ? environmentKey(found.provider, environment) : {};
  return resolveParts({ ...target, ...addressFields(target, found, environment), ...key }, found);
}

function addressFields(
  target: Target,
  { provider, protocol }: Pick<ProviderParts, 'provider' | 'protocol'>,
  environment: Environment,
): Pick<Target, 'endpoint' | 'places'> {
  const endpoint = target.endpoint === undefined ? environmentEndpoint(provider, protocol, environment) : undefined;
  const places = { ...environmentPlaces(provider.places ?? [], environment), ...target.places };
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(Object.keys(places).length === 0 ? {} : { places }),
  };
}

function environmentKey(provider: Provider, environment: Environment): Pick<Target, 'key'> {
  const variable = keyVariable(provider, environment);
  const key = variable === undefined ? undefined : variableValue(variable, environment);
  if (key !== undefined) return { key };
  if (variable === undefined || !provider.needsKey) return {};
  throw new ConfigError(
    'missing-credential',
    `There is no key for ${provider.label}.`,
    `Set ${variable}, or give the target a \`key\`.`,
  );
}

/** The variable for a provider's base URL: the one the vendor's own client reads, otherwise `<NAME>_BASE_URL`. */
export function endpointVariable({ name, endpointEnv }: Pick<Provider, 'name' | 'endpointEnv'>): string {
  return endpointEnv ?? `${name.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}_BASE_URL`;
}

/** The first key variable that is set; otherwise the vendor's own, if a key is required, so that a message can name it. */
export function keyVariable(
  { keyEnv, needsKey }: Pick<Provider, 'keyEnv' | 'needsKey'>,
  environment: Environment,
): string | undefined {
  return (
    keyEnv.find((variable) => variableValue(variable, environment) !== undefined) ?? (needsKey ? keyEnv[0] : undefined)
  );
}

/** Undefined if nothing is set. An invalid URL is returned unchanged; it is checked later. */
export function environmentEndpoint(
  provider: Pick<Provider, 'name' | 'endpointEnv' | 'endpoints' | 'places'>,
  { name, addsVersion = false }: Pick<ClientProtocol, 'name' | 'addsVersion'>,
  environment: Environment,
): string | undefined {
  const text = variableValue(endpointVariable(provider), environment);
  if (text === undefined) return undefined;
  const own = URL.parse(defaultAddress(provider.endpoints[name], provider.places ?? []));
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? URL.parse(text) : bareHost(text, own);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return text;
  const path = url.pathname.replace(/\/+$/, '');
  if (url.origin === 'null') return text;
  return url.origin + fullPath(path, own?.pathname.replace(/\/+$/, '') ?? '', addsVersion);
}

function environmentPlaces(
  places: readonly AddressPlace[],
  environment: Environment,
): Readonly<Record<string, string>> {
  const found = places.flatMap(({ name, env }) => {
    const value = env.map((variable) => variableValue(variable, environment)).find((each) => each !== undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function variableValue(variable: string, environment: Environment): string | undefined {
  return environment[variable]?.trim() || undefined;
}

/** The provider's default address. Only its path is used, so placeholders are enough for its parts. */
function defaultAddress(endpoint: Endpoint = '', places: readonly AddressPlace[]): string {
  if (typeof endpoint === 'string') return endpoint;
  return endpoint(Object.fromEntries(places.map(({ name }) => [name, 'x'])));
}

/** `0.0.0.0:11434` is where a server listens; clients use the loopback address. */
function bareHost(text: string, own: URL | null): URL | null {
  const url = URL.parse(`${own?.protocol ?? 'http:'}//${text}`);
  if (url === null) return null;
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && own !== null) url.port = own.port;
  return url;
}

function fullPath(path: string, ownPath: string, addsVersion: boolean): string {
  if (path === '') return ownPath;
  const version = /\/v\d\w*$/.exec(ownPath)?.[0] ?? '';
  return addsVersion && !/\/v\d\w*$/.test(path) ? path + version : path;
}
