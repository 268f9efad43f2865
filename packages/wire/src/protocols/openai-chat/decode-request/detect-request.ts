/** What tells a request of Chat Completions from those of the other protocols that call their list `messages`. */
import type { JsonObject } from '@interlock/transcript';
import { asObjects } from '../../../json/json.ts';
import type { Likeness } from '../../protocol.ts';

const fields: readonly string[] = [
  ...['max_completion_tokens', 'stream_options', 'reasoning_effort', 'parallel_tool_calls', 'response_format'],
  ...['frequency_penalty', 'presence_penalty', 'logit_bias', 'logprobs', 'n', 'seed', 'stop', 'user'],
];
const roles: readonly unknown[] = ['system', 'developer', 'tool', 'function'];

export function detectRequest(body: JsonObject): Likeness | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  const isOwn =
    fields.some((field) => body[field] !== undefined) ||
    asObjects(body['tools']).some((tool) => tool['function'] !== undefined) ||
    asObjects(body['messages']).some(({ role, tool_calls }) => tool_calls !== undefined || roles.includes(role));
  // The plainest request of all is most often one of these.
  return isOwn ? 'certain' : 'possible';
}
