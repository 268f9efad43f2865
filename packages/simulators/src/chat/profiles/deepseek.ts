/** DeepSeek: thinking must be sent back with the calls it led to, and older models refuse it. */
import type { KnownRule, Violation } from '../../api/api.ts';
import { firstOf } from '../../api/first-found.ts';
import { letters, nextId } from '../../api/ids.ts';
import type { JsonObject } from '../../api/json.ts';
import { enforced, warned } from '../../api/known-rule.ts';
import type { Seen } from '../../api/model.ts';
import { breach, violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { isForced } from '../checks/tool-choice.ts';
import { readMessages, readTools } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import type { ChatProfile } from '../profile.ts';
import { deepseekWords, failDeepseek, overflowWords, refuseDeepseek } from './deepseek/errors.ts';
import {
  exchangeOf,
  findBadName,
  findBrokenPair,
  findMedia,
  findNoCalls,
  findOldThought,
  findSilent,
  findUnknownRole,
  findUnthought,
  hasCalls,
  listUnthoughtAnswers,
} from './deepseek/history.ts';
import { deepseekModels, deepseekThinks } from './deepseek/models.ts';

/**
 * The rules of DeepSeek this simulator knows. DSK-008 belongs to another endpoint. An overflow has OpenAI's text
 * (OAC-021).
 */
const deepseekRules: readonly KnownRule[] = [
  enforced('DSK-001', 'Missing `reasoning_content` field in the assistant message at message index'),
  enforced('DSK-002', 'The `reasoning_content` in the thinking mode must be passed back to the API.'),
  enforced('DSK-003'),
  enforced('DSK-004', '(insufficient tool messages following tool_calls message)'),
  enforced('DSK-005', "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"),
  enforced('DSK-006', 'Thinking mode does not support this tool_choice'),
  warned('DSK-007'),
  enforced('DSK-009', 'Model Not Exist'),
  enforced('DSK-010', 'Failed to deserialize the JSON body into the target type'),
  enforced('DSK-011', 'empty array. Expected an array with minimum length 1'),
  enforced('DSK-012'),
  enforced('DSK-013'),
  enforced('DSK-014'),
  enforced('OAC-021', "This model's maximum context length is"),
];

export const deepseekProfile: ChatProfile = {
  name: 'deepseek',
  // https://api.deepseek.com/chat/completions; `/v1` is for OpenAI clients that insist on it.
  basePaths: ['', '/v1'],
  models: deepseekModels.map(({ id, window }) => ({ id, window })),
  rules: deepseekRules,
  judge: (body, request) => {
    const messages = readMessages(body);
    const found = firstOf([
      () => findUnknownRole(messages, request.raw),
      () => findMedia(messages, request.raw),
      () => findNoCalls(messages),
      () => findBadName(readTools(body)),
      () => findSilent(messages),
      () => findForced(body),
      () => findBrokenPair(messages),
      () => findOldThought(body, messages),
      () => findUnthought(body, messages),
      () =>
        violation(findOverflow(body, deepseekModels), {
          id: 'OAC-021',
          says: ({ tokens, window }) => overflowWords(tokens, window),
        }),
    ]);
    if (found) return { violation: found, warnings: [] };
    return { warnings: [...listIgnored(body), ...listUnthoughtAnswers(body, messages)] };
  },
  thinkingField: () => 'reasoning_content',
  thinks: deepseekThinks,
  callId: (_name, index, _before, world) => `call_${String(index).padStart(2, '0')}_${nextId(world, 24, letters)}`,
  refuse: refuseDeepseek,
  fail: failDeepseek,
  failInside: (fault, world) => errorEvent(failDeepseek(fault, world)),
  behaviour: { gate: deepseekWords, see: dropOldThinking, usage: 'last', idPrefix: '' },
};

function findForced(body: JsonObject): Violation | undefined {
  const choice = body['tool_choice'];
  return violation(breach(deepseekThinks(body) && isForced(choice), 'tool_choice', choice), {
    id: 'DSK-006',
    says: () => 'Thinking mode does not support this tool_choice',
  });
}

/** DSK-007. */
function listIgnored(body: JsonObject): readonly Violation[] {
  if (!deepseekThinks(body)) return [];
  return ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty']
    .filter((name) => body[name] !== undefined && body[name] !== null)
    .map((name) => ({ rule: 'DSK-007', status: 200, message: `${name} is ignored in thinking mode`, path: name }));
}

/** DSK-003: the model does not see the thinking of an exchange without calls again. */
function dropOldThinking(seen: Seen, body: JsonObject): Seen {
  const messages = readMessages(body);
  const leading = messages.length - seen.turns.length;
  return {
    ...seen,
    turns: seen.turns.map((turn, at) =>
      hasCalls(exchangeOf(messages, at + leading)) ? turn : { ...turn, thinking: '' },
    ),
  };
}
