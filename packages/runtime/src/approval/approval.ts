/** Who decides whether a call may run: rules first, then whoever can be asked. */
import type { JsonObject } from '@interlock/transcript';
import type { CallConfinement, ToolKind } from '../tool/tool.ts';
import type { ApprovalRule, Verdict } from './approval-rule.ts';

export type { ApprovalRule, Verdict };

export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: string;
  readonly kind: ToolKind;
  readonly args: JsonObject;
  readonly subject: string;
  /** Absent: the call runs outside the sandbox. */
  readonly confinement?: CallConfinement;
  /** The narrowest rule that would have allowed it, as it is written. */
  readonly rule: string;
}

export interface ApprovalAnswer {
  readonly verdict: 'allow' | 'deny';
  /** Put among the rules of the session from now on. */
  readonly remember?: ApprovalRule;
  /** For the model: why not. */
  readonly message?: string;
}

/** The caller's answer. The signal is aborted when nobody waits for it any more. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

export interface ApprovalDecision {
  readonly verdict: 'allow' | 'deny';
  readonly by: 'rule' | 'user' | 'nobody' | 'typed-past' | 'cancelled';
  /** What the model is told of a denial. */
  readonly message?: string;
}

export interface Approvals {
  /** `asking` is called when somebody is asked. Never rejects: a callback that throws is a denial that says so. */
  decide(
    request: Omit<ApprovalRequest, 'rule'>,
    signal: AbortSignal,
    asking: (request: ApprovalRequest) => void,
  ): Promise<ApprovalDecision>;
  /** The user has typed something else: whatever is being asked is denied (`typed-past`). */
  denyOpen(): void;
  remember(rule: ApprovalRule): void;
  readonly rules: readonly ApprovalRule[];
}
