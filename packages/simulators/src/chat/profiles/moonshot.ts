/**
 * Moonshot: Kimi K2 and K3, which number their calls, require their thinking back and accept their own subset of JSON
 * Schema.
 */

import type { KnownRule } from '../../api/api.ts';
import { firstOf } from '../../api/first-found.ts';
import { type JsonObject, objectOf } from '../../api/json.ts';
import { enforced, warned } from '../../api/known-rule.ts';
import type { Seen } from '../../api/model.ts';
import { violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { currentTurn } from '../checks/thinking.ts';
import { readMessages, readTools } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import type { ChatProfile } from '../profile.ts';
import { failMoonshot, moonshotWords, refuseMoonshot } from './moonshot/errors.ts';
import {
  findBadName,
  findBrokenPair,
  findEmptyMessage,
  findUnknownRole,
  findUnthought,
  listForeignIds,
  listMissingThinking,
} from './moonshot/history.ts';
import { kimiModel, kimiModels, kimiThinks } from './moonshot/models.ts';
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

/**
 * The rules of Moonshot this simulator knows. KIM-002, KIM-004 and KIM-008 describe its behavior, not requests; KIM-016
 * is harmless advice.
 */
const moonshotRules: readonly KnownRule[] = [
  warned('KIM-001'),
  enforced('KIM-003', "must be followed by tool messages responding to each 'tool_call_id'"),
  enforced('KIM-005', 'is not found'),
  enforced('KIM-006', 'thinking is enabled but reasoning_content is missing in assistant tool call message at index'),
  enforced('KIM-007'),
  enforced('KIM-009'),
  enforced('KIM-010', 'the thinking field in the request (expected type object) is illegal'),
  enforced('KIM-011', 'is allowed for this model'),
  enforced('KIM-012'),
  enforced('KIM-013', 'must not be empty'),
  enforced('KIM-014', 'is not a valid moonshot flavored json schema'),
  enforced('KIM-015', 'Your request exceeded model token limit'),
  enforced('KIM-017'),
  enforced('KIM-018', 'must start with a letter'),
  enforced('KIM-019'),
];

export const moonshotProfile: ChatProfile = {
  name: 'moonshot',
  basePaths: ['/v1'],
  models: kimiModels.map(({ id, window }) => ({ id, window })),
  rules: moonshotRules,
  judge: (body) => {
    const messages = readMessages(body);
    const found = firstOf([
      () => findNoObject(body),
      () => findDisabled(body),
      () => findK3Setting(body),
      () => findNoEffort(body),
      () => findSampling(body),
      () => findForced(body),
      () => findUnknownRole(messages),
      () => findBadName(readTools(body)),
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
      warnings: [
        ...(mapped ? [mapped] : []),
        ...listForeignIds(body, messages),
        ...listMissingThinking(body, messages),
      ],
    };
  },
  thinkingField: () => 'reasoning_content',
  thinks: kimiThinks,
  // KIM-002, KIM-004.
  callId: (name, index, before, _world, model) =>
    kimiModel(model).family === 'k3' ? `${name}:${index}` : `functions.${name}:${before + index}`,
  refuse: refuseMoonshot,
  fail: failMoonshot,
  failInside: (fault, world) => errorEvent(failMoonshot(fault, world)),
  behaviour: {
    gate: moonshotWords,
    see: dropOldThinking,
    usage: 'last',
  },
};

/** KIM-008: K2.6 does not see the thinking of earlier turns unless requested. */
function dropOldThinking(seen: Seen, body: JsonObject): Seen {
  if (!kimiModel(body['model']).forgets || objectOf(body['thinking'])['keep'] === 'all') return seen;
  const messages = readMessages(body);
  const later = messages.length - currentTurn(messages);
  const first = seen.turns.length - later;
  return { ...seen, turns: seen.turns.map((turn, at) => (at < first ? { ...turn, thinking: '' } : turn)) };
}
