/** Groq: refuses unknown fields, and invalid calls of its own models. */

import type { ApiFault, ApiResponse, KnownRule } from '../../api/api.ts';
import { doneEvent } from '../../api/events.ts';
import { createFail } from '../../api/failure-table.ts';
import { firstOf } from '../../api/first-found.ts';
import { nextId } from '../../api/ids.ts';
import { textOf } from '../../api/json.ts';
import { enforced } from '../../api/known-rule.ts';
import { delayText } from '../../api/retry-headers.ts';
import type { World } from '../../api/world.ts';
import { checkKnownRoles, findField } from '../checks/contents.ts';
import { breach, violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { readMessages } from '../messages.ts';
import { errorEvent, openaiError } from '../openai-error.ts';
import type { ChatModel, ChatProfile } from '../profile.ts';
import { findFailedCall } from './groq/find-failed-call.ts';

const models: readonly ChatModel[] = [
  { id: 'llama-3.3-70b-versatile', window: 131_072 },
  { id: 'llama-3.1-8b-instant', window: 131_072 },
  { id: 'openai/gpt-oss-120b', window: 131_072 },
  { id: 'qwen/qwen3-32b', window: 131_072 },
  { id: 'moonshotai/kimi-k2-instruct', window: 131_072 },
  { id: 'groq/compound', window: 131_072 },
  { id: 'groq/compound-mini', window: 131_072 },
  { id: 'groq-tiny', window: 200 },
];

const rules: readonly KnownRule[] = [
  enforced('GRQ-001', 'is unsupported)]'),
  enforced('GRQ-002', 'Tool call validation failed: tool call validation failed:'),
  enforced('GRQ-003', 'Failed to call a function. Please adjust your prompt.'),
  enforced('GRQ-004', 'Please reduce the length of the messages or completion.'),
  enforced('GRQ-005'),
  enforced('GRQ-006', 'is unsupported'),
];

const fields: Readonly<Record<string, readonly string[]>> = {
  assistant: ['role', 'content', 'name', 'tool_calls', 'function_call'],
  tool: ['role', 'content', 'name', 'tool_call_id'],
};
const otherFields = ['role', 'content', 'name'];

/** GRQ-006: documented as refused, and what only other servers know. */
const unsupportedFields = [
  ...['logit_bias', 'logprobs', 'top_logprobs', 'top_k', 'min_p', 'repetition_penalty', 'random_seed', 'verbosity'],
];

const thinkers = ['openai/gpt-oss-120b', 'qwen/qwen3-32b'];

export const groqProfile: ChatProfile = {
  name: 'groq',
  basePaths: ['/openai/v1'],
  models,
  rules,
  judge: (body) => {
    const messages = readMessages(body);
    const unsupported = unsupportedFields.find((name) => (body[name] ?? null) !== null);
    const found = firstOf([
      () => checkKnownRoles(messages, ['system', 'developer', 'user', 'assistant', 'tool', 'function']),
      () =>
        violation(
          findField(messages, (field, { role }) => (fields[role] ?? otherFields).includes(field)),
          {
            id: 'GRQ-001',
            path: ({ message }) => `messages.${message}`,
            says: ({ message, value }) =>
              `'messages.${message}' : for 'role:${messages[message]?.role}' the following must be satisfied[('messages.${message}' : property '${String(value)}' is unsupported)]`,
          },
        ),
      () =>
        violation(breach(unsupported !== undefined, unsupported ?? ''), {
          id: 'GRQ-006',
          says: ({ path }) => `property '${path}' is unsupported`,
        }),
      () =>
        violation(findOverflow(body, models), {
          id: 'GRQ-004',
          code: 'context_length_exceeded',
          says: () => 'Please reduce the length of the messages or completion.',
        }),
    ]);
    return { ...(found ? { violation: found } : {}), warnings: [] };
  },
  thinkingField: () => 'reasoning',
  thinks: (body) => thinkers.includes(textOf(body['model'])) && body['reasoning_effort'] !== 'none',
  callId: (_name, _index, _before, world) => `call_${nextId(world, 24)}`,
  refuse: ({ status, message, path, code }) =>
    openaiError(status, { message, ...(path === '' ? {} : { param: path }), code: code ?? null }),
  fail,
  failInside: (fault, world) => errorEvent(fail(fault, world)),
  behaviour: {
    refuseAnswer: (answer, { body }) => {
      const failed = findFailedCall(answer, body);
      if (!failed) return undefined;
      const { status, message, generation } = failed;
      const error = { message, type: 'invalid_request_error', code: 'tool_use_failed', failed_generation: generation };
      const refused = openaiError(status, error);
      // The stream has already started when the model makes its mistake.
      if (body['stream'] !== true) return refused;
      const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
      return { status: 200, headers, body: [errorEvent(refused) ?? '', doneEvent] };
    },
    envelope: () => ({ system_fingerprint: 'fp_3f3b593e33' }),
  },
};

const failLikeOpenai = createFail(
  {
    'rate-limit': {
      status: 429,
      message:
        'Rate limit reached for model `llama-3.3-70b-versatile` in organization `org_sim` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Used 11200, Requested 1800.',
      type: 'tokens',
      code: 'rate_limit_exceeded',
    },
    quota: {
      status: 429,
      message: 'Organization has exceeded its spend limit.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    },
    overloaded: { status: 503, message: 'The model is over capacity.', type: 'internal_server_error' },
    unavailable: { status: 503, message: 'Service Unavailable', type: 'internal_server_error' },
    server: { status: 500, message: 'Internal Server Error', type: 'internal_server_error' },
    auth: { status: 401, message: 'Invalid API Key', code: 'invalid_api_key' },
    overflow: {
      status: 400,
      message: 'Please reduce the length of the messages or completion.',
      code: 'context_length_exceeded',
    },
  },
  ({ status, ...error }, headers) => openaiError(status, error, headers),
);

/** GRQ-005: a rate limit always says when requests and tokens are available again, and how many seconds to wait. */
function fail(fault: ApiFault, world: World): ApiResponse {
  const response = failLikeOpenai(fault, world);
  if (fault.kind !== 'rate-limit' || fault.hint === 'none' || fault.retryAfterMs === undefined) return response;
  return {
    ...response,
    headers: {
      'retry-after': String(Math.ceil(fault.retryAfterMs / 1000)),
      'x-ratelimit-limit-tokens': '12000',
      'x-ratelimit-remaining-requests': '999',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-requests': '6s',
      'x-ratelimit-reset-tokens': delayText(fault.retryAfterMs),
      ...response.headers,
    },
  };
}
