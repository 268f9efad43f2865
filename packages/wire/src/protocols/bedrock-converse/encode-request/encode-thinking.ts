/** How a request asks for thinking: in the model's own fields, which the API passes on (CNV-025). */
import type { JsonObject } from '@interlock/transcript';
import { asObjects } from '../../../json/json.ts';
import { budgetOf, budgetWithin, effortOf, isThinking, leastBudget } from '../../../traits/thinking.ts';
import type { Outgoing } from '../../protocol.ts';

export interface ThinkingPlan {
  readonly thinks: boolean;
  readonly maxTokens: number;
  readonly fields?: JsonObject;
}

export function encodeThinking(outgoing: Outgoing, list: readonly JsonObject[], limit: number): ThinkingPlan {
  const { settings, traits, leaveOut } = outgoing;
  const { control, byDefault, canDisable, display } = traits.thinking;
  const { reasoning } = settings;
  const unasked = { thinks: isThinking({}, traits), maxTokens: limit };
  if (reasoning === undefined) return unasked;
  if (reasoning === 'off') {
    if (!byDefault) return unasked;
    if (canDisable && control !== 'none')
      return { ...unasked, thinks: false, fields: { thinking: { type: 'disabled' } } };
    leaveOut('reasoning', 'thinking cannot be turned off');
    return unasked;
  }
  const shown = display === 'unsaid' ? {} : { display };
  if (control === 'adaptive') {
    const effort = effortOf(settings, traits.thinking);
    const config = effort === undefined ? {} : { output_config: { effort } };
    return { thinks: true, maxTokens: limit, fields: { thinking: { type: 'adaptive', ...shown }, ...config } };
  }
  if (control !== 'budget') {
    leaveOut('reasoning', 'the model has no such setting');
    return unasked;
  }
  const wanted = Math.max(leastBudget, Math.floor(budgetOf(settings) ?? leastBudget));
  const budget = budgetWithin(wanted, limit);
  const why = budget === undefined ? 'ANT-053: no room for a budget' : openCallsWithoutThinking(list);
  if (budget === undefined || why !== undefined) {
    if (why !== undefined) leaveOut('reasoning', why);
    return unasked;
  }
  if (budget < wanted) leaveOut('reasoning', `ANT-053: budget lowered to ${budget}`);
  const thinking = { type: 'enabled', budget_tokens: budget, ...shown };
  return { thinks: true, maxTokens: limit, fields: { thinking } };
}

/** ANT-044: the message whose calls are answered starts with thinking, or was written without. */
function openCallsWithoutThinking(list: readonly JsonObject[]): string | undefined {
  const blocks = asObjects(list.findLast(({ role }) => role === 'assistant')?.['content']);
  const isOpen = blocks.some(({ toolUse }) => toolUse !== undefined);
  if (!isOpen || blocks[0]?.['reasoningContent'] !== undefined) return undefined;
  return 'ANT-044: the calls being answered were made without thinking';
}
