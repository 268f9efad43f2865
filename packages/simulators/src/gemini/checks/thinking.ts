/** thinkingBudget and thinkingLevel: one of them, and the one the generation supports (GEM-031). */
import { objectOf } from '../../api/json.ts';
import type { CheckedRequest, Finding } from '../finding.ts';
import { type GeminiModel, isGemini3OrLater } from '../models.ts';

/** The first generation that refuses a budget instead of ignoring it. */
const refusesBudget = 3.8;

export function* checkThinking({ request, model }: CheckedRequest): Iterable<Finding> {
  const config = objectOf(objectOf(request['generationConfig'])['thinkingConfig']);
  const { thinkingBudget: budget, thinkingLevel: level } = config;
  const found = (message: string): Finding => ({
    rule: 'GEM-031',
    message,
    path: 'generation_config.thinking_config',
  });
  if (budget !== undefined && level !== undefined) {
    yield found('You can only set only one of thinking budget and thinking level.');
  }
  if (model.route === 'claude') return;
  if (level !== undefined && !isGemini3OrLater(model)) yield found('Thinking level is not supported for this model.');
  if (typeof budget !== 'number') return;
  const limit = budgetProblem(model, budget);
  if (limit !== undefined) yield found(limit);
  if (!isGemini3OrLater(model)) return;
  const refused = model.generation >= refusesBudget;
  yield { ...found('Thinking budget is not supported for this model.'), silent: !refused };
}

/** -1 leaves it to the model. */
function budgetProblem({ budget: { least, most, off } }: GeminiModel, budget: number): string | undefined {
  if (budget === -1 || (budget === 0 && off)) return undefined;
  if (budget === 0) return 'Budget 0 is invalid. This model only works in thinking mode.';
  if (budget >= least && budget <= most) return undefined;
  return `The thinking budget ${budget} is invalid. Please choose a value between ${least} and ${most}.`;
}
