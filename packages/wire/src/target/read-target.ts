/** Reads the caller's target once. No message repeats a value: people put keys everywhere. */

import { ConfigError, type ConfigErrorCode } from '../failure/errors.ts';
import { type Forms, flag, object, readFields, recordOf, text } from '../json/forms.ts';
import { isProtocolValue, isProviderValue } from '../providers/define-provider.ts';
import type { CompatFlags } from '../traits/compat.ts';
import { readTraits } from '../traits/read-traits.ts';
import type { Target } from './target.ts';

export function readTarget(target: Target): Target {
  const values = typeof target === 'object' && target !== null ? valuesIn(target) : {};
  const read = readFields<Target>(target ?? 'none', forms, (name, why) => {
    if (!Object.hasOwn(values, name)) throw unusable(name, why, codes[name]);
  });
  if (read === undefined) {
    throw new ConfigError('invalid-target', '`target` must be an object.', "Give one: { provider: 'openai' }.");
  }
  const {
    provider = 'undefined',
    model,
    key,
    headers,
    compat,
    traits,
    ...rest
  } = {
    ...read,
    ...values,
  };
  return {
    ...rest,
    provider,
    ...(model === undefined ? {} : { model: model.toWellFormed() }),
    ...(headers === undefined ? {} : { headers: readHeaders(headers) }),
    ...(key === undefined ? {} : keyOf(key)),
    ...(compat === undefined ? {} : { compat: readFlags(compat) }),
    ...(traits === undefined ? {} : { traits: readTraits(traits) }),
  };
}

/** A provider and a protocol may be values with functions; the rest of a target is data. */
type Values = Pick<Partial<Target>, 'provider' | 'protocol'>;

function valuesIn(target: Target): Values {
  const provider = fieldOf(target, 'provider');
  const protocol = fieldOf(target, 'protocol');
  return {
    ...(isProviderValue(provider) ? { provider } : {}),
    ...(isProtocolValue(protocol) ? { protocol } : {}),
  };
}

/** A field that cannot be read is refused like an invalid one. */
function fieldOf(target: Target, name: keyof Values): unknown {
  try {
    return Reflect.get(target, name);
  } catch {
    return undefined;
  }
}

const forms: Forms<Target> = {
  provider: text,
  model: text,
  protocol: text,
  endpoint: text,
  places: recordOf(text),
  headers: recordOf(text),
  account: text,
  key: text,
  compat: object,
  traits: object,
};

const codes: { readonly [Name in keyof Target]?: ConfigErrorCode } = {
  provider: 'unknown-provider',
  protocol: 'unknown-protocol',
  endpoint: 'invalid-endpoint',
};

/** Surrounding whitespace comes from files and terminals; an empty key from a variable that is not set. */
function keyOf(key: string): Pick<Target, 'key'> {
  const trimmed = key.trim();
  if (/[^\x20-\x7e]/.test(trimmed)) throw unusable('key', 'it has characters that are not allowed in a header');
  return trimmed === '' ? {} : { key: trimmed };
}

/** Valid HTTP header names and values. */
function readHeaders(headers: NonNullable<Target['headers']>): NonNullable<Target['headers']> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw unusable('headers', 'one of the names is not a valid header name');
    if (/[^\t\x20-\x7e]/.test(value))
      throw unusable('headers', 'one of them has characters that are not allowed in a header');
  }
  return headers;
}

function readFlags(compat: CompatFlags): CompatFlags {
  return (
    readFields<CompatFlags>(compat, flags, (name, why) => {
      throw unusable(`compat.${name}`, why);
    }) ?? {}
  );
}

const flags: Forms<CompatFlags> = {
  noSystemRole: flag,
  noStreaming: flag,
  noToolUse: flag,
  noTemperature: flag,
  noStopSequences: flag,
  stringifyToolArgs: flag,
};

function unusable(name: string, why: string, code: ConfigErrorCode = 'invalid-target'): ConfigError {
  return new ConfigError(code, `The target's \`${name}\` is invalid: ${why}.`, 'Correct it, or omit it.');
}
