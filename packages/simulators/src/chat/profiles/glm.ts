/** GLM by z.ai: one opaque code for every illegal history (GLM-001), and an overflow that nobody is told of (GLM-005). */

import type { ApiResponse, KnownRule, Violation } from '../../api.ts';
import { firstOf } from '../../first-found.ts';
import { hexadecimal, nextId } from '../../ids.ts';
import { type JsonObject, objectOf, textOf } from '../../json.ts';
import { jsonResponse } from '../../json-response.ts';
import { enforced, warned } from '../../known-rule.ts';
import { findContent, findRole, isEmpty } from '../checks/contents.ts';
import { allViolations, breach, type Found, violation } from '../checks/found.ts';
import { findRepeatedId } from '../checks/ids.ts';
import { findOverflow } from '../checks/overflow.ts';
import { findUnpaired } from '../checks/pairing.ts';
import { currentTurn, findUnthought } from '../checks/thinking.ts';
import { createFail } from '../failure-table.ts';
import type { Gate, GateWords } from '../manners.ts';
import { type ChatMessage, readMessages } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import type { ChatModel, ChatProfile } from '../profile.ts';

const models: readonly ChatModel[] = [
  { id: 'glm-4.5-air', window: 131_072 },
  { id: 'glm-4.6', window: 200_000 },
  { id: 'glm-5', window: 200_000 },
  { id: 'glm-5.3', window: 1_000_000 },
  { id: 'glm-tiny', window: 200 },
];

const illegal = 'The messages parameter is illegal. Please check the documentation.';

const rules: readonly KnownRule[] = [
  enforced('GLM-001', illegal),
  enforced('GLM-004', 'please use low, high, or max'),
  warned('GLM-005', 'model_context_window_exceeded'),
];

export const glmProfile: ChatProfile = {
  name: 'glm',
  basePaths: ['/api/paas/v4'],
  models,
  rules,
  judge: (body) => {
    const messages = readMessages(body);
    const mustThink = body['model'] === 'glm-5.3' && isDisabled(body);
    const found = firstOf([
      () => violation(findIllegal(messages), { id: 'GLM-001', code: '1214', says: () => illegal }),
      () =>
        violation(breach(mustThink, 'thinking.type', 'disabled'), {
          id: 'GLM-004',
          code: '1210',
          says: () => 'This model does not support disabling thinking, please use low, high, or max instead.',
        }),
    ]);
    return { ...(found ? { violation: found } : {}), warnings: warningsAbout(body, messages) };
  },
  thinkingField: () => 'reasoning_content',
  thinks: (body) => !isDisabled(body),
  callId: (_name, _index, _before, world) => `call_${nextId(world, 32, hexadecimal)}`,
  refuse: ({ status, message, code }) => glmError(status, message, code ?? '1210'),
  fail: (fault, world) => fail(fault, world),
  failInside: (fault, world) => errorEvent(fail(fault, world)),
  manners: {
    gate,
    idPrefix: '',
    usage: 'last',
    wholeCalls: true,
    alterAnswer: (answer, { body }) => (findOverflow(body, models) ? { parts: [], stop: 'length' } : answer),
    finishReason: (_answer, { body }) => (findOverflow(body, models) ? 'model_context_window_exceeded' : undefined),
  },
};

function isDisabled(body: JsonObject): boolean {
  return textOf(objectOf(body['thinking'])['type']) === 'disabled';
}

function findIllegal(messages: readonly ChatMessage[]): Found | undefined {
  const first = messages.find(({ role }) => role !== 'system');
  return (
    findRole(messages, (role) => ['system', 'user', 'assistant', 'tool'].includes(role)) ??
    breach(first?.role !== 'user', 'messages') ??
    findContent(messages, (message) => !isEmpty(message) || message.calls.length > 0) ??
    findRepeatedId(messages) ??
    findUnpaired(messages)
  );
}

function warningsAbout(body: JsonObject, messages: readonly ChatMessage[]): readonly Violation[] {
  return allViolations([
    () =>
      // Nothing to send back where nothing was thought.
      violation(isDisabled(body) ? undefined : findUnthought(messages, currentTurn(messages)), {
        id: 'GLM-004',
        status: 200,
        says: ({ message }) => `reasoning_content of message ${message} was not sent back`,
      }),
    () =>
      violation(findOverflow(body, models), {
        id: 'GLM-005',
        status: 200,
        says: ({ tokens, window }) => `model_context_window_exceeded: ${tokens} tokens, window ${window}`,
      }),
  ]);
}

function glmError(status: number, message: string, code: string, headers = {}): ApiResponse {
  return jsonResponse(status, { error: { code, message } }, headers);
}

function gate(found: Gate): GateWords | undefined {
  switch (found.kind) {
    case 'no-key':
      return { status: 401, message: 'Authentication parameter not received in Header', code: '1001' };
    case 'bad-key':
      return { status: 401, message: 'token expired or incorrect', code: '401' };
    case 'model':
      return { status: 400, message: 'Unknown Model, please check the model code.', code: '1211' };
    case 'no-model':
      return { status: 400, message: 'The model parameter was not received normally.', code: '1213' };
    case 'shape':
      return found.path.startsWith('messages')
        ? { status: 400, message: illegal, code: '1214' }
        : { status: 400, message: 'Invalid API parameter, please check the documentation.', code: '1210' };
    default:
      return undefined;
  }
}

const fail = createFail(
  {
    'rate-limit': {
      status: 429,
      message: 'Rate limit reached for requests',
      code: '1302',
    },
    quota: {
      status: 429,
      message: 'Insufficient balance or no resource package. Please recharge.',
      code: '1113',
    },
    overloaded: {
      status: 429,
      message: 'The service may be temporarily overloaded, please try again later',
      code: '1305',
    },
    unavailable: { status: 503, message: 'Service temporarily unavailable', code: '500' },
    server: { status: 500, message: 'Internal network failure, please contact customer service.', code: '1234' },
    auth: { status: 401, message: 'token expired or incorrect', code: '401' },
    overflow: { status: 400, message: 'Prompt exceeds max length', code: '1261' },
  },
  ({ status, message, code }, headers) => glmError(status, message, code ?? '500', headers),
);
