/** The settings that are of the kind they should be; the others are left out, and said so. */
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
  throw new ConfigError('invalid-input', '`settings` must be an object.', 'Give an object, or leave them out.');
}

const named: Form = { fits: (value) => typeof value === 'string' && value !== '', what: 'a name' };

const forms: Forms<Settings> = {
  maxOutputTokens: number,
  temperature: number,
  topP: number,
  stop: listOf(text),
  toolChoice: either(oneOf('auto', 'none', 'required'), objectOf({ tool: named }, '{ tool: its name }', ['tool'])),
  parallelToolCalls: flag,
  reasoning: either(oneOf('off', ...allEfforts), objectOf({ tokens: number }, '{ tokens: a number }', ['tokens'])),
  responseFormat: either(
    oneOf('text', 'json'),
    objectOf({ name: named, schema: object }, '{ name: text, schema: an object }', ['name', 'schema']),
  ),
  stream: flag,
  webSearch: flag,
  cache: either({ fits: (value) => value === false, what: 'false' }, objectOf({ key: named }, '{ key: text }')),
};
