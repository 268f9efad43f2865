/** Which calls a rule applies to, by the name or the kind of their tool. */
import type { ApprovalRule } from '../tool/approval-rule.ts';
import type { CallConfinement, ToolKind } from '../tool/tool.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';

/** A call, as rules see it. */
export interface WeighedCall {
  readonly tool: string;
  readonly kind: ToolKind;
  readonly subject: string;
  readonly confinement?: CallConfinement;
  /** The MCP server whose tool it is. */
  readonly server?: string;
}

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
