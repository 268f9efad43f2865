/** Which calls a rule is about, by the name or the kind of their tool. */
import type { ApprovalRule } from '../tool/approval-rule.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';
import type { WeighedCall } from './weighed-call.ts';

/** A longer one only says exactly one thing: matching costs the product of both lengths, and neither is ours. */
export function isReadable({ pattern = '' }: ApprovalRule): boolean {
  return pattern.length <= 2_000;
}

export function isAbout(tool: string, call: Pick<WeighedCall, 'tool' | 'kind'>): boolean {
  if (tool.startsWith('kind:')) return tool === `kind:${call.kind}`;
  return matchesWildcard(readWildcard(tool), call.tool);
}

/** Rules of an untrusted project: they may forbid and ask more, never allow. */
export function narrowRules(rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
  return rules.filter(({ verdict }) => verdict !== 'allow');
}
