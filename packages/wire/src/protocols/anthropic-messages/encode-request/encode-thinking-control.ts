/** How a request asks for thinking, and how that changes its token limit. */
import type { JsonObject } from '@interlock/transcript';
import { outputLimit } from '../../../traits/output-limit.ts';
import { budgetOf, budgetWithin, effortOf, leastBudget } from '../../../traits/thinking.ts';
import type { Traits } from '../../../traits/traits.ts';
import type { Outgoing } from '../../protocol.ts';
import { continuesThinking } from './running-loop.ts';

/** `own`: the model thinks, or may, without a setting in this request. */
export type ThinkingMode = 'off' | 'own' | 'budget' | 'adaptive';

export interface ThinkingPlan {
  readonly mode: ThinkingMode;
  readonly maxTokens: number;
  readonly thinking?: JsonObject;
  readonly effort?: string;
}

export function encodeThinkingControl(outgoing: Outgoing, list: readonly JsonObject[], limit: number): ThinkingPlan {
  const { settings, traits } = outgoing;
  const { reasoning } = settings;
  const { control } = traits.thinking;
  if (reasoning === undefined) return unasked(outgoing, limit);
  if (reasoning === 'off') return turnedOff(outgoing, limit);
  if (control === 'adaptive') return adaptive(outgoing, limit);
  if (control === 'budget') return budgeted(outgoing, list, limit);
  outgoing.leaveOut('reasoning', 'the model has no such setting');
  return unasked(outgoing, limit);
}

function unasked({ traits }: Outgoing, maxTokens: number): ThinkingPlan {
  return { mode: traits.thinking.byDefault ? 'own' : 'off', maxTokens };
}

/** The field is sent only if it changes something: a model that does not think by default may not know it. */
function turnedOff(outgoing: Outgoing, maxTokens: number): ThinkingPlan {
  const { byDefault, canDisable, control } = outgoing.traits.thinking;
  if (!byDefault) return { mode: 'off', maxTokens };
  if (canDisable && control !== 'none') return { mode: 'off', maxTokens, thinking: { type: 'disabled' } };
  outgoing.leaveOut('reasoning', 'thinking cannot be turned off');
  return { mode: 'own', maxTokens };
}

function adaptive({ settings, traits }: Outgoing, maxTokens: number): ThinkingPlan {
  const effort = effortOf(settings, traits.thinking);
  const thinking = { type: 'adaptive', ...display(traits) };
  return { mode: 'adaptive', maxTokens, thinking, ...(effort === undefined ? {} : { effort }) };
}

/** A caller that asks for thinking wants to read it: models that omit its text by default are asked to include it. */
function display({ thinking }: Traits): JsonObject {
  return thinking.display === 'unsaid' ? {} : { display: thinking.display };
}

function budgeted(outgoing: Outgoing, list: readonly JsonObject[], limit: number): ThinkingPlan {
  if (!continuesThinking(list)) {
    outgoing.leaveOut('reasoning', 'ANT-044: the calls being answered were made without thinking');
    return withoutThinking(outgoing, limit);
  }
  const wanted = Math.max(leastBudget, Math.floor(budgetOf(outgoing.settings) ?? leastBudget));
  // The caller's limit is raised only if no budget at all fits below it.
  const maxTokens = limit > leastBudget ? limit : Math.min(wanted + limit, mostTokens(outgoing));
  const budget = budgetWithin(wanted, maxTokens);
  if (budget === undefined) {
    outgoing.leaveOut('reasoning', 'ANT-053: no room for a budget');
    return withoutThinking(outgoing, limit);
  }
  if (budget < wanted) outgoing.leaveOut('reasoning', `ANT-053: budget lowered to ${budget}`);
  if (maxTokens > limit) outgoing.leaveOut('maxOutputTokens', `ANT-053: raised to ${maxTokens}, above the budget`);
  const thinking = { type: 'enabled', budget_tokens: budget, ...display(outgoing.traits) };
  return { mode: 'budget', maxTokens, thinking };
}

/** The model's limit, and the window's, whatever the caller requested. */
function mostTokens(outgoing: Outgoing): number {
  const { maxOutputTokens: _, ...settings } = outgoing.settings;
  return outputLimit({ ...outgoing, settings });
}

function withoutThinking(outgoing: Outgoing, maxTokens: number): ThinkingPlan {
  const { byDefault, canDisable } = outgoing.traits.thinking;
  if (!byDefault) return { mode: 'off', maxTokens };
  return canDisable ? { mode: 'off', maxTokens, thinking: { type: 'disabled' } } : { mode: 'own', maxTokens };
}
