/** Fields of a request as a whole: those OpenAI knows (OAC-033), and values it does not accept in two of them (OAC-034, OAC-035). */
import type { Violation } from '../../api/api.ts';
import { firstIn } from '../../api/first-found.ts';
import { type JsonObject, objectOf, textOf } from '../../api/json.ts';
import type { ResponsesModel } from '../models.ts';
import { tooLong, violation } from '../violations.ts';

const known: ReadonlySet<string> = new Set([
  ...['model', 'input', 'instructions', 'tools', 'tool_choice', 'parallel_tool_calls', 'max_tool_calls', 'reasoning'],
  ...['text', 'include', 'store', 'stream', 'stream_options', 'temperature', 'top_p', 'top_logprobs', 'truncation'],
  ...['max_output_tokens', 'metadata', 'client_metadata', 'previous_response_id', 'conversation', 'prompt'],
  ...[
    'prompt_cache_key',
    'prompt_cache_options',
    'prompt_cache_retention',
    'safety_identifier',
    'service_tier',
    'user',
  ],
  ...['background', 'context_management', 'moderation', 'generate'],
]);

export function checkFields(body: JsonObject, { maker }: ResponsesModel): Violation | undefined {
  const unknown = maker === 'openai' ? Object.keys(body).find((name) => !known.has(name)) : undefined;
  if (unknown === undefined) return undefined;
  return violation('OAC-033', 400, `Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
}

const longestUser = 64;

export function checkUser(body: JsonObject): Violation | undefined {
  return firstIn(['user', 'safety_identifier'], (name) => {
    const { length } = textOf(body[name]);
    return length > longestUser ? tooLong(name, length, longestUser, 'OAC-034') : undefined;
  });
}

export function checkVerbosity(body: JsonObject, { id, maker }: ResponsesModel): Violation | undefined {
  const verbosity = textOf(objectOf(body['text'])['verbosity']);
  if (maker !== 'openai' || /^gpt-(?:[5-9]|\d\d)/.test(id) || ['', 'medium'].includes(verbosity)) return undefined;
  const path = 'text.verbosity';
  const message = `Unsupported value: '${verbosity}' is not supported with the '${id}' model. Supported values are: 'medium'.`;
  return violation('OAC-035', 400, message, path, 'unsupported_value');
}
