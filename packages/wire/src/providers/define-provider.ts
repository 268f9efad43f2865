/** Makes a provider from a user's definition: checked, and with defaults. No message repeats a value. */
import { ConfigError } from '../failure/errors.ts';
import { protocolNames } from '../protocols/index.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { Provider, ProviderDefinition } from './provider.ts';

/** Throws a `ConfigError` for an invalid provider. A complete one is returned unchanged. */
export function defineProvider<Name extends string>(given: ProviderDefinition<Name>): Provider<Name> {
  const { name, protocols } = given;
  if (typeof name !== 'string' || !/^[a-z][a-z\d._-]{0,63}$/.test(name)) {
    throw invalid(
      'has no valid `name`',
      'Use lowercase letters, digits, ".", "_" and "-", at most 64, starting with a letter.',
    );
  }
  if (!Array.isArray(protocols) || protocols.length === 0 || !protocols.every(isProtocol)) {
    throw invalid('has no valid `protocols`', `List at least one: ${protocolNames.join(', ')}, or a protocol itself.`);
  }
  for (const [field, isFit] of Object.entries(fits)) {
    const value: unknown = Reflect.get(given, field);
    if (value === undefined || isFit(value)) continue;
    throw invalid(`has a \`${field}\` of the wrong kind`, 'See the type `Provider`.');
  }
  return isWhole(given) ? given : { ...defaults(given), ...given };
}

function defaults<Name extends string>(given: ProviderDefinition<Name>): Provider<Name> {
  const { name, protocols, keyEnv = [] } = given;
  return { name, label: name, protocols, endpoints: {}, keyEnv, needsKey: keyEnv.length > 0, traits: {}, families: [] };
}

function isWhole<Name extends string>(given: ProviderDefinition<Name>): given is Provider<Name> {
  return demanded.every((field) => given[field] !== undefined);
}

const demanded = ['label', 'endpoints', 'keyEnv', 'needsKey', 'traits', 'families'] as const;

function isProtocol(given: unknown): given is string | ClientProtocol {
  return typeof given === 'string' ? protocolNames.some((name) => name === given) : isProtocolValue(given);
}

/** Only what would otherwise fail far from here. */
export function isProtocolValue(given: unknown): given is ClientProtocol {
  try {
    return isObject(given) && protocolFunctions.every((name) => isFunction(Reflect.get(given, name)));
  } catch {
    return false; // A getter or a proxy may throw: then it cannot be used.
  }
}

/** Something that is meant to be a provider: `defineProvider` checks it. */
export function isProviderValue(given: unknown): given is ProviderDefinition {
  try {
    return isObject(given) && Object.hasOwn(given, 'protocols');
  } catch {
    return false;
  }
}

const protocolFunctions: readonly string[] = ['path', 'encodeMessage', 'encodeBody', 'startDecoding', 'classify'];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isTexts = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText);

const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  label: isText,
  endpoints: (value) => isObject(value) && Object.values(value).every((each) => isText(each) || isFunction(each)),
  places: (value) => Array.isArray(value) && value.every((each) => isObject(each) && isText(Reflect.get(each, 'name'))),
  keyEnv: isTextList,
  endpointEnv: isText,
  needsKey: (value) => typeof value === 'boolean',
  ambient: isText,
  defaultModel: isText,
  path: isFunction,
  headers: isTexts,
  authenticate: isFunction,
  framing: isObject,
  finishBody: isFunction,
  traits: isObject,
  perProtocol: isObject,
  families: (value) =>
    Array.isArray(value) && value.every((each) => isObject(each) && isText(Reflect.get(each, 'match'))),
};

/** All fields of a provider. */
export const providerFields: readonly string[] = ['name', 'protocols', ...Object.keys(fits)];

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(what: string, fix: string): ConfigError {
  return new ConfigError('invalid-provider', `The provider ${what}.`, fix);
}
