/** GLM by z.ai: one opaque code for every illegal history (GLM-001), and an overflow that is not reported (GLM-005). */

import type { ApiResponse, KnownRule, Violation } from '../../api/api.ts';
import { createFail } from '../../api/failure-table.ts';
import { firstOf } from '../../api/first-found.ts';
import { hexadecimal, nextId } from '../../api/ids.ts';
import { type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { jsonResponse } from '../../api/json-response.ts';
import { enforced, warned } from '../../api/known-rule.ts';
import { badKey, failures, illegal, invalidParameter, mustThink, noKey, unknownModel } from '../../glm/wording.ts';
import type { Gate, GateWords } from '../behaviour.ts';
import { findContent, findRole, isEmpty } from '../checks/contents.ts';
import { allViolations, breach, type Found, violation } from '../checks/found.ts';
import { findRepeatedId } from '../checks/ids.ts';
import { findOverflow } from '../checks/overflow.ts';
import { findUnpaired } from '../checks/pairing.ts';
import { currentTurn, findUnthought } from '../checks/thinking.ts';
import { isForced } from '../checks/tool-choice.ts';
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

const rules: readonly KnownRule[] = [
  enforced('GLM-001', illegal.message),
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
    const neverThinks = body['model'] === 'glm-5.3' && isDisabled(body);
    const found = firstOf([
      () => violation(findIllegal(messages), { id: 'GLM-001', code: illegal.code, says: () => illegal.message }),
      () =>
        violation(breach(neverThinks, 'thinking.type', 'disabled'), {
          id: 'GLM-004',
          code: mustThink.code,
          says: () => mustThink.message,
        }),
      // The rulebook has no rule for this: the documentation has only `auto`.
      () =>
        violation(breach(isForced(body['tool_choice']), 'tool_choice', body['tool_choice']), {
          id: 'unlisted',
          code: invalidParameter.code,
          says: () => invalidParameter.message,
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
  behaviour: {
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
      // There is nothing to send back if the model did not think.
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
      return noKey;
    case 'bad-key':
      return badKey;
    case 'model':
      return unknownModel;
    case 'no-model':
      return { status: 400, message: 'The model parameter was not received normally.', code: '1213' };
    case 'shape':
      return found.path.startsWith('messages') ? illegal : invalidParameter;
    default:
      return undefined;
  }
}

const fail = createFail(failures, ({ status, message, code }, headers) =>
  glmError(status, message, code ?? '500', headers),
);
