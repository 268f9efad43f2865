/**
 * Writes the settings that one target accepts and the next does not know. A protocol says how each is called; one without a name, or that
 * the target's traits do not list, is left out and reported, unless its value changes nothing anyway.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { SettingName, Settings } from './settings.ts';
import { wordLists } from './trait-list.ts';
import type { FurtherSetting, Traits } from './traits.ts';

/** The name of a field; or a function that writes the fields, or says why the value is not accepted. */
export type FurtherField = string | ((value: JsonValue) => JsonObject | string);

export type FurtherFields = { readonly [Name in FurtherSetting]?: FurtherField };

interface Asked {
  readonly settings: Settings;
  readonly traits: Traits;
  readonly leaveOut: (setting: SettingName, why: string) => void;
}

/** Values that change nothing: some clients send every field they know. */
const idleSampling: { readonly [Name in FurtherSetting]?: JsonValue } = {
  topK: 0,
  minP: 0,
  frequencyPenalty: 0,
  presencePenalty: 0,
  repetitionPenalty: 1,
};

/** A model whose verbosity cannot be set has the medium one (OAC-035). */
const idle: typeof idleSampling = { ...idleSampling, verbosity: 'medium' };

/** `refusal`: why the target does not accept settings about sampling in this request. */
export function encodeFurther(asked: Asked, fields: FurtherFields, refusal?: string): JsonObject {
  const { settings, traits, leaveOut } = asked;
  let body: JsonObject = {};
  for (const name of wordLists.furtherSettings) {
    const value = settings[name];
    if (value === undefined) continue;
    const field = traits.furtherSettings.includes(name) ? fields[name] : undefined;
    const written = field === undefined ? 'the target has no such setting' : write(field, value);
    const outcome = name in idleSampling ? (refusal ?? written) : written;
    if (typeof outcome === 'object') body = { ...body, ...outcome };
    else if (value !== idle[name]) leaveOut(name, outcome);
  }
  // Each of OpenAI's APIs has its own way to ask for them.
  if (settings.logprobs !== undefined && !traits.logprobs) leaveOut('logprobs', 'the target has no such setting');
  return body;
}

function write(field: FurtherField, value: JsonValue): JsonObject | string {
  return typeof field === 'string' ? { [field]: value } : field(value);
}

/** A field for whole numbers from `least` to `most`; there is no nearest one that would mean the same. */
export function within(field: string, least: number, most: number): FurtherField {
  return (value) =>
    Number(value) >= least && Number(value) <= most ? { [field]: value } : `it must be from ${least} to ${most}`;
}
