/**
 * Mistral: ids of nine letters and digits, results counted before they are looked up, unknown fields refused, and a
 * tokenizer generation per model that decides the rest.
 */

import type { KnownRule, Violation } from '../../api/api.ts';
import { firstIn, firstOf } from '../../api/first-found.ts';
import { nextId } from '../../api/ids.ts';
import { objectOf } from '../../api/json.ts';
import { enforced } from '../../api/known-rule.ts';
import { violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { readMessages, readTools } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import type { ChatProfile } from '../profile.ts';
import { findBadContent, findBadName } from './mistral/contents.ts';
import { findSchemaProblem } from './mistral/draft7.ts';
import { failMistral, mistralWords, refuseMistral } from './mistral/errors.ts';
import { findUnknownFields } from './mistral/fields.ts';
import { mistralCard, mistralModel, mistralModels, mistralThinks } from './mistral/models.ts';
import { findDisorder } from './mistral/order.ts';
import { findUnpaired } from './mistral/pairing.ts';
import { type MistralRequest, objection } from './mistral/violation.ts';

/** The rules of Mistral this simulator knows. MIS-023 is a permission and cannot be broken. */
const mistralRules: readonly KnownRule[] = [
  enforced('MIS-001', 'but must be a-z, A-Z, 0-9, with a length of 9.'),
  enforced('MIS-002', 'Not the same number of function calls and responses'),
  enforced('MIS-003', 'Unexpected tool call id'),
  enforced('MIS-004', 'Duplicate tool call id'),
  enforced('MIS-005', 'Duplicate tool call id'),
  enforced('MIS-006', 'Tool call id has to be defined.'),
  enforced('MIS-007', 'Tool call id has to be defined in serving mode.'),
  enforced('MIS-008', "Unexpected role 'user' after role 'tool'"),
  enforced('MIS-009', "Unexpected role 'tool' after role"),
  enforced('MIS-010', "Unexpected role 'system' after role"),
  enforced('MIS-011', 'Expected last role User or Tool'),
  enforced('MIS-012', 'Assistant message with prefix True must be last message'),
  enforced('MIS-013', 'Assistant message must have either content or tool_calls, but not none.'),
  enforced('MIS-014', 'Assistant message must have either content or tool_calls, but not both.'),
  enforced('MIS-015', 'or contain underscores and dashes, with a maximum length of 64.'),
  enforced('MIS-016', 'Invalid tool schema: '),
  enforced('MIS-017', 'Extra inputs are not permitted'),
  enforced('MIS-018', 'Conversation must start with a user message or system message'),
  enforced('MIS-019', 'Unexpected content chunk types in'),
  enforced('MIS-020', 'Unexpected content chunk types in tool message'),
  enforced('MIS-021', 'Message cannot have both thinking chunks in content and a top-level'),
  enforced('MIS-022', 'is not supported for this model'),
  enforced('MIS-024', 'too large for model with'),
  enforced('MIS-025', 'conversation roles must alternate user/assistant/user/assistant/...'),
];

export const mistralProfile: ChatProfile = {
  name: 'mistral',
  basePaths: ['/v1'],
  models: mistralModels.map(({ id, window }) => ({ id, window })),
  rules: mistralRules,
  judge: (body) => {
    const asked: MistralRequest = {
      body,
      model: mistralModel(body['model']),
      messages: readMessages(body),
      tools: readTools(body),
    };
    // Fields first, then the order of all messages, then each message, then the tools.
    const found = firstOf([
      () => findUnknownFields(asked),
      () => findBadEffort(asked),
      () => findDisorder(asked),
      () => findUnpaired(asked),
      () => findBadContent(asked),
      () => findBadTool(asked),
      () =>
        violation(findOverflow(body, mistralModels), {
          id: 'MIS-024',
          code: 'invalid_request_prompt',
          says: ({ tokens, window }) =>
            `Prompt contains ${tokens} tokens and 0 draft tokens, too large for model with ${window} maximum context length`,
        }),
    ]);
    return { ...(found ? { violation: found } : {}), warnings: [] };
  },
  thinkingField: (model) => (mistralModel(model).thinking === 'never' ? undefined : 'chunks'),
  thinks: mistralThinks,
  callId: (_name, _index, _before, world) => nextId(world, 9),
  refuse: refuseMistral,
  fail: failMistral,
  failInside: (fault, world) => errorEvent(failMistral(fault, world)),
  behaviour: { gate: mistralWords, describeModel: mistralCard, wholeCalls: true, usage: 'last', idPrefix: '' },
};

/** MIS-015, MIS-016: the schema is checked before the name. */
function findBadTool({ tools }: MistralRequest): Violation | undefined {
  return firstIn(tools, ({ raw, name, index }) => {
    if (raw['function'] === undefined) return undefined;
    const path = `tools[${index}].function`;
    const problem = findSchemaProblem(objectOf(raw['function'])['parameters'] ?? {});
    if (problem !== undefined) {
      return objection('MIS-016', `Invalid tool schema: ${problem}`, `${path}.parameters`, 'invalid_request_tool');
    }
    return findBadName(name, `${path}.name`, 'invalid_request_tool');
  });
}

/** MIS-022 */
function findBadEffort({ body, model }: MistralRequest): Violation | undefined {
  const effort = body['reasoning_effort'];
  if (effort === undefined || effort === null) return undefined;
  if (model.generation >= 15 && (effort === 'none' || effort === 'high')) return undefined;
  const given = typeof effort === 'string' ? effort : JSON.stringify(effort);
  const words = `reasoning_effort='${given}' is not supported for this model`;
  return objection('MIS-022', words, 'reasoning_effort');
}
