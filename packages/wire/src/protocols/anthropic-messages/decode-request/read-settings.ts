/** Reads the settings of a request. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readAnyChoice } from '../../../decode-request/any-choice.ts';
import { readTier } from '../../../decode-request/read-further.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { reportFurther } from '../../../decode-request/report-further.ts';
import { asArray, asBoolean, asNumber, asObject, asText } from '../../../json/json.ts';
import type { Settings } from '../../../traits/settings.ts';
import { allEfforts } from '../../../traits/thinking.ts';
import type { Effort } from '../../../traits/traits.ts';

type Writable = { -readonly [K in keyof Settings]: Settings[K] };

/** Read elsewhere, or without effect on the answer. */
const known: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'system', 'tools', 'max_tokens', 'temperature', 'top_p', 'top_k', 'stop_sequences'],
  'stream',
  ...[
    'tool_choice',
    'thinking',
    'output_config',
    'output_format',
    'cache_control',
    'metadata',
    'service_tier',
    'inference_geo',
  ],
  // Headers elsewhere, body fields at Bedrock and Vertex (BDR-011, VTX-006).
  ...['anthropic_version', 'anthropic_beta'],
  ...['speed', 'diagnostics', 'user_profile_id', 'workspace_id', 'betas'],
]);

export function readSettings(request: JsonObject, report: Report): Settings {
  for (const field of Object.keys(request)) {
    if (!known.has(field)) report(field, 'The field has no equivalent in other APIs.');
  }
  const settings: Writable = {};
  const maxOutputTokens = asNumber(request['max_tokens']);
  const temperature = asNumber(request['temperature']);
  const topP = asNumber(request['top_p']);
  const topK = asNumber(request['top_k']);
  const serviceTier = readTier(request['service_tier'], report);
  const user = asText(asObject(request['metadata'])?.['user_id']);
  const stop = asArray(request['stop_sequences']).map(asText).filter(Boolean);
  const stream = asBoolean(request['stream']);
  if (maxOutputTokens !== undefined) settings.maxOutputTokens = maxOutputTokens;
  if (temperature !== undefined) settings.temperature = temperature;
  if (topP !== undefined) settings.topP = topP;
  if (topK !== undefined) settings.topK = topK;
  if (stop.length > 0) settings.stop = stop;
  if (serviceTier !== undefined) settings.serviceTier = serviceTier;
  if (user !== '') settings.user = user;
  if (stream !== undefined) settings.stream = stream;
  if (!isMarked(request)) settings.cache = false;
  return { ...settings, ...readToolChoice(request['tool_choice'], report), ...readThinking(request, report) };
}

/** A client that sets no cache mark wants none. */
function isMarked(request: JsonObject): boolean {
  const messages = asArray(request['messages']).map((message) => asObject(message)?.['content']);
  const places = [request['system'], request['tools'], ...messages, [request]];
  return places.some((place) => asArray(place).some((block) => asObject(block)?.['cache_control'] !== undefined));
}

function readToolChoice(value: JsonValue | undefined, report: Report): Settings {
  if (value === undefined || value === null) return {};
  const choice = asObject(value) ?? {};
  const toolChoice = readAnyChoice(value);
  if (choiceTypes.has(asText(choice['type']))) reportFurther(choice, choiceFields, 'tool_choice', report);
  if (toolChoice === undefined) report('tool_choice', 'The choice is not auto, any, tool or none.');
  return {
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(choice['disable_parallel_tool_use'] === true ? { parallelToolCalls: false } : {}),
  };
}

/** All others are of other APIs, with other fields. */
const choiceTypes: ReadonlySet<string> = new Set(['auto', 'any', 'tool', 'none']);

function readThinking(request: JsonObject, report: Report): Settings {
  const config = asObject(request['output_config']) ?? {};
  const effort = effortOf(config['effort']);
  if (effort === undefined && !isAbsent(config['effort'])) report('output_config.effort', 'There is no such effort.');
  const reasoning = reasoningOf(asObject(request['thinking']), effort, report);
  // `output_format` is its name in the beta.
  const format = config['format'] ?? request['output_format'];
  const schema = asObject(asObject(format)?.['schema']);
  if (schema === undefined && !isAbsent(format)) {
    report(isAbsent(config['format']) ? 'output_format' : 'output_config.format', 'The format has no schema.');
  }
  return {
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(schema === undefined ? {} : { responseFormat: { name: 'response', schema } }),
  };
}

/** Without an effort, adaptive thinking uses the API's default. */
function reasoningOf(
  thinking: JsonObject | undefined,
  effort: Effort | undefined,
  report: Report,
): Settings['reasoning'] {
  if (thinking === undefined) return effort;
  if (!isAbsent(thinking['display']) && thinking['display'] !== 'summarized') {
    report('thinking.display', 'Traits of the target decide whether the text of thinking is returned.');
  }
  reportFurther(thinking, thinkingFields, 'thinking', report);
  const tokens = asNumber(thinking['budget_tokens']);
  switch (thinking['type']) {
    case 'disabled':
      return 'off';
    case 'adaptive':
      return effort ?? 'high';
    case 'enabled':
      return tokens === undefined ? (effort ?? 'high') : { tokens };
    default:
      report('thinking', 'The type is not enabled, adaptive or disabled.');
      return effort;
  }
}

const choiceFields: ReadonlySet<string> = new Set(['type', 'name', 'disable_parallel_tool_use']);
const thinkingFields: ReadonlySet<string> = new Set(['type', 'budget_tokens', 'display']);

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null;
}

function effortOf(value: JsonValue | undefined): Effort | undefined {
  return allEfforts.find((effort) => effort === value);
}
