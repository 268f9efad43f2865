/**
 * What a session's log holds, one fact a record. Applying them in order gives the session (`session/apply-record.ts`), whether
 * they are written now or read again after a crash: there is no other way into the history.
 */
import type { Content, SerializedLedger } from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import type { ApprovalRule } from '../approval/approval.ts';
import type { Outcome } from '../scheduler/outcome.ts';

export type TurnOutcome = 'done' | 'cancelled' | 'failed' | 'limit';

export type SessionRecord =
  /** The system prompt and the names of the tools on offer, from here on. */
  | { readonly kind: 'setup'; readonly system: string; readonly tools: readonly string[] }
  | { readonly kind: 'turn-start'; readonly turnId: string }
  | { readonly kind: 'content'; readonly content: Content }
  | { readonly kind: 'call-start'; readonly id: string }
  | { readonly kind: 'call-end'; readonly id: string; readonly outcome: Outcome; readonly late?: true }
  | { readonly kind: 'usage'; readonly usage: Usage; readonly target: string; readonly contents: number }
  /** Whom the next turns go to, as the caller named it; without credentials. */
  | { readonly kind: 'switch'; readonly to: string }
  | { readonly kind: 'approval'; readonly rule: ApprovalRule }
  /** What the contents are after their first part became a summary. The ledger keeps the truth. */
  | { readonly kind: 'compaction'; readonly contents: readonly Content[] }
  /** A fork: what the parent had. Turns are counted on from there, so that no two have one name, and no two calls one id. */
  | {
      readonly kind: 'snapshot';
      readonly contents: readonly Content[];
      readonly ledger: SerializedLedger;
      readonly turns: number;
    }
  | { readonly kind: 'turn-end'; readonly turnId: string; readonly outcome: TurnOutcome };
