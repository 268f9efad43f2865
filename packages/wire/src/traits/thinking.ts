/** Translates the settings of a request into a target's terms for thinking, before a protocol writes them. */
import type { Settings } from './settings.ts';
import { wordLists } from './trait-list.ts';
import type { Effort, ThinkingTraits, Traits } from './traits.ts';

export const allEfforts: readonly Effort[] = wordLists.efforts;

/** Whether the model will think in this request. Thinking that cannot be turned off stays on. */
export function isThinking({ reasoning }: Settings, { thinking }: Traits): boolean {
  if (reasoning === undefined) return thinking.byDefault;
  return reasoning !== 'off' || (!thinking.canDisable && thinking.byDefault);
}

/** The requested effort, moved to the nearest the model knows (the weaker of two equally near); undefined if it knows none. */
export function effortOf({ reasoning }: Settings, { efforts }: ThinkingTraits): Effort | undefined {
  if (reasoning === undefined || reasoning === 'off') return undefined;
  const wanted = allEfforts.indexOf(typeof reasoning === 'string' ? reasoning : effortOfTokens(reasoning.tokens));
  let best: Effort | undefined;
  for (const effort of efforts) {
    if (best === undefined || distance(effort, wanted) < distance(best, wanted)) best = effort;
  }
  return best;
}

/**
 * Why the model does not support the requested effort, in words; undefined if it does. Restrictions that apply only to this request,
 * because of its calls, are not included.
 */
export function missingEffort({ reasoning }: Settings, thinking: ThinkingTraits): string | undefined {
  const { control, efforts, byDefault, canDisable } = thinking;
  if (reasoning === undefined || typeof reasoning === 'object') return undefined;
  if (reasoning === 'off') return byDefault && !canDisable ? 'its thinking cannot be turned off' : undefined;
  if (control === 'none') return 'there is nothing to set';
  if (efforts.includes(reasoning) || control === 'budget' || control === 'gemini-budget') return undefined;
  const nearest = effortOf({ reasoning }, thinking);
  return nearest === undefined ? 'its thinking is only on or off' : `the nearest it supports is ${nearest}`;
}

/** Budgets for targets that count tokens instead of naming efforts. */
const budgets: Readonly<Record<Effort, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
};

export function budgetOf({ reasoning }: Settings): number | undefined {
  if (reasoning === undefined || reasoning === 'off') return undefined;
  return typeof reasoning === 'string' ? budgets[reasoning] : reasoning.tokens;
}

/** ANT-053: the smallest budget that Claude accepts. */
export const leastBudget = 1024;

/**
 * The budget for an answer of at most `limit` tokens, which include the thinking (ANT-053): what is wanted, if it fits; otherwise less, so
 * that about as much as the smallest budget is left for the answer. Undefined if there is no room for any.
 */
export function budgetWithin(wanted: number, limit: number): number | undefined {
  if (wanted < limit) return wanted;
  return limit > leastBudget ? Math.max(leastBudget, limit - leastBudget) : undefined;
}

function effortOfTokens(tokens: number): Effort {
  return allEfforts.findLast((effort) => budgets[effort] <= tokens) ?? 'minimal';
}

function distance(effort: Effort, wanted: number): number {
  return Math.abs(allEfforts.indexOf(effort) - wanted);
}
