/**
 * Everything that is known about a target, from what the caller says of it: its provider by name or alias, the protocol its
 * model is best reached by, its address, and its traits. Reads no environment: keys and addresses from there are the caller's.
 */
import { type Origin, providerName } from '@interlock/transcript';
import { traitsOfFlags } from './compat.ts';
import { ConfigError } from './errors.ts';
import { familyOf, type ModelFamily } from './models.ts';
import { nearestName } from './nearest-name.ts';
import { type ProtocolName, protocolNames } from './protocol-name.ts';
import { protocolOf } from './protocols/index.ts';
import type { Provider } from './provider.ts';
import { providers } from './providers/index.ts';
import { readTarget } from './read-target.ts';
import { presentable } from './redact.ts';
import type { Destination, Target } from './target.ts';
import { overlayTraits, type Traits } from './traits.ts';

export function resolveTarget(given: Target): Destination {
  const target = readTarget(given);
  const provider = findProvider(target.provider);
  const model = modelOf(target, provider);
  const family = familyOf(provider.families, model);
  const protocol = chosenProtocol(target, provider, family);
  const endpoint = endpointOf(target, provider, protocol);
  return {
    provider: provider.name,
    model,
    protocol,
    endpoint,
    traits: traitsOf(target, provider, family, protocol),
    origin: originOf(target, provider, model, endpoint === provider.endpoints[protocol] ? undefined : endpoint),
  };
}

function findProvider(name: string): Provider {
  const wanted = providerName(name);
  const found = providers.find((provider) => provider.name === wanted);
  if (found !== undefined) return found;
  const names = providers.map((provider) => provider.name);
  const nearest = nearestName(wanted, names);
  throw new ConfigError(
    'unknown-provider',
    `There is no provider "${presentable(name, 64)}".`,
    `${nearest === undefined ? 'Use' : `Did you mean "${nearest}"? There are`} ${names.join(', ')}.`,
  );
}

function modelOf({ model }: Target, { name, defaultModel }: Provider): string {
  const wanted = model === undefined || model === '' ? defaultModel : model;
  if (wanted !== undefined) return wanted;
  throw new ConfigError('missing-model', `${name} has no default model.`, 'Say which `model` to use.');
}

function chosenProtocol(
  { protocol, endpoint }: Target,
  provider: Provider,
  family: ModelFamily | undefined,
): ProtocolName {
  if (protocol === undefined) return family?.protocol ?? provider.protocols[0];
  if (!protocolNames.includes(protocol)) {
    throw new ConfigError(
      'unknown-protocol',
      `There is no protocol "${presentable(protocol, 64)}".`,
      `Use ${protocolNames.join(', ')}.`,
    );
  }
  if (endpoint !== undefined || provider.protocols.includes(protocol)) return protocol;
  throw new ConfigError(
    'unsupported-protocol',
    `${provider.name} has no endpoint for ${protocol}.`,
    `Use ${provider.protocols.join(', ')}, or give the \`endpoint\` of a server that speaks it.`,
  );
}

function endpointOf({ endpoint }: Target, { name, endpoints }: Provider, protocol: ProtocolName): string {
  if (endpoint !== undefined) return soundEndpoint(endpoint);
  const own = endpoints[protocol];
  if (own !== undefined) return own;
  throw new ConfigError(
    'missing-endpoint',
    `${name} has no address of its own.`,
    "Give the server's base address as `endpoint`, for example http://127.0.0.1:8000/v1.",
  );
}

/** The text itself is not repeated in the message: people put keys into addresses. */
function soundEndpoint(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) {
    return url.origin + url.pathname.replace(/\/+$/, '');
  }
  throw new ConfigError(
    'invalid-endpoint',
    'The `endpoint` is not a base address.',
    'It must begin with http:// or https:// and have no user, no "?" and no "#".',
  );
}

function traitsOf(
  { compat, traits }: Target,
  provider: Provider,
  family: ModelFamily | undefined,
  protocol: ProtocolName,
): Traits {
  return overlayTraits(
    protocolOf(protocol).traits,
    provider.traits,
    provider.perProtocol?.[protocol] ?? {},
    family?.traits ?? {},
    family?.perProtocol?.[protocol] ?? {},
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
