/** How much the model should think: a budget for 2.5, a level for 3 and later, never both (GEM-031). */
import type { JsonObject } from '@interlock/transcript';
import { budgetOf, effortOf } from '../../../traits/thinking.ts';
import type { Effort } from '../../../traits/traits.ts';
import type { Outgoing } from '../../protocol.ts';

export function encodeThinking(outgoing: Outgoing): JsonObject | undefined {
  const { settings, traits, leaveOut } = outgoing;
  if (settings.reasoning === undefined) return undefined;
  if (traits.thinking.control === 'gemini-budget') return encodeBudget(outgoing);
  if (traits.thinking.control === 'gemini-level') return encodeLevel(outgoing);
  leaveOut('reasoning', 'the model has no setting for it');
  return undefined;
}

/** Budgets that every 2.5 model accepts: the maximum of Flash, the minimum of Flash-Lite. */
const budgets = { least: 512, most: 24_576 } as const;

function encodeBudget({ settings, traits, leaveOut }: Outgoing): JsonObject | undefined {
  if (settings.reasoning === 'off') {
    if (traits.thinking.canDisable) return { thinkingBudget: 0, includeThoughts: false };
    leaveOut('reasoning', `cannot be turned off: lowered to ${budgets.least} tokens`);
    return { thinkingBudget: budgets.least, includeThoughts: true };
  }
  const wanted = budgetOf(settings);
  if (wanted === undefined) return undefined;
  const thinkingBudget = Math.round(Math.min(Math.max(wanted, budgets.least), budgets.most));
  if (thinkingBudget !== wanted) leaveOut('reasoning', `moved to ${thinkingBudget} tokens, which the model accepts`);
  return { thinkingBudget, includeThoughts: true };
}

/** There are no others, whatever a model's data may list. */
const levels: readonly Effort[] = ['minimal', 'low', 'medium', 'high'];

function encodeLevel({ settings, traits, leaveOut }: Outgoing): JsonObject | undefined {
  const efforts = traits.thinking.efforts.filter((effort) => levels.includes(effort));
  const { reasoning } = settings;
  const level = reasoning === 'off' ? efforts[0] : effortOf(settings, { ...traits.thinking, efforts });
  if (level === undefined) {
    leaveOut('reasoning', 'the model has no levels');
    return undefined;
  }
  if (reasoning === 'off') leaveOut('reasoning', `cannot be turned off: lowered to ${level}`);
  else if (level !== reasoning) leaveOut('reasoning', `moved to ${level}, the nearest the model supports`);
  return { thinkingLevel: level.toUpperCase(), includeThoughts: reasoning !== 'off' };
}
