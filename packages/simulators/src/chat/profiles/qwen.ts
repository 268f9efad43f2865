/** Qwen via DashScope's compatible mode: its own errors for pairing, and what its thinking mode refuses. */

import type { KnownRule, Violation } from '../../api/api.ts';
import { createFail } from '../../api/failure-table.ts';
import { firstOf } from '../../api/first-found.ts';
import { hexadecimal, nextId } from '../../api/ids.ts';
import { type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { enforced } from '../../api/known-rule.ts';
import { findArguments, isJsonText } from '../checks/calls.ts';
import { checkKnownRoles } from '../checks/contents.ts';
import { breach, violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { findUnpaired } from '../checks/pairing.ts';
import { isForced } from '../checks/tool-choice.ts';
import { type ChatMessage, readMessages } from '../messages.ts';
import { errorEvent, openaiError } from '../openai-error.ts';
import type { ChatModel, ChatProfile } from '../profile.ts';

const models: readonly ChatModel[] = [
  { id: 'qwen3.8-max', window: 1_000_000 },
  { id: 'qwen-plus', window: 1_000_000 },
  { id: 'qwen3-max', window: 262_144 },
  { id: 'qwen3-coder-plus', window: 1_000_000 },
  { id: 'qwen3-235b-a22b-thinking-2507', window: 131_072 },
  { id: 'qwen-tiny', window: 200 },
];

const prefix = '<400> InternalError.Algo.InvalidParameter:';
const rules: readonly KnownRule[] = [
  enforced('QWN-001', 'An assistant message with "tool_calls" must be followed by tool messages responding to each'),
  enforced('QWN-002', 'messages with role "tool" must be a response to a preceeding message with "tool_calls".'),
  enforced('QWN-003', 'The tool_choice parameter does not support being set to required or object in thinking mode'),
  enforced('QWN-004', 'Json mode response is not supported when enable_thinking is true'),
  enforced('QWN-005', 'The thinking_budget parameter must be a positive integer'),
  enforced('QWN-006', 'The "function.arguments" parameter of the code model must be in JSON format.'),
];

export const qwenProfile: ChatProfile = {
  name: 'qwen',
  basePaths: ['/compatible-mode/v1'],
  models,
  rules,
  judge: (body) => {
    const messages = readMessages(body);
    const found = firstOf([
      () => checkKnownRoles(messages, ['system', 'user', 'assistant', 'tool', 'function']),
      () => checkPairing(messages),
      () =>
        violation(findArguments(messages, isJsonText), {
          id: 'QWN-006',
          says: () => `${prefix} The "function.arguments" parameter of the code model must be in JSON format.`,
        }),
      ...thinkingChecks(body),
      () =>
        violation(findOverflow(body, models), {
          id: 'gate-window',
          says: ({ window }) => `${prefix} Range of input length should be [1, ${window}]`,
        }),
    ]);
    return { ...(found ? { violation: found } : {}), warnings: [] };
  },
  thinkingField: () => 'reasoning_content',
  thinks,
  callId: (_name, _index, _before, world) => `call_${nextId(world, 24, hexadecimal)}`,
  refuse: ({ status, message, code }) => openaiError(status, { message, code: code ?? 'invalid_parameter_error' }),
  fail: (fault, world) => fail(fault, world),
  failInside: (fault, world) => errorEvent(fail(fault, world)),
  behaviour: {
    gate: (gate) =>
      gate.kind === 'bad-key' || gate.kind === 'no-key'
        ? { status: 401, message: wrongKey, code: 'invalid_api_key' }
        : undefined,
  },
};

function thinks(body: JsonObject): boolean {
  return textOf(body['model']).includes('-thinking') || body['enable_thinking'] === true;
}

function checkPairing(messages: readonly ChatMessage[]): Violation | undefined {
  const found = findUnpaired(messages);
  if (found?.kind !== 'unanswered') {
    return violation(found, {
      id: 'QWN-002',
      says: () => `${prefix} messages with role "tool" must be a response to a preceeding message with "tool_calls".`,
    });
  }
  // The error names the position where a tool message should be, not the id.
  const next = messages.findIndex((message) => message.index > found.message && message.role !== 'tool');
  const place = next < 0 ? messages.length : next;
  return violation(found, {
    id: 'QWN-001',
    says: () =>
      `${prefix} An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[${place}].role`,
  });
}

function thinkingChecks(body: JsonObject): readonly (() => Violation | undefined)[] {
  if (!thinks(body)) return [];
  const format = textOf(objectOf(body['response_format'])['type']);
  const budget = body['thinking_budget'];
  const badBudget = budget !== undefined && budget !== null && !(Number.isInteger(budget) && Number(budget) > 0);
  return [
    () =>
      violation(breach(isForced(body['tool_choice']), 'tool_choice', body['tool_choice']), {
        id: 'QWN-003',
        says: () =>
          `${prefix} The tool_choice parameter does not support being set to required or object in thinking mode`,
      }),
    () =>
      violation(breach(format.startsWith('json'), 'response_format', format), {
        id: 'QWN-004',
        says: () => 'Json mode response is not supported when enable_thinking is true',
      }),
    () =>
      violation(breach(badBudget, 'thinking_budget', budget), {
        id: 'QWN-005',
        says: () => `${prefix} The thinking_budget parameter must be a positive integer and not greater than 0`,
      }),
  ];
}

const wrongKey =
  'Incorrect API key provided. For details, see: https://help.aliyun.com/zh/model-studio/error-code#apikey-error';

const fail = createFail(
  {
    'rate-limit': {
      status: 429,
      message: 'You have exceeded your current request limit.',
      type: 'limit_requests',
      code: 'limit_requests',
    },
    quota: {
      status: 429,
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    },
    overloaded: {
      status: 503,
      message: 'Too many requests. Batch requests are being throttled due to system capacity limits.',
      type: 'ServiceUnavailable',
      code: 'ServiceUnavailable',
    },
    unavailable: {
      status: 503,
      message: 'Service Unavailable',
      type: 'ServiceUnavailable',
      code: 'ServiceUnavailable',
    },
    server: {
      status: 500,
      message: 'An internal error has occured, please try again later or contact service support.',
      type: 'internal_error',
      code: 'internal_error',
    },
    auth: { status: 401, message: wrongKey, code: 'invalid_api_key' },
    overflow: {
      status: 400,
      message: `${prefix} Range of input length should be [1, 129024]`,
      code: 'invalid_parameter_error',
    },
  },
  ({ status, ...error }, headers) => openaiError(status, error, headers),
);
