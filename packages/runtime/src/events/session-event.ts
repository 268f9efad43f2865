/**
 * What a session reports to its listeners. Names are noun and verb; every decision comes with its reasons. Nothing here holds a
 * credential. A turn's stream begins with `turn-start` and ends with `turn-end`.
 */

import type { DiagnosticEvent } from '@interlock/transcript';
import type { Failure, Usage } from '@interlock/wire';
import type { ApprovalMode } from '../approval/approval.ts';
import type { SwitchLoss } from '../route/switch-losses.ts';
import type { CallEvent } from '../scheduler/call-event.ts';
import type { HookReport, Todo, TurnOutcome } from '../store/session-record.ts';
import type { JobOutcome } from '../tool/job.ts';
import type { TurnFault } from './turn-fault.ts';

export type SessionEvent =
  | { readonly type: 'turn-start'; readonly turnId: string }
  /** A request is sent: its target, its credential (by name), and why. */
  | {
      readonly type: 'request';
      readonly step: number;
      readonly target: string;
      readonly account: string;
      readonly plain: boolean;
      readonly because: readonly string[];
    }
  /** The request goes to another target or credential than the one before it in this turn. */
  | { readonly type: 'failover'; readonly from: string; readonly to: string; readonly because: readonly string[] }
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
  | { readonly type: 'request-failed'; readonly target: string; readonly failure: Failure }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'thinking-end' }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'text-end' }
  /** The model has begun to write a call; `tool-call` follows when it is whole. */
  | { readonly type: 'call-start'; readonly id: string; readonly name: string }
  | CallEvent
  /** The answer broke off. Its text is kept; whole calls were closed without being run; what was unfinished is only here. */
  | {
      readonly type: 'reply-cut';
      readonly why: CutReason;
      readonly cancelled: readonly string[];
      readonly unfinished: readonly UnfinishedCall[];
    }
  /** What a request took, whatever became of its answer; `for`: it was not the turn's own, but for a summary of the history. */
  | {
      readonly type: 'usage';
      readonly usage: Usage;
      readonly target: string;
      readonly cost?: number;
      readonly for?: 'summary';
    }
  /** What a render had to repair in the history, for this target. */
  | { readonly type: 'repair'; readonly target: string; readonly repairs: readonly DiagnosticEvent[] }
  /** Files that this target cannot take, and that are not text: the model learns that they were there. Reported once for each of them. */
  | { readonly type: 'media-replaced'; readonly target: string; readonly mimeTypes: readonly string[] }
  /** The model has changed its todo list. */
  | { readonly type: 'todos'; readonly items: readonly Todo[] }
  /** A command runs in the background from now on. */
  | { readonly type: 'job-start'; readonly number: number; readonly command: string; readonly callId: string }
  /** It has ended; `text` says how, in one sentence. */
  | {
      readonly type: 'job-end';
      readonly number: number;
      readonly command: string;
      readonly outcome: JobOutcome;
      readonly text: string;
    }
  /** The user has agreed to a plan: plan mode is over, and this mode counts. */
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
  /** The system prompt or the tools have changed with this turn; caches and bound thinking start over. */
  | { readonly type: 'setup-changed'; readonly what: readonly string[] }
  /** A hook has run. `vetoed`: what it was about does not happen. */
  | ({ readonly type: 'hook' } & HookReport)
  /** Something the user should know, that nothing depends on. */
  | { readonly type: 'notice'; readonly text: string }
  | {
      readonly type: 'turn-end';
      readonly turnId: string;
      readonly outcome: TurnOutcome;
      /** The last text of the model. */
      readonly text: string;
      /** Why it ended, where that was not the model's own end. */
      readonly why?: string;
      readonly failure?: Failure;
      /** A request could not be built from the history, and was not sent: a bug of ours (REQ-915-040). */
      readonly fault?: TurnFault;
      readonly steps: number;
      readonly usage: Usage;
    };

export type CutReason = 'max-tokens' | 'failed' | 'cancelled' | 'content-filter';

export interface UnfinishedCall {
  readonly name: string;
  /** The argument text as far as it came. */
  readonly text: string;
}

export type TurnEnd = Extract<SessionEvent, { readonly type: 'turn-end' }>;
export type Emit = (event: SessionEvent) => void;
