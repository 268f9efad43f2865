/**
 * What a session reports to its listeners. Every decision has its reasons. No event contains a credential. The events of a `send` start
 * with `turn-start` and end with `turn-end`, also if its turn was continued by others: then `turn-end` is that of the last.
 */

import type { DiagnosticEvent, FaultClass } from '@interlock/transcript';
import type { Failure, RequestDiagnostics, Usage } from '@interlock/wire';
import type { ApprovalMode } from '../approval/approval.ts';
import type { SwitchLoss } from '../route/switch-losses.ts';
import type { CallEvent } from '../scheduler/call-event.ts';
import type { RequestFacts, UnsentRequest } from '../store/request-facts.ts';
import type { HookReport, Todo, TurnOutcome } from '../store/session-record.ts';
import type { JobOutcome } from '../tool/job.ts';
import type { TurnFault } from './turn-fault.ts';

export type SessionEvent =
  | { readonly type: 'turn-start'; readonly turnId: string }
  /** A request is sent: to which target, with which credential (by name), and why. */
  | {
      readonly type: 'request';
      readonly step: number;
      readonly target: string;
      readonly account: string;
      readonly plain: boolean;
      readonly because: readonly string[];
    }
  /**
   * The request goes to a different target or credential than the previous one. To another target: the turn has ended, and the turn
   * `turnId` continues it. No other event shows the boundary.
   */
  | {
      readonly type: 'failover';
      readonly from: string;
      readonly to: string;
      readonly because: readonly string[];
      readonly turnId?: string;
      readonly continues?: string;
    }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly ms: number;
      readonly because: readonly string[];
    }
  | {
      readonly type: 'cooldown-wait';
      readonly ms: number;
      readonly until: number;
      readonly because: readonly string[];
    }
  /** `fault`: whose it is; `none`: not ours. `refusal`: what was sent, if the provider has refused its structure. */
  | {
      readonly type: 'request-failed';
      readonly target: string;
      readonly failure: Failure;
      readonly fault: FaultClass | 'none';
      readonly refusal?: Refusal;
    }
  /** A request has ended, in any way: what is recorded about it. */
  | { readonly type: 'request-end'; readonly request: RequestFacts }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'thinking-end' }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'text-end' }
  /** The model has started to write a call; `tool-call` follows when it is complete. */
  | { readonly type: 'call-start'; readonly id: string; readonly name: string }
  | CallEvent
  /** The answer was cut off. Its text is kept; complete calls were closed without running; unfinished calls are only in this event. */
  | {
      readonly type: 'reply-cut';
      readonly why: CutReason;
      readonly cancelled: readonly string[];
      readonly unfinished: readonly UnfinishedCall[];
    }
  /** The usage of a request, even if its answer was not used. `for`: the request was for a summary of the history. */
  | {
      readonly type: 'usage';
      readonly usage: Usage;
      readonly target: string;
      readonly cost?: number;
      readonly for?: 'summary';
    }
  /** What the renderer repaired in the history for this target. */
  | { readonly type: 'repair'; readonly target: string; readonly repairs: readonly DiagnosticEvent[] }
  /** Files that this target does not accept and that are not text: the model sees a placeholder. Reported once for each file. */
  | { readonly type: 'media-replaced'; readonly target: string; readonly mimeTypes: readonly string[] }
  /** The model has changed its todo list. */
  | { readonly type: 'todos'; readonly items: readonly Todo[] }
  /** A background command has started. */
  | { readonly type: 'job-start'; readonly number: number; readonly command: string; readonly callId: string }
  /** A background command has ended; `text` says how, in one sentence. */
  | {
      readonly type: 'job-end';
      readonly number: number;
      readonly command: string;
      readonly outcome: JobOutcome;
      readonly text: string;
    }
  /** The user has approved a plan: plan mode has ended, and this mode applies. */
  | { readonly type: 'mode-changed'; readonly mode: ApprovalMode }
  /** A queued text is sent now. */
  | { readonly type: 'steer'; readonly text: string }
  | {
      readonly type: 'switch-queued';
      readonly to: string;
      readonly replaces?: string;
      readonly losses: readonly SwitchLoss[];
    }
  | { readonly type: 'switch-cancelled'; readonly to: string }
  | {
      readonly type: 'switch-applied';
      readonly from: string;
      readonly to: string;
      readonly losses: readonly SwitchLoss[];
    }
  | {
      readonly type: 'compaction';
      readonly outcome: 'started' | 'compacted' | 'unchanged';
      readonly why: string;
      readonly before: number;
      readonly after?: number;
    }
  /** The system prompt or the tools have changed with this turn; caches and sealed thinking are no longer valid. */
  | { readonly type: 'setup-changed'; readonly what: readonly string[] }
  /** A hook has run. `vetoed`: it stopped the action. */
  | ({ readonly type: 'hook' } & HookReport)
  /** Information for the user; nothing depends on it. */
  | { readonly type: 'notice'; readonly text: string }
  | {
      readonly type: 'turn-end';
      readonly turnId: string;
      readonly outcome: TurnOutcome;
      /** The last text of the model. */
      readonly text: string;
      /** Why it ended, unless the model simply finished. */
      readonly why?: string;
      readonly failure?: Failure;
      /** A request could not be built from the history and was not sent: a bug in this package (REQ-915-040). */
      readonly fault?: TurnFault;
      /** The request that was not sent (again), and why. */
      readonly unsent?: UnsentRequest;
      readonly steps: number;
      readonly usage: Usage;
    };

/** The structure of a refused request (REQ-915-039). */
export interface Refusal {
  /** The protocol in which the request was written, and its form of ids. */
  readonly format: string;
  readonly idScheme: string;
  /** Every call in the request: its canonical id, and the ids sent for the call and its result. */
  readonly ids: RequestDiagnostics['ids'];
  /** What was repaired, deduplicated and synthesized, with its reason. */
  readonly decisions: readonly DiagnosticEvent[];
}

export type CutReason = 'max-tokens' | 'failed' | 'cancelled' | 'content-filter';

export interface UnfinishedCall {
  readonly name: string;
  /** The argument text received so far. */
  readonly text: string;
}

export type TurnEnd = Extract<SessionEvent, { readonly type: 'turn-end' }>;
export type Emit = (event: SessionEvent) => void;
