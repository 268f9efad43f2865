/** Reads everything in a Chat request besides its messages and tools. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readAnyChoice } from '../../../decode-request/any-choice.ts';
import { readNumbers, readTier, readUser, readVerbosity } from '../../../decode-request/read-further.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { readAllowed, readStrict } from '../../../decode-request/read-tool.ts';
import { asArray, asBoolean, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ResponseFormat, Settings } from '../../../traits/settings.ts';
import { numberNames } from '../number-names.ts';
import { readReasoning } from './read-reasoning.ts';

export function readSettings(request: JsonObject, report: Report): Settings {
  const stop = readStop(request['stop']);
  const key = asText(request['prompt_cache_key']);
  const { seed, topK, minP, frequencyPenalty, presencePenalty, repetitionPenalty } = readNumbers(request, numberNames);
  reportUnread(request, report);
  return withoutAbsent({
    maxOutputTokens: asNumber(request['max_completion_tokens']) ?? asNumber(request['max_tokens']),
    temperature: asNumber(request['temperature']),
    topP: asNumber(request['top_p']),
    topK,
    minP,
    seed: seed ?? asNumber(request['random_seed']), // Mistral's name
    frequencyPenalty,
    presencePenalty,
    repetitionPenalty,
    stop: stop.length === 0 ? undefined : stop,
    allowedTools: undefined,
    toolChoice: undefined,
    ...readToolChoice(request, report),
    // Clients that offer `functions` know one call in an answer.
    parallelToolCalls: asBoolean(request['parallel_tool_calls']) ?? (offersFunctions(request) ? false : undefined),
    reasoning: readReasoning(request, report),
    responseFormat: readFormat(request['response_format'], report),
    stream: asBoolean(request['stream']),
    verbosity: readVerbosity(request['verbosity'], 'verbosity', report),
    serviceTier: readTier(request['service_tier'], report),
    user: readUser(request, report),
    logprobs: readLogprobs(request, report),
    // For Chat's own search models, which always search.
    webSearch: undefined,
    cache: key === '' ? undefined : { key },
  });
}

function offersFunctions({ functions = null, tools = null }: JsonObject): boolean {
  return asArray(functions).length > 0 && asArray(tools).length === 0;
}

/** Only OpenAI's own APIs mean the same by them. */
function readLogprobs({ logprobs, top_logprobs: others = null }: JsonObject, report: Report): Settings['logprobs'] {
  if (logprobs !== true) return undefined;
  report('logprobs', 'This field is not supported.', 'logprobs');
  if (asNumber(others)) report('top_logprobs', 'This field is not supported.', 'logprobs');
  return asNumber(others) ?? 0;
}

type Optional<T> = { readonly [K in keyof T]: T[K] | undefined };

function withoutAbsent(settings: Optional<Required<Settings>>): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function readStop(value: JsonValue | undefined): readonly string[] {
  return (typeof value === 'string' ? [value] : asArray(value).map(asText)).filter((text) => text !== '');
}

/** `any` is Mistral's word for required; `function_call` is the field's old name. */
function readToolChoice(request: JsonObject, report: Report): Pick<Settings, 'toolChoice' | 'allowedTools'> {
  const field = request['tool_choice'] === undefined ? 'function_call' : 'tool_choice';
  const choice = request[field] ?? undefined;
  if (choice === undefined) return {};
  const toolChoice = readAnyChoice(choice);
  if (toolChoice !== undefined) return { toolChoice };
  const allowed = readAllowed(asObject(asObject(choice)?.['allowed_tools']) ?? {}, field, report);
  if (allowed === undefined) report(field, 'This tool choice is not supported.');
  return allowed ?? {};
}

function readFormat(value: JsonValue | undefined, report: Report): ResponseFormat | undefined {
  const format = asObject(value);
  if (format === undefined) return undefined;
  if (format['type'] === 'text') return 'text';
  if (format['type'] === 'json_object') return 'json';
  const given = asObject(format['json_schema']);
  const schema = asObject(given?.['schema']);
  const strict = readStrict(given, schema, 'response_format.json_schema', report);
  if (schema !== undefined) return { name: asText(given?.['name']) || 'response', schema, ...strict };
  report('response_format', 'This response format is not supported.');
  return undefined;
}

/** Read here or elsewhere, or meaningless for any other target. */
const understood: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'tools', 'functions', 'max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'stop'],
  ...['tool_choice', 'function_call', 'parallel_tool_calls', 'response_format', 'stream', 'stream_options'],
  ...['reasoning_effort', 'thinking', 'enable_thinking', 'thinking_budget', 'reasoning', 'prompt_cache_key'],
  ...['top_k', 'min_p', 'seed', 'random_seed', 'frequency_penalty', 'presence_penalty', 'repetition_penalty'],
  ...['user', 'metadata', 'store', 'service_tier', 'safety_identifier', 'prompt_cache_retention', 'verbosity'],
]);

/** Values that request nothing: some clients send every possible field. */
const idle: readonly (JsonValue | undefined)[] = [null, 0, false, undefined];

function reportUnread(request: JsonObject, report: Report): void {
  for (const [field, value] of Object.entries(request)) {
    const single = field === 'n' && value === 1;
    const isRead = understood.has(field) || (field.endsWith('logprobs') && request['logprobs'] === true);
    if (!isRead && !single && !idle.includes(value)) report(field, 'This field is not supported.');
  }
}
