/** xAI: requires content in every message, and has its own error format (XAI-005). */

import type { ApiResponse, KnownRule } from '../../api/api.ts';
import { createFail } from '../../api/failure-table.ts';
import { firstOf } from '../../api/first-found.ts';
import { textOf } from '../../api/json.ts';
import { jsonResponse } from '../../api/json-response.ts';
import { enforced } from '../../api/known-rule.ts';
import type { Gate, GateWords } from '../behaviour.ts';
import { checkKnownRoles, findContent, isEmpty } from '../checks/contents.ts';
import { breach, violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { readMessages } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import type { ChatModel, ChatProfile } from '../profile.ts';

const models: readonly ChatModel[] = [
  { id: 'grok-4.7', window: 1_000_000 },
  { id: 'grok-4.5', window: 500_000 },
  { id: 'grok-4.3', window: 1_000_000 },
  { id: 'grok-4', window: 256_000 },
  { id: 'grok-3-mini', window: 131_072 },
  { id: 'grok-tiny', window: 200 },
];

const rules: readonly KnownRule[] = [
  enforced('XAI-001', 'Invalid request content: Each message must have at least one content element.'),
  enforced('XAI-002', 'An empty message was provided. Every message needs at least one non-empty content element.'),
  enforced('XAI-003', "This model does not support 'reasoning_effort' value 'none'"),
  enforced('XAI-004', "This model's maximum prompt length is"),
  enforced('XAI-005'),
  enforced('XAI-006', 'does not support parameter'),
];

const invalidArgument = 'Client specified an invalid argument';
const keyless = 'Incorrect API key provided';

export const xaiProfile: ChatProfile = {
  name: 'xai',
  basePaths: ['/v1'],
  models,
  rules,
  judge: (body) => {
    const messages = readMessages(body);
    const effort = body['reasoning_effort'];
    const penalty = ['presence_penalty', 'frequency_penalty'].find((name) => (body[name] ?? null) !== null);
    const found = firstOf([
      () => checkKnownRoles(messages, ['system', 'developer', 'user', 'assistant', 'tool']),
      () =>
        violation(
          findContent(messages, (message) => typeof message.content === 'string' || message.parts.length > 0),
          {
            id: 'XAI-001',
            says: () => 'Invalid request content: Each message must have at least one content element.',
          },
        ),
      () =>
        violation(
          findContent(messages, (message) => !isEmpty(message) || message.calls.length > 0),
          {
            id: 'XAI-002',
            says: () => 'An empty message was provided. Every message needs at least one non-empty content element.',
          },
        ),
      () =>
        violation(breach(body['model'] === 'grok-4.5' && effort === 'none', 'reasoning_effort', effort), {
          id: 'XAI-003',
          says: () => "This model does not support 'reasoning_effort' value 'none'",
        }),
      () =>
        violation(breach(penalty !== undefined, penalty ?? ''), {
          id: 'XAI-006',
          says: ({ path }) =>
            `Model ${textOf(body['model'])} does not support parameter ${path === 'presence_penalty' ? 'presencePenalty' : 'frequencyPenalty'}.`,
        }),
      () =>
        violation(findOverflow(body, models), {
          id: 'XAI-004',
          says: ({ tokens, window }) =>
            `This model's maximum prompt length is ${window} but the request contains ${tokens} tokens.`,
        }),
    ]);
    return { ...(found ? { violation: found } : {}), warnings: [] };
  },
  thinkingField: (model) => (model === 'grok-4' ? undefined : 'reasoning_content'),
  thinks: (body) => body['reasoning_effort'] !== 'none',
  callId: (_name, _index, _before, world) => `call_${String(world.next()).padStart(8, '0')}`,
  refuse: ({ status, message, code }) => xaiError(status, message, code ?? codes[status]),
  fail: (fault, world) => fail(fault, world),
  failInside: (fault, world) => errorEvent(fail(fault, world)),
  behaviour: {
    gate,
    // A call comes in a single chunk.
    wholeCalls: true,
    emptyContent: '',
    idPrefix: '',
    envelope: () => ({ system_fingerprint: 'fp_bd9e3b0c6a' }),
  },
};

const codes: Readonly<Record<number, string>> = {
  400: invalidArgument,
  401: 'Unauthenticated',
  404: 'Some requested entity was not found',
  405: 'The operation is not supported',
};

function xaiError(status: number, error: string, code: string = invalidArgument, headers = {}): ApiResponse {
  return jsonResponse(status, { code, error }, headers);
}

function gate(found: Gate): GateWords | undefined {
  switch (found.kind) {
    // Not a 401, according to several reports.
    case 'bad-key':
      return {
        status: 400,
        message: `${keyless}: ${found.key.slice(0, 2)}***${found.key.slice(-2)}. You can obtain an API key from https://console.x.ai.`,
        code: invalidArgument,
      };
    case 'model':
      return {
        status: 404,
        message: `The model ${found.model} does not exist or your team does not have access to it.`,
        code: 'Some requested entity was not found',
      };
    default:
      return undefined;
  }
}

const fail = createFail(
  {
    'rate-limit': {
      status: 429,
      message: 'Too many requests for team sim and model grok-4.',
      code: 'Some resource has been exhausted',
    },
    quota: {
      status: 429,
      message: 'Your team has either used all available credits or reached its monthly spending limit.',
      code: 'Some resource has been exhausted',
    },
    overloaded: {
      status: 503,
      message: 'The service is currently at capacity. Please try again later.',
      code: 'The service is currently unavailable',
    },
    unavailable: {
      status: 503,
      message: 'Service temporarily unavailable.',
      code: 'The service is currently unavailable',
    },
    server: { status: 500, message: 'Internal error', code: 'Internal error' },
    auth: {
      status: 400,
      message: `${keyless}. You can obtain an API key from https://console.x.ai.`,
      code: invalidArgument,
    },
    overflow: {
      status: 400,
      message: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      code: invalidArgument,
    },
  },
  ({ status, message, code }, headers) => xaiError(status, message, code, headers),
);
