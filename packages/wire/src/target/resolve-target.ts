/**
 * Resolves a target: its provider by name, by alias or as a value, the best protocol for its model, its address, and its
 * traits. Reads no environment (`environment-target.ts` does).
 */
import { type Origin, providerName } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import { presentable } from '../failure/redact.ts';
import { familyOf, type ModelFamily } from '../models/model-family.ts';
import { clientProtocolOf } from '../protocols/index.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { Places } from '../providers/address-place.ts';
import { defineProvider } from '../providers/define-provider.ts';
import { providers } from '../providers/index.ts';
import { openaiCompatible } from '../providers/openai-compatible.ts';
import type { Endpoint, Provider } from '../providers/provider.ts';
import { traitsOfFlags } from '../traits/compat.ts';
import { overlayTraits, type Traits } from '../traits/traits.ts';
import { assertPort } from '../transport/refused-ports.ts';
import { nearestName } from './nearest-name.ts';
import { readTarget } from './read-target.ts';
import type { Destination, Target } from './target.ts';

/** A target with the values that its names refer to. */
export interface ResolvedTarget {
  readonly destination: Destination;
  readonly provider: Provider;
  readonly protocol: ClientProtocol;
  readonly places: Places;
  readonly target: Target;
}

export function resolveTarget(target: Target): Destination {
  return resolveWhole(target).destination;
}

/** Everything about a target, for repeated use: resolving costs as much as sending a short request. */
export function resolveWhole(target: Target): ResolvedTarget {
  return resolveParts(readTarget(target));
}

/** The provider of a target, and the protocol to use with it. */
export function resolveProvider(target: Target): Pick<ResolvedTarget, 'provider' | 'protocol'> {
  const { provider, protocol } = providerParts(readTarget(target));
  return { provider, protocol };
}

/** For a target that was read; `found` is its provider, if that was looked up before. */
export function resolveParts(target: Target, found: ProviderParts = providerParts(target)): ResolvedTarget {
  const { provider, model, protocol } = found;
  const places = placesOf(target, provider);
  const own = provider.endpoints[protocol.name];
  const endpoint = endpointOf(target, provider, own, places);
  const isDefault = endpoint === own && provider === knownProvider(provider.name);
  const destination = {
    provider: provider.name,
    model,
    protocol: protocol.name,
    endpoint,
    traits: traitsOf(target, serverOf(provider, protocol, endpoint), model, protocol),
    origin: originOf(target, provider, model, isDefault ? undefined : endpoint),
  };
  return { destination, provider, protocol, places, target };
}

export interface ProviderParts {
  readonly provider: Provider;
  readonly model: string;
  readonly protocol: ClientProtocol;
}

export function providerParts(target: Target): ProviderParts {
  const provider = findProvider(target.provider);
  const model = modelOf(target, provider);
  const family = familyOf(provider.families, model);
  return { provider, model, protocol: chosenProtocol(target, provider, family) };
}

/** The known provider of that name. */
export function knownProvider(name: string): Provider | undefined {
  const wanted = providerName(name);
  return providers.find((provider) => provider.name === wanted);
}

function findProvider(wanted: Target['provider']): Provider {
  if (typeof wanted !== 'string') return defineProvider(wanted);
  const found = knownProvider(wanted);
  if (found !== undefined) return found;
  const names = providers.map((provider) => provider.name);
  const nearest = nearestName(providerName(wanted), names);
  throw new ConfigError(
    'unknown-provider',
    `Unknown provider "${presentable(wanted, 64)}".`,
    `${nearest === undefined ? 'Use' : `Did you mean "${nearest}"? There are`} ${names.join(', ')}.`,
  );
}

function modelOf({ model }: Target, { name, defaultModel }: Provider): string {
  const wanted = model === undefined || model === '' ? defaultModel : model;
  if (wanted !== undefined) return wanted;
  throw new ConfigError('missing-model', `${name} has no default model.`, 'Set `model`.');
}

