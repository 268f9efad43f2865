/** OpenAI's own Chat Completions, and the part Azure shares. */

import type { Judgement, KnownRule } from '../../api/api.ts';
import { firstOf } from '../../api/first-found.ts';
import { nextId } from '../../api/ids.ts';
import type { JsonObject } from '../../api/json.ts';
import { enforced } from '../../api/known-rule.ts';
import { readMessages } from '../messages.ts';
import { errorEvent, openaiError } from '../openai-error.ts';
import type { ChatModel, ChatProfile } from '../profile.ts';
import { failLikeOpenai } from './openai/failures.ts';
import { reasons } from './openai/generations.ts';
import { historyChecks } from './openai/history.ts';
import { parameterChecks } from './openai/parameters.ts';

export const openaiModels: readonly ChatModel[] = [
  { id: 'gpt-4o', window: 128_000 },
  { id: 'gpt-4o-mini', window: 128_000 },
  { id: 'gpt-4o-search-preview', window: 128_000 },
  { id: 'gpt-3.5-turbo', window: 16_385 },
  { id: 'gpt-4-turbo', window: 128_000 },
  { id: 'gpt-4.1', window: 1_047_576 },
  { id: 'gpt-4.1-mini', window: 1_047_576 },
  { id: 'gpt-4.1-nano', window: 1_047_576 },
  { id: 'gpt-5', window: 400_000 },
  { id: 'gpt-5-mini', window: 400_000 },
  { id: 'gpt-5-nano', window: 400_000 },
  { id: 'gpt-5.1', window: 400_000 },
  { id: 'gpt-5.2', window: 400_000 },
  { id: 'gpt-5.4', window: 1_050_000 },
  { id: 'gpt-5.4-mini', window: 400_000 },
  { id: 'gpt-5.4-nano', window: 400_000 },
  { id: 'gpt-5.5', window: 1_050_000 },
  { id: 'gpt-5.6-terra', window: 1_050_000 },
  { id: 'o1', window: 200_000 },
  { id: 'o1-mini', window: 128_000 },
  { id: 'o3', window: 200_000 },
  { id: 'o3-mini', window: 200_000 },
  { id: 'o4-mini', window: 200_000 },
  { id: 'gpt-tiny', window: 200 },
];

export const openaiRules: readonly KnownRule[] = [
  enforced('OAC-001', "An assistant message with 'tool_calls' must be followed by tool messages responding to each"),
  enforced('OAC-002', "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."),
  enforced('OAC-003', 'string too long. Expected a string with maximum length 40'),
  enforced('OAC-004', 'string too long. Expected a string with maximum length 40'),
  enforced('OAC-005', "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."),
  enforced('OAC-007', "Invalid 'tools': array too long. Expected an array with maximum length 128"),
  enforced('OAC-008', 'empty array. Expected an array with minimum length 1, but got an empty array instead.'),
  enforced('OAC-009', "Invalid value for 'content': expected a string, got null."),
  enforced('OAC-010', "Invalid value for 'content': expected a string, got null."),
  enforced('OAC-011', 'expected a string, but got an object instead.'),
  enforced('OAC-012', "Image URLs are only allowed for messages with role 'user'"),
  enforced('OAC-013', 'Content blocks are expected to be either text or image_url type.'),
  enforced('OAC-014', "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
  enforced('OAC-015', 'Only the default (1) value is supported.'),
  enforced('OAC-016', "does not support 'system' with this model."),
  enforced('OAC-017', 'Function tools with reasoning_effort are not supported for'),
  enforced('OAC-018', "'parallel_tool_calls' is only allowed when 'tools' are specified."),
  enforced('OAC-019', "'tool_choice' is only allowed when 'tools' are specified."),
  enforced('OAC-020', "'additionalProperties' is required to be supplied and to be false."),
  enforced('OAC-021', "This model's maximum context length is"),
  enforced('OAC-022', 'Please try again in'),
  enforced('OAC-023', 'You exceeded your current quota, please check your plan and billing details.'),
  enforced('OAC-025', "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."),
  enforced('OAC-026', "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."),
  enforced('OAC-027', "tool_calls': array too long. Expected an array with maximum length 128"),
  enforced('OAC-028', 'decimal_above_max_value'),
  enforced('OAC-029', "Unsupported parameter: 'stop' is not supported with this model."),
  enforced('OAC-030', 'array schema missing items.'),
  enforced('OAC-031', `schema must be a JSON Schema of 'type: "object"', got 'type: "`),
  enforced('OAC-032'),
  enforced('OAC-033', 'Unrecognized request argument supplied'),
  enforced('OAC-034', 'string too long. Expected a string with maximum length 64'),
  enforced('OAC-035', "'verbosity' does not support"),
  enforced('OAC-036', "does not support 'custom' with this model."),
];

/** Everything OpenAI's own validators find; Azure's are older (OAC-006). */
export function judgeOpenai(body: JsonObject, models: readonly ChatModel[], azure: boolean): Judgement {
  const messages = readMessages(body);
  const violation = firstOf([...historyChecks(body, messages), ...parameterChecks(body, models, azure)]);
  return { ...(violation ? { violation } : {}), warnings: [] };
}

export const openaiProfile: ChatProfile = {
  name: 'openai-chat',
  basePaths: ['/v1'],
  models: openaiModels,
  rules: openaiRules,
  judge: (body) => judgeOpenai(body, openaiModels, false),
  thinks: reasons,
  callId: (_name, _index, _before, world) => `call_${nextId(world, 24)}`,
  refuse: ({ status, message, path, code }) =>
    openaiError(status, { message, param: path === '' ? null : path, code: code ?? null }),
  fail: failLikeOpenai,
  failInside: (fault, world) => errorEvent(failLikeOpenai(fault, world)),
  behaviour: { envelope: () => ({ service_tier: 'default', system_fingerprint: 'fp_50cad350e4' }) },
};
