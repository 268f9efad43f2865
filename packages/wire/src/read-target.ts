/** A target as the caller names it, read once and in a known form. No message repeats a value: people put keys everywhere. */
import type { CompatFlags } from './compat.ts';
import { ConfigError, type ConfigErrorCode } from './errors.ts';
import { type Forms, flag, object, readFields, text } from './forms.ts';
import { readTraits } from './read-traits.ts';
import type { Target } from './target.ts';

export function readTarget(target: Target): Target {
  const read = readFields<Target>(target ?? 'none', forms, (name, why) => {
    throw unusable(name, why, codes[name]);
  });
  if (read === undefined) {
    throw new ConfigError('invalid-target', 'The `target` is no object.', "Give one: { provider: 'openai' }.");
  }
  const { provider = 'undefined', model, key, compat, traits, ...rest } = read;
  return {
    ...rest,
    provider,
    ...(model === undefined ? {} : { model: model.toWellFormed() }),
    ...(key === undefined ? {} : keyOf(key)),
    ...(compat === undefined ? {} : { compat: readFlags(compat) }),
    ...(traits === undefined ? {} : { traits: readTraits(traits) }),
  };
}

const forms: Forms<Target> = {
  provider: text,
  model: text,
  protocol: text,
  endpoint: text,
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

/** White space around it comes from files and terminals; an empty one from a variable that is not set. */
function keyOf(key: string): Pick<Target, 'key'> {
  const trimmed = key.trim();
  if (/[^\x20-\x7e]/.test(trimmed)) throw unusable('key', 'it has characters that no header can carry');
  return trimmed === '' ? {} : { key: trimmed };
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
  return new ConfigError(code, `The target's \`${name}\` cannot be used: ${why}.`, 'Correct it, or leave it out.');
}
