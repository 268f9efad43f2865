/** Moonshot: Kimi K2 and K3, which count their calls, want their thinking back and take a JSON Schema of their own. */

import type { Seen } from '../../model.ts';
import { firstViolation, violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { currentTurn } from '../checks/thinking.ts';
import { type JsonObject, objectOf } from '../json.ts';
import type { ChatProfileWithManners } from '../manners.ts';
import { readMessages, readTools } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import { createCallIds } from './moonshot/call-ids.ts';
import { failMoonshot, moonshotWords, refuseMoonshot } from './moonshot/errors.ts';
import { findBrokenPair, findEmptyMessage, findUnthought, listForeignIds, listForgotten } from './moonshot/history.ts';
import { kimiModel, kimiModels, kimiThinks } from './moonshot/models.ts';
import { moonshotRules } from './moonshot/rules.ts';
import { findBadSchema } from './moonshot/schema.ts';
import {
  findDisabled,
  findForced,
  findK3Setting,
  findMappedEffort,
  findNoEffort,
  findNoObject,
  findSampling,
} from './moonshot/settings.ts';

const callIds = createCallIds();

export const moonshotProfile: ChatProfileWithManners = {
  name: 'moonshot',
  basePath: '/v1',
  models: kimiModels.map(({ id, window }) => ({ id, window })),
  rules: moonshotRules,
  judge: (body) => {
    const messages = readMessages(body);
    const found = firstViolation([
      () => findNoObject(body),
      () => findDisabled(body),
      () => findK3Setting(body),
      () => findNoEffort(body),
      () => findSampling(body),
      () => findForced(body),
      () => findBadSchema(readTools(body)),
      () => findEmptyMessage(messages),
      () => findBrokenPair(messages),
      () => findUnthought(body, messages),
      () =>
        violation(findOverflow(body, kimiModels), {
          id: 'KIM-015',
          says: ({ tokens, window }) =>
            `Invalid request: Your request exceeded model token limit: ${window} (requested: ${tokens})`,
        }),
    ]);
    if (found) return { violation: found, warnings: [] };
    const mapped = findMappedEffort(body);
    return {
      warnings: [...(mapped ? [mapped] : []), ...listForeignIds(body, messages), ...listForgotten(body, messages)],
    };
  },
  thinkingField: () => 'reasoning_content',
  thinks: kimiThinks,
  callId: (name, index, before, world) => callIds.idOf(name, index, before, world),
  refuse: refuseMoonshot,
  fail: failMoonshot,
  failInside: (fault, world) => errorEvent(failMoonshot(fault, world)),
  manners: {
    gate: moonshotWords,
    see: forget,
    refuseAnswer: (_answer, { model, world }) => {
      callIds.note(model, world);
      return undefined;
    },
    usage: 'last',
  },
};

/** KIM-008: what K2.6 thought in earlier turns it does not see, unless it is asked to. */
function forget(seen: Seen, body: JsonObject): Seen {
  if (!kimiModel(body['model']).forgets || objectOf(body['thinking'])['keep'] === 'all') return seen;
  const messages = readMessages(body);
  const later = messages.length - currentTurn(messages);
  const first = seen.turns.length - later;
  return { ...seen, turns: seen.turns.map((turn, at) => (at < first ? { ...turn, thinking: '' } : turn)) };
}
