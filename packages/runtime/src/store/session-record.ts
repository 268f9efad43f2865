/**
 * What a session's log holds, one fact a record. Applying them in order gives the session (`history/apply-record.ts`), whether
 * they are written now or read again after a crash: there is no other way into the history.
 */
import type { Content, SerializedLedger, SyntheticReason } from '@interlock/transcript';
import type { Settings, Usage } from '@interlock/wire';
import type { ApprovalRule } from '../approval/approval.ts';
import type { ShortenedResult } from '../context/shorten-results.ts';
import type { Outcome } from '../scheduler/outcome.ts';
import type { JobOutcome } from '../tool/job.ts';

export type TurnOutcome = 'done' | 'cancelled' | 'failed' | 'limit';

export interface StartedCall {
  readonly name: string;
  readonly parameters: unknown;
}

/** Where a session was started: `agent` as programs name it, `label` as people do, and that agent's own id. */
export interface ForeignOrigin {
  readonly agent: string;
  readonly label: string;
  readonly id: string;
}

/** When a hook runs. */
export type HookMoment =
  | 'before-session'
  | 'after-session'
  | 'before-turn'
  | 'after-turn'
  | 'before-tool'
  | 'after-tool';

/** How one ended. `failed`: its exit code was not 0, but an `after-…` hook can stop nothing. */
export type HookOutcome = 'passed' | 'vetoed' | 'failed';

/** What is recorded about a run, and reported to listeners. */
export interface HookReport {
  readonly on: HookMoment;
  readonly command: string;
  readonly outcome: HookOutcome;
  /** Why it did not pass: what it printed, or how it ended. */
  readonly text?: string;
  readonly callId?: string;
}

export interface Todo {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

/**
 * What was in a file: nothing (null), a content that is kept under its hash, or something that was not kept, and why; then size and time tell
 * whether it has changed since.
 */
export type FileState =
  | null
  | { readonly blob: string; readonly mode: number }
  | { readonly unkept: string; readonly size: number; readonly changedAt: number };

export interface KeptFile {
  /** Absolute. */
  readonly path: string;
  readonly state: FileState;
}

export interface ForeignClosure {
  readonly callId: string;
  readonly reason: SyntheticReason;
}

export type SessionRecord =
  /** The system prompt and the names of the tools on offer, from here on. */
  | { readonly kind: 'setup'; readonly system: string; readonly tools: readonly string[] }
  | { readonly kind: 'turn-start'; readonly turnId: string }
  /** `delivers`: the number of a text that waited until now, and waits no longer. */
  | { readonly kind: 'content'; readonly content: Content; readonly delivers?: number }
  /** A text that was accepted from the user and has not been sent yet. Its number is unique in a session. */
  | { readonly kind: 'text-queued'; readonly number: number; readonly text: string }
  /** The user has withdrawn a queued text: it is not sent. */
  | { readonly kind: 'text-withdrawn'; readonly number: number }
  /** The model's whole todo list; an empty one removes it. */
  | { readonly kind: 'todos'; readonly items: readonly Todo[] }
  /** Instructions of folders that a result of a call has brought along, by their paths. After a summary they are given again. */
  | { readonly kind: 'instructions-given'; readonly paths: readonly string[] }
  /** A command runs in the background; `callId`: the call that started it. Its number is unique in a session. */
  | {
      readonly kind: 'job-start';
      readonly number: number;
      readonly command: string;
      readonly callId: string;
      readonly at: number;
    }
  /** It has ended. `output`: the end of its output; `outputName`: the side file with all of it, if that is longer. */
  | {
      readonly kind: 'job-end';
      readonly number: number;
      readonly outcome: JobOutcome;
      readonly at: number;
      readonly output?: string;
      readonly outputName?: string;
    }
  /** A hook has run (`hooks/hook.ts`). Nothing in the conversation depends on it: what it stopped is closed, or was never said. */
  | ({ readonly kind: 'hook' } & HookReport)
  /**
   * What files hold that are about to be changed: by a call, or by going back (`rewind`). Contents are side files, `blob-` and their SHA-256.
   * `listing`: a side file with all files of the workspace, where it is not known what a call will touch. `uncovered`: why there is none.
   * `in`: the session whose side files they are, where that is one that this one was copied from.
   */
  | {
      readonly kind: 'files-kept';
      readonly by: 'call' | 'rewind';
      readonly turnId?: string;
      readonly files: readonly KeptFile[];
      readonly listing?: string;
      readonly uncovered?: string;
      readonly in?: string;
    }
  /**
   * `call`: what is run, so that it can be restored if the record of the answer that asked for it is damaged; absent where the arguments
   * are very long, and in older records. `turnId`: the turn it belongs to. `approvalMs`: how long the user was asked whether it may run;
   * absent: no one was.
   */
  | {
      readonly kind: 'call-start';
      readonly id: string;
      readonly turnId?: string;
      readonly call?: StartedCall;
      readonly approvalMs?: number;
    }
  | {
      readonly kind: 'call-end';
      readonly id: string;
      readonly outcome: Outcome;
      readonly late?: true;
      readonly name?: string;
      readonly turnId?: string;
    }
  /**
   * What a request took. `contents`: how many of the history it had read and written; absent where it does not measure the history: of
   * a summary (`for`), and of an answer that broke off.
   */
  | {
      readonly kind: 'usage';
      readonly usage: Usage;
      readonly target: string;
      readonly contents?: number;
      readonly for?: 'summary';
    }
  /** Whom the next turns go to, as the caller named it; without credentials. */
  | { readonly kind: 'switch'; readonly to: string }
  /** How much the model is to think from here on; null: as the session was opened. */
  | { readonly kind: 'effort'; readonly effort: NonNullable<Settings['reasoning']> | null }
  | { readonly kind: 'approval'; readonly rule: ApprovalRule }
  /** Every remembered rule that says exactly this is taken back. */
  | { readonly kind: 'approval-revoked'; readonly rule: ApprovalRule }
  /**
   * What the contents are after their first part became a summary, or after results of the running turn were shortened. The ledger keeps
   * what became of every call; from here on, the calls in `shortened` have the result that the contents have.
   */
  | {
      readonly kind: 'compaction';
      readonly contents: readonly Content[];
      readonly shortened?: readonly ShortenedResult[];
    }
  /**
   * A fork: what the parent had. Turns are counted on from there (`turns`), so that no two have one name, and no two calls one id.
   * `begun`: the names of the turns it has, also of those a summary has replaced; absent in older ones: those of the contents.
   */
  | {
      readonly kind: 'snapshot';
      readonly contents: readonly Content[];
      readonly ledger: SerializedLedger;
      readonly turns: number;
      readonly begun?: readonly string[];
    }
  /**
   * What the session of another agent holds, from where the last record like this one ended. `closed`: calls that never got a result,
   * and why. `current`: what that agent continued with, where it had compacted its history.
   */
  | {
      readonly kind: 'imported';
      readonly from: ForeignOrigin;
      readonly contents: readonly Content[];
      readonly closed?: readonly ForeignClosure[];
      readonly current?: readonly Content[];
    }
  | { readonly kind: 'turn-end'; readonly turnId: string; readonly outcome: TurnOutcome };
