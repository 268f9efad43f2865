/** Reads settings: first their types, then whether their values are valid for the target. The others are left out and reported. */
import { ConfigError } from '../failure/errors.ts';
import {
  either,
  type Form,
  type Forms,
  flag,
  listOf,
  number,
  object,
  objectOf,
  oneOf,
  readFields,
  text,
} from '../json/forms.ts';
import type { SettingName, Settings } from '../traits/settings.ts';
import { allEfforts } from '../traits/thinking.ts';

export function readSettings(settings: unknown, leaveOut: (setting: SettingName, why: string) => void): Settings {
  const read = readFields<Settings>(settings, forms, leaveOut);
  if (read !== undefined) return read;
  throw new ConfigError('invalid-input', '`settings` must be an object.', 'Give an object, or omit them.');
}

const named: Form = { fits: (value) => typeof value === 'string' && value !== '', what: 'a name' };

const forms: Forms<Settings> = {
  maxOutputTokens: number,
  temperature: number,
  topP: number,
  topK: number,
  minP: number,
  seed: number,
  frequencyPenalty: number,
  presencePenalty: number,
  repetitionPenalty: number,
  stop: listOf(text),
  toolChoice: either(oneOf('auto', 'none', 'required'), objectOf({ tool: named }, '{ tool: its name }', ['tool'])),
  allowedTools: listOf(text),
  parallelToolCalls: flag,
  reasoning: either(oneOf('off', ...allEfforts), objectOf({ tokens: number }, '{ tokens: a number }', ['tokens'])),
  responseFormat: either(
    oneOf('text', 'json'),
    objectOf({ name: named, schema: object, strict: flag }, '{ name: text, schema: an object }', ['name', 'schema']),
  ),
  stream: flag,
  verbosity: oneOf('low', 'medium', 'high'),
  serviceTier: oneOf('standard', 'flex', 'priority'),
  user: named,
  logprobs: number,
  webSearch: flag,
  cache: either({ fits: (value) => value === false, what: 'false' }, objectOf({ key: named }, '{ key: text }')),
};

/** More than any model will think; beyond this, JSON no longer writes integers as such. */
const mostTokens = 1_000_000_000;

/** OAC-028: values outside are refused. Anthropic's range ends at 1, which its encoder handles. */
const ranges = {
  temperature: { least: 0, most: 2 },
  topP: { least: 0, most: 1 },
  topK: { least: 0, most: 1_000_000 },
  minP: { least: 0, most: 1 },
  frequencyPenalty: { least: -2, most: 2 },
  presencePenalty: { least: -2, most: 2 },
  repetitionPenalty: { least: 0.01, most: 100 },
  logprobs: { least: 0, most: 20 },
} as const;

const ranged = [
  'temperature',
  'topP',
  'topK',
  'minP',
  'frequencyPenalty',
  'presencePenalty',
  'repetitionPenalty',
  'logprobs',
] as const;

/** The settings that are valid for this target. */
export function usableSettings(settings: Settings, leaveOut: (setting: SettingName, why: string) => void): Settings {
  const sound: { -readonly [K in keyof Settings]?: Settings[K] } = { ...settings };
  if (sound.maxOutputTokens !== undefined) {
    sound.maxOutputTokens = Math.floor(sound.maxOutputTokens);
    if (sound.maxOutputTokens < 1) {
      delete sound.maxOutputTokens;
      leaveOut('maxOutputTokens', 'less than one token');
    }
  }
  if (sound.logprobs !== undefined) sound.logprobs = Math.floor(sound.logprobs);
  if (sound.topK !== undefined) sound.topK = Math.max(Math.floor(sound.topK), 0); // -1 is 0 in other words
  if (sound.seed !== undefined && !Number.isSafeInteger(sound.seed)) {
    delete sound.seed;
    leaveOut('seed', 'it is not a whole number');
  }
  for (const setting of ranged) {
    const wanted = sound[setting];
    if (wanted === undefined) continue;
    const { least, most } = ranges[setting];
    sound[setting] = Math.min(Math.max(wanted, least), most);
    if (sound[setting] !== wanted) leaveOut(setting, `${sound[setting]} is the nearest accepted value`);
  }
  if (typeof sound.reasoning === 'object') {
    const tokens = Math.min(Math.floor(sound.reasoning.tokens), mostTokens);
    if (tokens >= 1) sound.reasoning = { tokens };
    else {
      delete sound.reasoning;
      leaveOut('reasoning', 'less than one token');
    }
  }
  return sound;
}
