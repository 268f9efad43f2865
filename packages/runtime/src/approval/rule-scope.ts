/** Which calls a rule applies to, by the name or the kind of their tool. */
import type { ApprovalRule } from '../tool/approval-rule.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';
import type { WeighedCall } from './weighed-call.ts';

/** A longer pattern must match exactly: matching costs the product of both lengths, and both are untrusted. */
export function isReadable({ pattern = '' }: ApprovalRule): boolean {
  return pattern.length <= 2_000;
}

export function isAbout(tool: string, call: Pick<WeighedCall, 'tool' | 'kind'>): boolean {
  if (tool.startsWith('kind:')) return tool === `kind:${call.kind}`;
  return matchesWildcard(readWildcard(tool), call.tool);
}

/** Rules of an untrusted project may deny and ask, never allow. */
export function narrowRules(rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
  return rules.filter(({ verdict }) => verdict !== 'allow');
}
