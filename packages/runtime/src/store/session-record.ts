/**
 * The records of a session's log, one fact each. Applying them in order gives the session (`history/apply-record.ts`), live or after a
 * crash: there is no other way into the history.
 */
import type { Content, SerializedLedger, SyntheticReason } from '@interlock/transcript';
import type { Settings, Usage } from '@interlock/wire';
import type { ApprovalRule } from '../approval/approval.ts';
import type { ShortenedResult } from '../context/shorten-results.ts';
import type { Outcome } from '../scheduler/outcome.ts';
import type { JobOutcome } from '../tool/job.ts';
import type { RequestFacts, UnsentRequest } from './request-facts.ts';

export type TurnOutcome = 'done' | 'cancelled' | 'failed' | 'limit';

export interface StartedCall {
  readonly name: string;
  readonly parameters: unknown;
}

/** Where a session was imported from: `agent` for programs, `label` for people, and that agent's id. */
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

/** How a hook ended. `failed`: its exit code was not 0, but an `after-…` hook cannot stop anything. */
export type HookOutcome = 'passed' | 'vetoed' | 'failed';

/** Recorded for each run, and reported to listeners. */
export interface HookReport {
  readonly on: HookMoment;
  readonly command: string;
  readonly outcome: HookOutcome;
  /** Why it did not pass: its output, or how it ended. */
  readonly text?: string;
  readonly callId?: string;
}

export interface Todo {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

/**
 * The state of a file: missing (null), a content stored under its hash, or not stored, with the reason; then size and time show
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
  /** The system prompt and the names of the tools, from here on. */
  | { readonly kind: 'setup'; readonly system: string; readonly tools: readonly string[] }
  /** `continues`: the turn whose target had failed. This one goes on with its history at another target, without new words of the user. */
  | { readonly kind: 'turn-start'; readonly turnId: string; readonly continues?: string }
  /** `delivers`: the number of the queued text that this sends. */
  | { readonly kind: 'content'; readonly content: Content; readonly delivers?: number }
  /** A text that was accepted from the user and not sent yet. Its number is unique in a session. */
  | { readonly kind: 'text-queued'; readonly number: number; readonly text: string }
  /** The user has withdrawn a queued text: it is not sent. */
  | { readonly kind: 'text-withdrawn'; readonly number: number }
  /** The model's whole todo list; an empty one removes it. */
  | { readonly kind: 'todos'; readonly items: readonly Todo[] }
  /** Instructions of folders that a result contains, by their paths. After a compaction they are given again. */
  | { readonly kind: 'instructions-given'; readonly paths: readonly string[] }
  /** A background command has started; `callId`: the call that started it. Its number is unique in a session. */
  | {
      readonly kind: 'job-start';
      readonly number: number;
      readonly command: string;
      readonly callId: string;
      readonly at: number;
    }
  /** A background command has ended. `output`: the end of its output; `outputName`: the side file with all of it, if it is longer. */
  | {
      readonly kind: 'job-end';
      readonly number: number;
      readonly outcome: JobOutcome;
      readonly at: number;
      readonly output?: string;
      readonly outputName?: string;
    }
  /** A hook has run (`hooks/hook.ts`). Nothing in the conversation depends on it. */
  | ({ readonly kind: 'hook' } & HookReport)
  /**
   * The state of files before they are changed, by a call or by restoring (`rewind`). Contents are side files, `blob-` and their
   * SHA-256. `listing`: a side file with all files of the workspace, if it is unknown what a call will change. `uncovered`: why there
   * is none. `in`: the session that owns the side files, if this one was copied from it.
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
   * `call`: the call itself, so that it can be restored if the record of its answer is damaged; absent if the arguments are very long,
   * and in older records. `turnId`: its turn. `approvalMs`: how long the user took to answer; absent: the user was not asked.
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
  /** A request has ended, in any way. Nothing in the conversation depends on it. */
  | ({ readonly kind: 'request' } & RequestFacts)
  /**
   * The usage of a request; of imported sessions, and of our own before there was `request`. `contents`: how many contents it covers, including the answer; absent if it does not measure the history:
   * for a summary (`for`), and for an answer that was cut off.
   */
  | {
      readonly kind: 'usage';
      readonly usage: Usage;
      readonly target: string;
      readonly contents?: number;
      readonly for?: 'summary';
    }
  /** The target of the next turns, by its name; without credentials. */
  | { readonly kind: 'switch'; readonly to: string }
  /** The reasoning effort from here on; null: the setting the session was opened with. */
  | { readonly kind: 'effort'; readonly effort: NonNullable<Settings['reasoning']> | null }
  | { readonly kind: 'approval'; readonly rule: ApprovalRule }
  /** Removes every remembered rule equal to this one. */
  | { readonly kind: 'approval-revoked'; readonly rule: ApprovalRule }
  /**
   * The contents after a compaction, or after results of the running turn were shortened. The ledger keeps the outcome of every call;
   * from here on, the calls in `shortened` have the result in the contents.
   */
  | {
      readonly kind: 'compaction';
      readonly contents: readonly Content[];
      readonly shortened?: readonly ShortenedResult[];
    }
  /**
   * A fork: the parent's state. Turn numbers continue from `turns`, so that no two turns have the same name, and no two calls the same
   * id. `begun`: the names of its turns, including those a summary has replaced; absent in older records: those of the contents.
   */
  | {
      readonly kind: 'snapshot';
      readonly contents: readonly Content[];
      readonly ledger: SerializedLedger;
      readonly turns: number;
      readonly begun?: readonly string[];
    }
  /**
   * Contents imported from another agent's session, after the previous record of this kind. `closed`: calls that never got a result,
   * and why. `current`: what that agent continued with, if it had compacted its history.
   */
  | {
      readonly kind: 'imported';
      readonly from: ForeignOrigin;
      readonly contents: readonly Content[];
      readonly closed?: readonly ForeignClosure[];
      readonly current?: readonly Content[];
    }
  /** `moved`: its target had failed, and the next turn was to continue it with another target. `unsent`: the request that it gave up. */
  | {
      readonly kind: 'turn-end';
      readonly turnId: string;
      readonly outcome: TurnOutcome | 'moved';
      readonly unsent?: UnsentRequest;
    };
