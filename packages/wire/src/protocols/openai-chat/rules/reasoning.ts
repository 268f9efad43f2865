/** Thinking: what must go back, and what may be asked for. */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import type { Traits } from '../../../traits.ts';
import { inEach, partsOf, type SeenMessage } from './messages.ts';

/** Whether the model will think, as far as the body says. */
export function bodyThinks(body: JsonObject, { thinking }: Traits): boolean {
  const switches = [body['enable_thinking'], asObject(body['reasoning'])?.['enabled']];
  const type = asObject(body['thinking'])?.['type'];
  if (body['reasoning_effort'] === 'none' || type === 'disabled' || switches.includes(false)) return false;
  const asked = asText(body['reasoning_effort']) !== '' || type === 'enabled' || switches.includes(true);
  return asked || asObject(body['reasoning']) !== undefined || thinking.byDefault;
}

function lacksReasoning({ message, role }: SeenMessage, { body, traits }: BodyView): boolean {
  const { replay } = traits.thinking;
  if (role !== 'assistant' || (replay !== 'reasoning_content' && replay !== 'reasoning')) return false;
  return bodyThinks(body, traits) && typeof message[replay] !== 'string';
}

/** A finding about a field of the body itself. */
function inBody(find: (body: JsonObject, traits: Traits) => Finding | undefined): Rule['find'] {
  return ({ body, traits }) => {
    const finding = find(body, traits);
    return finding === undefined ? [] : [finding];
  };
}

export const reasoningRules: readonly Rule[] = [
  {
    id: 'KIM-006',
    level: 'error',
    scope: 'message',
    text: 'While thinking, every message with calls carries the reasoning that led to them (DSK-001, DSK-002).',
    fix: 'Give it back; where it is not known, say so.',
    find: inEach((seen, view) => {
      const { demanded, replay } = view.traits.thinking;
      const calls = asArray(seen.message['tool_calls']).length > 0;
      if (demanded !== 'calls' || !calls || !lacksReasoning(seen, view)) return [];
      return [{ path: `${seen.path}.${replay}`, message: 'is missing on a message with calls' }];
    }),
  },
  {
    id: 'KIM-007',
    level: 'error',
    scope: 'message',
    text: 'Every assistant message carries its reasoning.',
    fix: 'Give it back; where it is not known, say so.',
    find: inEach((seen, view) => {
      const { demanded, replay } = view.traits.thinking;
      if (demanded !== 'always' || !lacksReasoning(seen, view)) return [];
      return [{ path: `${seen.path}.${replay}`, message: 'is missing' }];
    }),
  },
  {
    id: 'ORT-003',
    level: 'error',
    scope: 'message',
    text: 'reasoning_details is the list that came.',
    fix: 'Give it back as it was, or leave it out.',
    find: inEach(({ message, path }) => {
      const details = message['reasoning_details'];
      if (details === undefined || asArray(details).length > 0) return [];
      return [{ path: `${path}.reasoning_details`, message: 'is no list with something in it' }];
    }),
  },
  {
    id: 'MIS-021',
    level: 'error',
    scope: 'message',
    text: 'Thinking stands in the content or in a field of its own, not in both.',
    fix: 'Keep one of them.',
    find: inEach((seen) => {
      const inField = seen.message['reasoning'] !== undefined || seen.message['reasoning_content'] !== undefined;
      const inContent = partsOf(seen).some(({ part }) => part['type'] === 'thinking');
      return inField && inContent ? [{ path: seen.path, message: 'has thinking in two places' }] : [];
    }),
  },
  {
    id: 'KIM-010',
    level: 'error',
    scope: 'message',
    text: 'thinking is an object.',
    fix: 'Write {"type": "enabled"} or {"type": "disabled"}.',
    find: inBody(({ thinking }) => {
      if (thinking === undefined || asObject(thinking) !== undefined) return undefined;
      return { path: 'thinking', message: 'is no object' };
    }),
  },
  {
    id: 'KIM-009',
    level: 'error',
    scope: 'message',
    text: 'Thinking is turned off only where it can be (GLM-004, KIM-007).',
    fix: 'Leave it out, or ask for little.',
    find: inBody(({ thinking }, traits) => {
      if (asObject(thinking)?.['type'] !== 'disabled' || traits.thinking.canDisable) return undefined;
      return { path: 'thinking.type', message: 'thinking cannot be turned off' };
    }),
  },
  {
    id: 'XAI-003',
    level: 'error',
    scope: 'message',
    text: 'Efforts are those the model knows (MIS-022); none is one only where thinking can be turned off.',
    fix: 'Ask for the nearest effort it knows.',
    find: inBody(({ reasoning_effort: effort }, { thinking, toolsNeedResponses }) => {
      if (effort === undefined || thinking.efforts.some((known) => known === effort)) return undefined;
      if (effort === 'none' && (thinking.canDisable || toolsNeedResponses)) return undefined;
      return { path: 'reasoning_effort', message: `"${asText(effort)}" is not an effort the model knows` };
    }),
  },
  {
    id: 'QWN-004',
    level: 'error',
    scope: 'message',
    text: 'There is no JSON mode while thinking.',
    fix: 'Turn thinking off, or leave the response format out.',
    find: inBody((body, traits) => {
      const type = asText(asObject(body['response_format'])?.['type']);
      const thinks = traits.thinking.control === 'enable_thinking' && bodyThinks(body, traits);
      if (!thinks || !type.startsWith('json')) return undefined;
      return { path: 'response_format', message: 'is not taken while thinking' };
    }),
  },
  {
    id: 'QWN-005',
    level: 'error',
    scope: 'message',
    text: 'A budget for thinking is positive.',
    fix: 'Turn thinking off instead.',
    find: inBody(({ thinking_budget: budget }) => {
      if (budget === undefined || (asNumber(budget) ?? 0) > 0) return undefined;
      return { path: 'thinking_budget', message: 'is not positive' };
    }),
  },
];
