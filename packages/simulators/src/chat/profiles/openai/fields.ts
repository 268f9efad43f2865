/** Fields of a request as a whole: those OpenAI knows (OAC-033), and values that it does not accept (OAC-034 to OAC-036). */
import type { Violation } from '../../../api/api.ts';
import { arrayOf, type JsonObject, objectOf, textOf } from '../../../api/json.ts';
import { breach, violation } from '../../checks/found.ts';
import { generationOf, isGpt5 } from './generations.ts';

const known: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs'],
  ...['max_completion_tokens', 'max_tokens', 'metadata', 'modalities', 'moderation', 'n', 'parallel_tool_calls'],
  ...['prediction', 'presence_penalty', 'prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'],
  ...['reasoning_effort', 'response_format', 'safety_identifier', 'seed', 'service_tier', 'stop', 'store', 'stream'],
  ...['stream_options', 'temperature', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity'],
  'web_search_options',
]);

export function checkFields(body: JsonObject): Violation | undefined {
  const unknown = Object.keys(body).find((name) => !known.has(name));
  return violation(breach(unknown !== undefined, unknown ?? ''), {
    id: 'OAC-033',
    says: ({ path }) => `Unrecognized request argument supplied: ${path}`,
  });
}

const longestUser = 64;

export function checkUser(body: JsonObject): Violation | undefined {
  const name = ['user', 'safety_identifier'].find((each) => textOf(body[each]).length > longestUser);
  return violation(breach(name !== undefined, name ?? ''), {
    id: 'OAC-034',
    code: 'string_above_max_length',
    says: ({ path }) =>
      `Invalid '${path}': string too long. Expected a string with maximum length ${longestUser}, but got a string with length ${textOf(body[path]).length} instead.`,
  });
}

export function checkVerbosity(body: JsonObject): Violation | undefined {
  const verbosity = textOf(body['verbosity']);
  const refused = !isGpt5(generationOf(textOf(body['model']))) && verbosity !== '' && verbosity !== 'medium';
  return violation(breach(refused, 'verbosity', verbosity), {
    id: 'OAC-035',
    code: 'unsupported_value',
    says: () =>
      `Unsupported value: 'verbosity' does not support '${verbosity}' with this model. Supported values are: 'medium'.`,
  });
}

export function checkCustomTools(body: JsonObject): Violation | undefined {
  const at = arrayOf(body['tools']).findIndex((tool) => objectOf(tool)['type'] === 'custom');
  return violation(breach(at >= 0 && !isGpt5(generationOf(textOf(body['model']))), `tools[${at}].type`), {
    id: 'OAC-036',
    code: 'unsupported_value',
    says: ({ path }) => `Unsupported value: '${path}' does not support 'custom' with this model.`,
  });
}
