/** Makes a provider from a user's definition: checked, and with defaults. No message repeats a value. */
import { ConfigError } from '../failure/errors.ts';
import { protocolNames } from '../protocols/index.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { Provider, ProviderDefinition } from './provider.ts';

/** Throws a `ConfigError` for an invalid provider. A complete one is returned unchanged. */
export function defineProvider<Name extends string>(definition: ProviderDefinition<Name>): Provider<Name> {
  const { name, protocols } = definition;
  if (typeof name !== 'string' || !/^[a-z][a-z\d._-]{0,63}$/.test(name)) {
    throw invalid(
      'has no valid `name`',
      'Use lowercase letters, digits, ".", "_" and "-", at most 64, starting with a letter.',
    );
  }
  if (!Array.isArray(protocols) || protocols.length === 0 || !protocols.every(isProtocol)) {
    throw invalid('has no valid `protocols`', `List at least one: ${protocolNames.join(', ')}, or a protocol itself.`);
  }
  for (const [field, isValid] of Object.entries(fieldChecks)) {
    const value: unknown = Reflect.get(definition, field);
    if (value === undefined || isValid(value)) continue;
    throw invalid(`has a \`${field}\` of the wrong kind`, 'See the type `Provider`.');
  }
  return isComplete(definition) ? definition : { ...defaults(definition), ...definition };
}

function defaults<Name extends string>(definition: ProviderDefinition<Name>): Provider<Name> {
  const { name, protocols, keyEnv = [] } = definition;
  return { name, label: name, protocols, endpoints: {}, keyEnv, needsKey: keyEnv.length > 0, traits: {}, families: [] };
}

function isComplete<Name extends string>(definition: ProviderDefinition<Name>): definition is Provider<Name> {
  return required.every((field) => definition[field] !== undefined);
}

const required = ['label', 'endpoints', 'keyEnv', 'needsKey', 'traits', 'families'] as const;

function isProtocol(value: unknown): value is string | ClientProtocol {
  return typeof value === 'string' ? protocolNames.some((name) => name === value) : isProtocolValue(value);
}

/** Checks only what would otherwise cause an error much later. */
export function isProtocolValue(value: unknown): value is ClientProtocol {
  try {
    return isObject(value) && protocolFunctions.every((name) => isFunction(Reflect.get(value, name)));
  } catch {
    return false; // A getter or a proxy may throw: then it cannot be used.
  }
}

/** Whether a value is meant to be a provider. `defineProvider` checks it completely. */
export function isProviderValue(value: unknown): value is ProviderDefinition {
  try {
    return isObject(value) && Object.hasOwn(value, 'protocols');
  } catch {
    return false;
  }
}

const protocolFunctions: readonly string[] = ['path', 'encodeMessage', 'encodeBody', 'startDecoding', 'classify'];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isTexts = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText);

const fieldChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
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
  betas: isTextList,
  framing: isObject,
  finishBody: isFunction,
  traits: isObject,
  perProtocol: isObject,
  families: (value) =>
    Array.isArray(value) && value.every((each) => isObject(each) && isText(Reflect.get(each, 'match'))),
};

/** All fields of a provider. */
export const providerFields: readonly string[] = ['name', 'protocols', ...Object.keys(fieldChecks)];

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(what: string, fix: string): ConfigError {
  return new ConfigError('invalid-provider', `The provider ${what}.`, fix);
}
