/** Rules of a project nobody has vouched for: they may forbid and ask more, never allow. */
import type { ApprovalRule } from './approval.ts';

export function narrowRules(rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
  return rules.filter(({ verdict }) => verdict !== 'allow');
}
