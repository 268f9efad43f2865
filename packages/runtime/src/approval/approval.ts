/** Who decides whether a call may run: rules first, then the user. */
import type { JsonObject } from '@interlock/transcript';
import type { ApprovalRule, Verdict } from '../tool/approval-rule.ts';
import type { CallConfinement, Preview, ToolKind } from '../tool/tool.ts';

export type { ApprovalRule, Verdict };

/** A call as the rules see it. */
export interface ApprovalCall {
  readonly callId: string;
  readonly tool: string;
  readonly kind: ToolKind;
  readonly args: JsonObject;
  readonly subject: string;
  /** Absent: the call runs outside the sandbox. */
  readonly confinement?: CallConfinement;
  /** The MCP server whose tool it is. */
  readonly server?: string;
  /** What it would do now; called only when the user must be asked. */
  readonly look?: () => Promise<Preview>;
}

export interface ApprovalRequest extends Omit<ApprovalCall, 'look'> {
  /** The narrowest rule that would have allowed it, as it is written; `offerRules` has wider ones. */
  readonly rule: string;
  /** Everything the call would change, such as a diff against the current content. */
  readonly preview?: string;
}

export interface ApprovalAnswer {
  readonly verdict: 'allow' | 'deny';
  /** Put among the rules of the session from now on. */
  readonly remember?: ApprovalRule;
  /** For the model: why not. */
  readonly message?: string;
}

/** The caller's answer. The signal is aborted when no one is waiting for it anymore. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

export interface ApprovalDecision {
  readonly verdict: 'allow' | 'deny';
  /** `impossible`: the user was not asked, because the call cannot succeed. */
  readonly by: 'rule' | 'mode' | 'user' | 'nobody' | 'typed-past' | 'cancelled' | 'impossible';
  /** What the model reads about a denial. */
  readonly message?: string;
  /** The preview that was approved: if it changes, the user is asked again. */
  readonly seen?: string;
}

export interface Approvals {
  /** `asking` is called when the user is asked. Never rejects: a callback that throws is a denial that says so. */
  decide(
    call: ApprovalCall,
    signal: AbortSignal,
    asking: (request: ApprovalRequest) => void,
  ): Promise<ApprovalDecision>;
  /** The user has typed something else: whatever is being asked is denied (`typed-past`). */
  denyOpen(): void;
  remember(rule: ApprovalRule): void;
  readonly rules: readonly ApprovalRule[];
}

/** Approvals whose rules and mode can be changed while a session runs. */
export interface SessionApprovals extends Approvals {
  /** `kept: false`: only while the session is open; it is not stored. */
  remember(rule: ApprovalRule, options?: { readonly kept?: boolean }): void;
  /** Takes back all rules that say exactly this. Whether there were any. */
  forget(rule: ApprovalRule): boolean;
  /** What happens to calls that no rule is about. */
  mode: ApprovalMode;
}

/**
 * What happens to calls that no rule is about. `ask`: only reading runs unasked. `accept-edits`: file tools may write in the workspace,
 * too. `plan`: only reading runs at all. `confined`: whatever runs inside the sandbox runs unasked, and file tools, which
 * write nowhere else; without a sandbox it asks about commands like `ask`.
 */
export type ApprovalMode = 'ask' | 'accept-edits' | 'plan' | 'confined';

/** In the order in which a key goes through them. */
export const approvalModes: readonly ApprovalMode[] = ['ask', 'accept-edits', 'plan', 'confined'];
