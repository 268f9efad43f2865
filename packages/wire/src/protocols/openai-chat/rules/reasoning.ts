/** Rules for thinking: what must be sent back, and what may be requested. */
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import { openaiServers } from '../../../rules/openai.ts';
import { type BodyView, type Finding, nothing, type Rule } from '../../../rules/rule.ts';
import type { Traits } from '../../../traits/traits.ts';
import { inBody, inEach, messagePath, readBody, type SeenMessage } from './read-body.ts';

/** Whether the model will think, as far as the body shows. */
export function bodyThinks({ body, traits: { thinking } }: BodyView): boolean {
  const switches = [body['enable_thinking'], asObject(body['reasoning'])?.['enabled']];
  const type = asObject(body['thinking'])?.['type'];
  if (body['reasoning_effort'] === 'none' || type === 'disabled' || switches.includes(false)) return false;
  const asked = asText(body['reasoning_effort']) !== '' || type === 'enabled' || switches.includes(true);
  return asked || asObject(body['reasoning']) !== undefined || thinking.byDefault;
}

type Demanded = Traits['thinking']['demanded'];

/** Assistant messages without the reasoning that the target requires. */
function lackingReasoning(demanded: Demanded, isMeant: (seen: SeenMessage) => boolean, why: string): Rule['find'] {
  return (view) => {
    const { thinking } = view.traits;
    const { replay } = thinking;
    if (thinking.demanded !== demanded || (replay !== 'reasoning_content' && replay !== 'reasoning')) return nothing;
    if (!bodyThinks(view)) return nothing;
    const found: Finding[] = [];
    for (const seen of view.once(readBody).assistants) {
      if (!isMeant(seen) || typeof seen.message[replay] === 'string') continue;
      const finding = { path: `${messagePath(seen)}.${replay}`, message: why };
      // DSK-003: only with calls.
      const isOptional = view.traits.checkedBy === 'deepseek' && seen.calls.length === 0;
      found.push(isOptional ? { ...finding, level: 'warning' } : finding);
    }
    return found;
  };
}

export const reasoningRules: readonly Rule[] = [
  {
    id: 'KIM-006',
    level: 'error',
    refusedBy: ['moonshot', 'deepseek'],
    scope: 'message',
    text: 'While thinking, every message with calls carries the reasoning that led to them (DSK-001, DSK-002).',
    fix: 'Send it back; if it is not known, say so.',
    find: lackingReasoning('calls', ({ calls }) => calls.length > 0, 'is missing on a message with calls'),
  },
  {
    id: 'KIM-007',
    level: 'error',
    refusedBy: ['moonshot', 'deepseek'],
    scope: 'message',
    text: 'Every assistant message carries its reasoning.',
    fix: 'Send it back; if it is not known, say so.',
    find: lackingReasoning('always', () => true, 'is missing'),
  },
  {
    id: 'ORT-003',
    level: 'error',
    scope: 'message',
    text: 'reasoning_details is the list as it was received.',
    fix: 'Send it back unchanged, or omit it.',
    find: inEach('withExtraFields', (seen) => {
      const details = seen.message['reasoning_details'] ?? null;
      if (details === null || asArray(details).length > 0) return undefined;
      return { path: `${messagePath(seen)}.reasoning_details`, message: 'is not a non-empty list' };
    }),
  },
  {
    id: 'MIS-021',
    level: 'error',
    refusedBy: ['mistral', 'vllm'],
    scope: 'message',
    text: 'Thinking is in the content or in a separate field, not in both.',
    fix: 'Keep one of them.',
    find: inEach('withExtraFields', (seen) => {
      if (!seen.parts.some(({ type }) => type === 'thinking')) return undefined;
      const { reasoning, reasoning_content } = seen.message;
      if (reasoning === undefined && reasoning_content === undefined) return undefined;
      return { path: messagePath(seen), message: 'has thinking in two places' };
    }),
  },
  {
    id: 'KIM-010',
    level: 'error',
    scope: 'message',
    text: 'thinking is an object.',
    fix: 'Write {"type": "enabled"} or {"type": "disabled"}.',
    find: inBody(({ body: { thinking = null } }) => {
      if (thinking === null || asObject(thinking) !== undefined) return undefined;
      return { path: 'thinking', message: 'is not an object' };
    }),
  },
  {
    id: 'KIM-009',
    level: 'error',
    refusedBy: ['moonshot', 'zai'],
    scope: 'message',
    text: 'Thinking is turned off only where it can be (GLM-004, KIM-007).',
    fix: 'Omit it, or ask for little.',
    find: inBody(({ body, traits }) => {
      if (asObject(body['thinking'])?.['type'] !== 'disabled' || traits.thinking.canDisable) return undefined;
      return { path: 'thinking.type', message: 'thinking cannot be turned off' };
    }),
  },
  {
    id: 'XAI-003',
    level: 'error',
    refusedBy: [...openaiServers, 'xai', 'moonshot', 'mistral', 'groq'],
    scope: 'message',
    text: 'Efforts are those the model supports (MIS-022); none is one only where thinking can be turned off.',
    fix: 'Ask for the nearest effort it supports.',
    find: inBody(({ body, traits }) => {
      const effort = body['reasoning_effort'] ?? '';
      const { thinking, toolsNeedResponses } = traits;
      if (effort === '' || thinking.efforts.some((known) => known === effort)) return undefined;
      if (effort === 'none' && (thinking.canDisable || toolsNeedResponses)) return undefined;
      return { path: 'reasoning_effort', message: `"${asText(effort)}" is not an effort the model supports` };
    }),
  },
  {
    id: 'QWN-004',
    level: 'error',
    refusedBy: ['qwen'],
    scope: 'message',
    text: 'There is no JSON mode while thinking.',
    fix: 'Turn thinking off, or omit the response format.',
    find: inBody((view) => {
      const type = asText(asObject(view.body['response_format'])?.['type']);
      const thinks = view.traits.thinking.control === 'enable_thinking' && bodyThinks(view);
      if (!thinks || !type.startsWith('json')) return undefined;
      return { path: 'response_format', message: 'is not accepted while thinking' };
    }),
  },
  {
    id: 'QWN-005',
    level: 'error',
    refusedBy: ['qwen'],
    scope: 'message',
    text: 'A budget for thinking is positive.',
    fix: 'Turn thinking off instead.',
    find: inBody(({ body: { thinking_budget: budget = null } }) => {
      if (budget === null || (asNumber(budget) ?? 0) > 0) return undefined;
      return { path: 'thinking_budget', message: 'is not positive' };
    }),
  },
];
