/**
 * Mistral: ids of nine letters and digits, results counted before they are looked up, fields it does not know refused, and a
 * generation of tokenizer for each model that decides about the rest.
 */

import { firstOf } from '../../api/first-found.ts';
import { nextId } from '../../api/ids.ts';
import { violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { readMessages, readTools } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import type { ChatProfile } from '../profile.ts';
import { findBadContent } from './mistral/contents.ts';
import { failMistral, mistralWords, refuseMistral } from './mistral/errors.ts';
import { findUnknownFields } from './mistral/fields.ts';
import { mistralCard } from './mistral/model-card.ts';
import { mistralModel, mistralModels, mistralThinks } from './mistral/models.ts';
import { findDisorder } from './mistral/order.ts';
import { findUnpaired } from './mistral/pairing.ts';
import { mistralRules } from './mistral/rules.ts';
import { findBadEffort, findBadTool } from './mistral/settings.ts';
import type { MistralAsked } from './mistral/violation.ts';

export const mistralProfile: ChatProfile = {
  name: 'mistral',
  basePaths: ['/v1'],
  models: mistralModels.map(({ id, window }) => ({ id, window })),
  rules: mistralRules,
  judge: (body) => {
    const asked: MistralAsked = {
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
  manners: { gate: mistralWords, describeModel: mistralCard, wholeCalls: true, usage: 'last', idPrefix: '' },
};
