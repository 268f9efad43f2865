/** Reads the settings of a request: `generationConfig` and `toolConfig`. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readTier } from '../../../decode-request/read-further.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ResponseFormat, Settings, ToolChoice } from '../../../traits/settings.ts';
import type { Effort } from '../../../traits/traits.ts';
import { camelCase, field } from '../field.ts';
import { readSchema } from './read-schema.ts';

export function readSettings(request: JsonObject, report: Report): Settings {
  const config = asObject(field(request, 'generationConfig')) ?? {};
  reportOthers(config, understood, 'generationConfig.', report);
  reportCandidates(config, report);
  const stop = asArray(field(config, 'stopSequences')).filter((entry) => typeof entry === 'string');
  return defined({
    maxOutputTokens: asNumber(field(config, 'maxOutputTokens')),
    temperature: asNumber(config['temperature']),
    topP: asNumber(field(config, 'topP')),
    topK: asNumber(field(config, 'topK')),
    seed: asNumber(config['seed']),
    frequencyPenalty: asNumber(field(config, 'frequencyPenalty')),
    presencePenalty: asNumber(field(config, 'presencePenalty')),
    stop: stop.length === 0 ? undefined : stop,
    ...readChoice(asObject(field(request, 'toolConfig')), report),
    reasoning: readThinking(asObject(field(config, 'thinkingConfig')), report),
    responseFormat: readFormat(config, report),
    serviceTier: readTier(tierOf(field(request, 'serviceTier')), report, 'serviceTier'),
  });
}

/** Its name in REST is the word; some clients send the name of the enum. */
function tierOf(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? value.toLowerCase().replace(/^service_tier_/, '') : value;
}

const understood: readonly string[] = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'seed',
  'frequencyPenalty',
  'presencePenalty',
  'stopSequences',
  'thinkingConfig',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'candidateCount',
];

function reportCandidates(config: JsonObject, report: Report): void {
  if ((asNumber(field(config, 'candidateCount')) ?? 1) > 1) {
    report('generationConfig.candidateCount', 'Only one answer is supported.');
  }
}

/** The same without the fields that are undefined. */
function defined(settings: { readonly [K in keyof Settings]: Settings[K] | undefined }): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function readChoice(toolConfig: JsonObject | undefined, report: Report): Pick<Settings, 'toolChoice' | 'allowedTools'> {
  if (toolConfig === undefined) return {};
  reportOthers(toolConfig, ['functionCallingConfig'], 'toolConfig.', report);
  const config = asObject(field(toolConfig, 'functionCallingConfig'));
  const path = 'toolConfig.functionCallingConfig';
  const names = asArray(field(config, 'allowedFunctionNames')).filter((name) => typeof name === 'string');
  const mode = asText(config?.['mode']).toUpperCase();
  const [only] = names;
  if (mode === 'ANY' && names.length === 1 && only !== undefined) return { toolChoice: { tool: only } };
  const toolChoice = modes.get(mode);
  // With names, it is the only way to allow some of the functions and demand none.
  if (mode === 'VALIDATED' && names.length === 0) {
    report(`${path}.mode`, 'Not every model can enforce schemas: calls are allowed, but not checked.');
  }
  if (toolChoice === undefined && mode !== '' && mode !== 'MODE_UNSPECIFIED') report(`${path}.mode`, 'Unknown mode.');
  return {
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(names.length === 0 ? {} : { allowedTools: names }),
  };
}

const modes: ReadonlyMap<string, ToolChoice> = new Map([
  ['AUTO', 'auto'],
  ['NONE', 'none'],
  ['ANY', 'required'],
  ['VALIDATED', 'auto'],
]);

/** A budget of 0 is off; -1 leaves it to the model. */
function readThinking(config: JsonObject | undefined, report: Report): Settings['reasoning'] {
  const budget = asNumber(field(config, 'thinkingBudget'));
  if (budget !== undefined && budget >= 0) return budget === 0 ? 'off' : { tokens: budget };
  const level = asText(field(config, 'thinkingLevel')).toLowerCase();
  const effort = efforts.find((known) => known === level);
  if (effort === undefined && level !== '' && level !== 'thinking_level_unspecified') {
    report('generationConfig.thinkingConfig.thinkingLevel', 'Unknown level.');
  }
  // We write `off` as the lowest level with thoughts hidden: there is nothing lower. With more thinking, they are only not shown.
  const isLowest = effort === 'minimal' || effort === 'low';
  return isLowest && field(config, 'includeThoughts') === false ? 'off' : effort;
}

const efforts: readonly Effort[] = ['minimal', 'low', 'medium', 'high'];

function readFormat(config: JsonObject, report: Report): ResponseFormat | undefined {
  const type = asText(field(config, 'responseMimeType'));
  if (type === 'application/json') return readJsonFormat(config);
  if (type !== '' && type !== 'text/plain') report('generationConfig.responseMimeType', 'This type is not supported.');
  for (const name of ['responseSchema', 'responseJsonSchema'] as const) {
    if (field(config, name) === undefined) continue;
    report(`generationConfig.${name}`, 'A schema is supported only with the type application/json.');
  }
  return type === 'text/plain' ? 'text' : undefined;
}

function readJsonFormat(config: JsonObject): ResponseFormat {
  const schema = schemaOf(field(config, 'responseJsonSchema'), field(config, 'responseSchema'));
  return schema === undefined ? 'json' : { name: 'response', schema };
}

function schemaOf(any: JsonValue | undefined, subset: JsonValue | undefined): JsonObject | undefined {
  const known = asObject(subset);
  return asObject(any) ?? (known === undefined ? undefined : readSchema(known));
}

/** Reports every field that is not in the list, in either spelling, by its name in camelCase. */
export function reportOthers(object: JsonObject, names: readonly string[], path: string, report: Report): void {
  const taken = new Set(names);
  for (const [given, value] of Object.entries(object)) {
    const name = camelCase(given);
    if (!taken.has(name) && value !== null) report(`${path}${name}`, 'This field is not supported.');
  }
}
