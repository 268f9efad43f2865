/** Reads the settings of a Responses request. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readAnyChoice } from '../../../decode-request/any-choice.ts';
import { readTier, readUser, readVerbosity } from '../../../decode-request/read-further.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { readAllowed, readStrict } from '../../../decode-request/read-tool.ts';
import { asArray, asBoolean, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ResponseFormat, Settings } from '../../../traits/settings.ts';
import { allEfforts } from '../../../traits/thinking.ts';

export function readSettings(request: JsonObject, report: Report): Settings {
  const cacheKey = asText(request['prompt_cache_key']);
  return {
    ...present('maxOutputTokens', asNumber(request['max_output_tokens'])),
    ...present('temperature', asNumber(request['temperature'])),
    ...present('topP', asNumber(request['top_p'])),
    ...readChoice(request['tool_choice'], report),
    ...present('parallelToolCalls', asBoolean(request['parallel_tool_calls'])),
    ...present('reasoning', readEffort(asObject(request['reasoning'])?.['effort'], report)),
    ...present('responseFormat', readFormat(asObject(asObject(request['text'])?.['format']), report)),
    ...present('stream', asBoolean(request['stream'])),
    ...present('verbosity', readVerbosity(asObject(request['text'])?.['verbosity'], 'text.verbosity', report)),
    ...present('serviceTier', readTier(request['service_tier'], report)),
    ...present('user', readUser(request, report)),
    ...present('logprobs', readLogprobs(request, report)),
    ...(cacheKey === '' ? {} : { cache: { key: cacheKey } }),
  };
}

const logprobsIncluded = 'message.output_text.logprobs';

/** Only OpenAI's own APIs mean the same by them. */
function readLogprobs(
  { include = null, top_logprobs: others = null }: JsonObject,
  report: Report,
): Settings['logprobs'] {
  if (!asArray(include).includes(logprobsIncluded)) return undefined;
  const why = 'The field has no equivalent in other APIs.';
  report(`include.${logprobsIncluded}`, why, 'logprobs');
  if (asNumber(others)) report('top_logprobs', why, 'logprobs');
  return asNumber(others) ?? 0;
}

function present<K extends keyof Settings>(name: K, value: Settings[K]): Pick<Settings, K> | object {
  return value === undefined ? {} : { [name]: value };
}

function readChoice(value: JsonValue | undefined, report: Report): Pick<Settings, 'toolChoice' | 'allowedTools'> {
  if (value === undefined || value === null) return {};
  const toolChoice = readAnyChoice(value);
  if (toolChoice !== undefined) return { toolChoice };
  const choice = asObject(value);
  const allowed = choice?.['type'] === 'allowed_tools' ? readAllowed(choice, 'tool_choice', report) : undefined;
  if (allowed !== undefined) return allowed;
  report('tool_choice', 'The choice is not auto, none, required or a function with a name.');
  return {};
}

function readEffort(value: JsonValue | undefined, report: Report): Settings['reasoning'] {
  if (value === undefined || value === null) return undefined;
  if (value === 'none') return 'off';
  const known = allEfforts.find((effort) => effort === value);
  if (known === undefined) report('reasoning.effort', `The effort is not none, ${allEfforts.join(', ')}.`);
  return known;
}

function readFormat(format: JsonObject | undefined, report: Report): ResponseFormat | undefined {
  switch (format?.['type']) {
    case undefined:
      return undefined;
    case 'text':
      return 'text';
    case 'json_object':
      return 'json';
    case 'json_schema': {
      const schema = asObject(format['schema']);
      const strict = readStrict(format, schema, 'text.format', report);
      if (schema !== undefined) return { name: asText(format?.['name']) || 'response', schema, ...strict };
    }
  }
  report('text.format', 'The format is not text, json_object or json_schema with a schema.');
  return undefined;
}