/** The provider's own protocol of that name takes precedence over a built-in one. */
function chosenProtocol(
  { protocol: asked, endpoint }: Target,
  { name, protocols }: Provider,
  family: ModelFamily | undefined,
): ClientProtocol {
  if (typeof asked === 'object') return asked;
  const wanted = asked ?? family?.protocol ?? protocols[0];
  const custom = protocols.filter((each) => typeof each !== 'string').find(({ name: own }) => own === wanted);
  const protocol = typeof wanted === 'string' ? (custom ?? clientProtocolOf(wanted)) : wanted;
  const names = protocols.map((each) => (typeof each === 'string' ? each : each.name));
  if (asked === undefined || endpoint !== undefined || names.includes(protocol.name)) return protocol;
  throw new ConfigError(
    'unsupported-protocol',
    `${name} has no endpoint for ${protocol.name}.`,
    `Use ${names.join(', ')}, or give the \`endpoint\` of a server that speaks it.`,
  );
}

/** Only the provider's own places, each with its default. */
function placesOf({ places = {} }: Target, { places: known = [] }: Provider): Places {
  return Object.fromEntries(
    known.flatMap(({ name, default: defaultValue }) => {
      const value = places[name] || defaultValue;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function endpointOf({ endpoint }: Target, provider: Provider, own: Endpoint | undefined, places: Places): string {
  const { name, places: known = [] } = provider;
  const missing = known.filter((place) => place.optional !== true && places[place.name] === undefined);
  const lacking = endpoint === undefined ? missing : missing.filter(({ inPath }) => inPath === true);
  if (lacking.length > 0 && (endpoint !== undefined || typeof own === 'function')) {
    const wanted = lacking.map((place) => place.name).join(', ');
    const variables = lacking.flatMap(({ env }) => env.slice(0, 1)).join(', ');
    throw new ConfigError(
      'missing-endpoint',
      `The address of ${name} needs ${wanted}.`,
      `Set ${variables === '' ? 'it' : variables}, or give the target \`places\`: { ${lacking[0]?.name ?? ''}: '…' }.`,
    );
  }
  if (endpoint !== undefined) return checkedEndpoint(endpoint);
  if (typeof own === 'function') return checkedEndpoint(own(places));
  if (own !== undefined) return own;
  throw new ConfigError(
    'missing-endpoint',
    `${name} has no default address.`,
    "Give the server's base URL as `endpoint`, for example http://127.0.0.1:8000/v1.",
  );
}

/** The message does not repeat the text: people put keys into URLs. */
function checkedEndpoint(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) {
    assertPort(url);
    return url.origin + url.pathname.replace(/\/+$/, '');
  }
  throw new ConfigError(
    'invalid-endpoint',
    'The `endpoint` is not a base URL.',
    'It must begin with http:// or https:// and have no user, no "?" and no "#".',
  );
}

/** Many people configure a provider that has its own traits as a compatible server; its address says whose it is (MIS-017: Mistral refuses what others take). */
function serverOf(provider: Provider, { name }: ClientProtocol, endpoint: string): Provider {
  if (provider !== openaiCompatible) return provider;
  const { origin } = new URL(endpoint);
  const isThere = ({ endpoints }: Provider): boolean => {
    const own = endpoints[name];
    return typeof own === 'string' && new URL(own).origin === origin;
  };
  return providers.find(isThere) ?? provider;
}

function traitsOf({ compat, traits }: Target, provider: Provider, model: string, protocol: ClientProtocol): Traits {
  const family = familyOf(provider.families, model);
  return overlayTraits(
    protocol.traits,
    provider.traits,
    provider.perProtocol?.[protocol.name] ?? {},
    family?.traits ?? {},
    family?.perProtocol?.[protocol.name] ?? {},
    traitsOfFlags(compat ?? {}),
    traits ?? {},
  );
}

/** A missing endpoint or account means the provider's default. */
function originOf({ account }: Target, { name }: Provider, model: string, endpoint: string | undefined): Origin {
  return {
    provider: name,
    model,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(account === undefined ? {} : { account }),
  };
}
