/** Reads the settings that not every API has: those that are numbers, by their names in one API; and the words of the others. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asNumber, asText } from '../json/json.ts';
import type { Settings } from '../traits/settings.ts';
import type { Report } from './read-request.ts';

type Numbers = Pick<Settings, 'topK' | 'minP' | 'seed' | 'frequencyPenalty' | 'presencePenalty' | 'repetitionPenalty'>;

export function readNumbers(holder: JsonObject, names: { readonly [Name in keyof Numbers]: string }): Numbers {
  return Object.fromEntries(
    Object.entries(names).flatMap(([setting, name]) => {
      const value = asNumber(holder[name]);
      return value === undefined ? [] : [[setting, value]];
    }),
  );
}

export function readVerbosity(value: JsonValue | undefined, path: string, report: Report): Settings['verbosity'] {
  if (value === undefined || value === null) return undefined;
  if (value === 'low' || value === 'medium' || value === 'high') return value;
  report(path, 'It must be low, medium or high.');
  return undefined;
}

/** What each API calls its tiers. `auto` is the default everywhere, so it asks for nothing. */
const tiers: ReadonlyMap<JsonValue, Settings['serviceTier']> = new Map<JsonValue, Settings['serviceTier']>([
  ['auto', undefined],
  ['unspecified', undefined],
  ['default', 'standard'],
  ['standard', 'standard'],
  ['standard_only', 'standard'],
  ['on_demand', 'standard'],
  ['flex', 'flex'],
  ['priority', 'priority'],
]);

export function readTier(value: JsonValue | undefined, report: Report, path = 'service_tier'): Settings['serviceTier'] {
  if (value === undefined || value === null) return undefined;
  if (!tiers.has(value)) report(path, 'The tier has no equivalent in other APIs.');
  return tiers.get(value);
}

/** OpenAI's two fields for the id of a user: the newer one counts. */
export function readUser({ safety_identifier: newer, user }: JsonObject, report: Report): Settings['user'] {
  const [id, other] = [asText(newer), asText(user)];
  if (id !== '' && other !== '' && id !== other) report('user', 'Other APIs take one id of a user: safety_identifier.');
  return id || other || undefined;
}
