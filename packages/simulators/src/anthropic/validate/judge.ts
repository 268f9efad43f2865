/** All rules, in the order in which the API seems to look: shape, settings, roles, content, pairs, thinking, size. */
import type { Violation } from '../../api.ts';
import type { World } from '../../world.ts';
import type { Draft } from '../draft.ts';
import { type Recalled, recallThinking } from '../thinking.ts';
import { checkContent } from './content.ts';
import { checkContext } from './context.ts';
import { checkNames } from './names.ts';
import { checkPairing } from './pairing.ts';
import { checkParameters } from './parameters.ts';
import { checkEnd, checkRoles } from './roles.ts';
import { checkSchema } from './schema.ts';
import { checkServerTools } from './server-tools.ts';
import { checkThinkingFirst } from './thinking-first.ts';
import { checkTools } from './tools.ts';

export type Judgement =
  | { readonly refused: Violation }
  | { readonly refused?: undefined; readonly warnings: readonly Violation[]; readonly recalled: Recalled };

const checks: readonly ((draft: Draft) => Iterable<Violation>)[] = [
  checkSchema,
  checkNames,
  checkParameters,
  checkTools,
  checkRoles,
  checkContent,
  checkPairing,
  checkServerTools,
  checkThinkingFirst,
  checkEnd,
];

/** The first breach wins; what is let through is gathered. */
export function judge(draft: Draft, world: World): Judgement {
  const warnings: Violation[] = [];
  const firstOf = (findings: Iterable<Violation>): Violation | undefined => {
    for (const finding of findings) {
      if (finding.status >= 400) return finding;
      warnings.push(finding);
    }
    return undefined;
  };
  for (const check of checks) {
    const refused = firstOf(check(draft));
    if (refused) return { refused };
  }
  const recalled = recallThinking(draft, world);
  const refused = firstOf(recalled.findings) ?? firstOf(checkContext(draft));
  return refused ? { refused } : { warnings, recalled };
}
