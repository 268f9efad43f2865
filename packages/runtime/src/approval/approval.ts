/** Decides whether a call may run: rules first, then the user. */
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
  /** Returns a preview of what the call would do. Called only when the user must be asked. */
  readonly look?: () => Promise<Preview>;
}

export interface ApprovalRequest extends Omit<ApprovalCall, 'look'> {
  /** The narrowest rule that would have allowed the call, as text; `offerRules` has wider ones. */
  readonly rule: string;
  /** Everything the call would change, such as a diff against the current content. */
  readonly preview?: string;
}

export interface ApprovalAnswer {
  readonly verdict: 'allow' | 'deny';
  /** Added to the rules of the session. */
  readonly remember?: ApprovalRule;
  /** The reason, for the model. */
  readonly message?: string;
}

/** Asks the user. The signal is aborted when the answer is no longer needed. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

export interface ApprovalDecision {
  readonly verdict: 'allow' | 'deny';
  /** `impossible`: the user was not asked, because the call cannot succeed. */
  readonly by: 'rule' | 'mode' | 'user' | 'nobody' | 'typed-past' | 'cancelled' | 'impossible';
  /** The reason for a denial, for the model. */
  readonly message?: string;
  /** The preview that the user approved. If it has changed when the call runs, the user is asked again. */
  readonly seen?: string;
  /** Parts of a command line run without a rule or an answer, because they only read: nothing else may run. */
  readonly onlyReads?: true;
}

export interface Approvals {
  /** `asking` is called when the user is asked. Never rejects: if the callback throws, the call is denied with that reason. */
  decide(
    call: ApprovalCall,
    signal: AbortSignal,
    asking: (request: ApprovalRequest) => void,
  ): Promise<ApprovalDecision>;
  /** The user typed a message instead of answering: all open questions are denied (`typed-past`). */
  denyOpen(): void;
  remember(rule: ApprovalRule): void;
  readonly rules: readonly ApprovalRule[];
}

/** Approvals whose rules and mode can be changed while a session runs. */
export interface SessionApprovals extends Approvals {
  /** With `kept: false` the rule is not stored: it applies only while the session is open. */
  remember(rule: ApprovalRule, options?: { readonly kept?: boolean }): void;
  /** Removes all rules equal to this one. Returns whether there were any. */
  forget(rule: ApprovalRule): boolean;
  /** The mode for calls that no rule matches. */
  mode: ApprovalMode;
}

/**
 * What happens to calls that no rule matches. `ask`: only reading runs without asking. `accept-edits`: file tools may also write in
 * the workspace. `plan`: only reading runs. `confined`: commands in the sandbox and file tools run without asking; without a sandbox
 * commands are asked about, as in `ask`.
 */
export type ApprovalMode = 'ask' | 'accept-edits' | 'plan' | 'confined';

/** The order in which a user interface cycles through them. */
export const approvalModes: readonly ApprovalMode[] = ['ask', 'accept-edits', 'plan', 'confined'];
