/** Rules for thinking: as requested, and as sent back. */
import type { JsonObject } from '@interlock/transcript';
import { asNumber, asObject, asText } from '../../../json/json.ts';
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import type { Effort } from '../../../traits/traits.ts';
import { inEach, inEachMessage, messageAt, type SeenBlock } from './read-body.ts';

export const thinkingRules: readonly Rule[] = [
  {
    id: 'ANT-041',
    level: 'error',
    scope: 'message',
    text: 'Thinking is sent back with its signature.',
    fix: 'Omit thinking that has none.',
    find: inEach('thinking', (block) => (asText(block['signature']) === '' ? 'There is no signature.' : undefined)),
  },
  {
    id: 'ANT-042',
    level: 'error',
    scope: 'message',
    text: 'Redacted thinking is sent back with its data.',
    fix: 'Omit the block.',
    find: inEach('redacted_thinking', (block) => (asText(block['data']) === '' ? 'There is no data.' : undefined)),
  },
  {
    id: 'ANT-044',
    level: 'error',
    scope: 'message',
    text: 'With a thinking budget, the last assistant message starts with thinking if it has calls or is the end.',
    fix: 'Send this request without thinking.',
    find: findMissingThinking,
  },
  {
    id: 'DSK-015',
    level: 'error',
    refusedBy: ['deepseek', 'moonshot'],
    scope: 'message',
    text: 'While thinking, every message with calls carries the thinking that led to them (also KIM-021).',
    fix: 'Send it back; if it is not known, say so.',
    find: where(
      ({ body, traits }) => traits.thinking.demanded !== 'never' && thinkingType(body) !== 'disabled',
      inEachMessage(({ calls, blocks }) =>
        calls.length > 0 && !blocks.some(({ type }) => type === 'thinking')
          ? 'There are calls, and no thinking.'
          : undefined,
      ),
    ),
  },
  {
    id: 'ANT-047',
    level: 'error',
    scope: 'message',
    text: 'Newer models accept no thinking budget.',
    fix: 'Use adaptive thinking with an effort.',
    find: ({ body, traits }) => {
      if (thinkingType(body) !== 'enabled' || traits.thinking.control !== 'adaptive') return [];
      const finding = { path: 'thinking.type', message: 'The model accepts no budget.' };
      return [
        traits.thinking.takesBudget
          ? { ...finding, message: 'The model prefers an effort.', level: 'warning' }
          : finding,
      ];
    },
  },
  {
    id: 'ANT-048',
    level: 'error',
    scope: 'message',
    text: 'Older models do not accept adaptive thinking.',
    fix: 'Use a thinking budget.',
    find: ({ body, traits }) =>
      thinkingType(body) === 'adaptive' && traits.thinking.control === 'budget'
        ? [{ path: 'thinking.type', message: 'The model does not support adaptive thinking.' }]
        : [],
  },
  {
    id: 'ANT-059',
    level: 'error',
    scope: 'message',
    text: 'While thinking is off, the last assistant message contains none if it has calls or is the end.',
    fix: 'Omit the thinking of the running tool loop.',
    find: where(({ traits }) => traits.lastMessage === 'any', findFinalThinking),
  },
  {
    // Opus 5 refuses it, 4.8 does not.
    id: 'ANT-051',
    level: 'warning',
    scope: 'message',
    text: 'The highest efforts need thinking on some models.',
    fix: 'Lower the effort, or do not disable thinking.',
    find: ({ body }) =>
      thinkingType(body) === 'disabled' && ['xhigh', 'max'].includes(effort(body))
        ? [{ path: 'output_config.effort', message: `Not without thinking: ${effort(body)}` }]
        : [],
  },
  {
    id: 'ANT-052',
    level: 'error',
    scope: 'message',
    text: 'A model supports only some efforts.',
    fix: 'Use the nearest one it supports.',
    find: ({ body, traits }) =>
      isUnknownEffort(effort(body), traits.thinking.efforts)
        ? [{ path: 'output_config.effort', message: `The model does not support it: ${effort(body)}` }]
        : [],
  },
  {
    id: 'ANT-053',
    level: 'error',
    scope: 'message',
    text: 'A thinking budget is at least 1024 tokens, and less than `max_tokens`.',
    fix: 'Raise `max_tokens`, or change the budget.',
    find: findWrongBudget,
  },
];

export function isThinking(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function thinkingType(body: JsonObject): string {
  return asText(asObject(body['thinking'])?.['type']);
}

function effort(body: JsonObject): string {
  return asText(asObject(body['output_config'])?.['effort']);
}

/** For a model without known efforts, nothing is checked. */
function isUnknownEffort(wanted: string, known: readonly Effort[]): boolean {
  return wanted !== '' && known.length > 0 && !known.some((level) => level === wanted);
}

function findMissingThinking(view: BodyView): readonly Finding[] {
  if (thinkingType(view.body) !== 'enabled') return [];
  const open = openMessage(view);
  if (open === undefined || isThinking(open.blocks[0]?.type ?? '')) return [];
  return [{ path: `messages.${open.at}.content.0`, message: 'The message does not start with thinking.' }];
}

function findFinalThinking(view: BodyView): readonly Finding[] {
  if (['enabled', 'adaptive'].includes(thinkingType(view.body))) return [];
  const open = openMessage(view);
  const at = open?.blocks.findIndex(({ type }) => isThinking(type)) ?? -1;
  if (open === undefined || at === -1) return [];
  return [{ path: `messages.${open.at}.content.${at}`, message: 'Thinking is off.' }];
}

/** The last assistant message, if it is the end or its calls are answered. Looks back no further. */
function openMessage(view: BodyView): { readonly at: number; readonly blocks: readonly SeenBlock[] } | undefined {
  let at = view.list.length - 1;
  while (at >= 0 && asObject(view.list[at])?.['role'] !== 'assistant') at -= 1;
  const blocks = messageAt(view, at)?.blocks ?? [];
  const isOpen = at >= 0 && (at === view.list.length - 1 || blocks.some(({ type }) => type === 'tool_use'));
  return isOpen ? { at, blocks } : undefined;
}

function findWrongBudget({ body }: BodyView): readonly Finding[] {
  if (thinkingType(body) !== 'enabled') return [];
  const budget = asNumber(asObject(body['thinking'])?.['budget_tokens']) ?? 0;
  const most = asNumber(body['max_tokens']) ?? Number.POSITIVE_INFINITY;
  if (budget >= 1024 && budget < most) return [];
  return [{ path: 'thinking.budget_tokens', message: budget < 1024 ? 'Less than 1024.' : 'Not less than max_tokens.' }];
}
