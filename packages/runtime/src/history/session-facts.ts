/** A session as its records tell it. Only `applyRecord` changes it. */
import { type Content, Ledger, type ToolCallBlock } from '@interlock/transcript';
import type { Settings, Usage } from '@interlock/wire';
import type { ApprovalRule } from '../approval/approval.ts';
import type { Outcome } from '../scheduler/outcome.ts';
import type { SessionRecord, Todo } from '../store/session-record.ts';
import type { Job } from '../tool/job.ts';

/** A call whose completion is not in the contents yet, or is there as an outdated closure. */
export interface OpenCall {
  readonly call: ToolCallBlock;
  readonly turnId: string;
  readonly outcome?: Outcome;
  /** The history was compacted meanwhile, and the call was removed with it: it has to be added again next to its result. */
  readonly isGone?: true;
}

/** The end of a call that no other record names: the one that contained it is damaged. */
export interface UnplacedOutcome {
  readonly name?: string;
  readonly turnId: string;
  readonly outcome: Outcome;
}

/** The last answer's usage, and how many contents it had read and written. */
export interface UsageMark {
  readonly usage: Usage;
  readonly target: string;
  readonly contents: number;
}

/** Accepted from the user, and not sent yet. */
export interface QueuedText {
  readonly number: number;
  readonly text: string;
}

export type FilesKept = Extract<SessionRecord, { readonly kind: 'files-kept' }>;

export interface SessionFacts {
  contents: Content[];
  ledger: Ledger;
  readonly open: Map<string, OpenCall>;
  readonly unplaced: Map<string, UnplacedOutcome>;
  readonly rules: ApprovalRule[];
  /** The agent it was begun in, as people call it. */
  begunIn: string | undefined;
  setup: { readonly system: string; readonly tools: readonly string[] } | undefined;
  target: string | undefined;
  /** Chosen in the session; undefined: what it was opened with. */
  effort: Settings['reasoning'];
  /** In the order in which they came; and the highest number of any that ever was. */
  queued: readonly QueuedText[];
  lastQueued: number;
  /** The model's todo list. */
  todos: readonly Todo[];
  /** Paths of instructions in the conversation, in addition to those in the system prompt. */
  readonly told: Set<string>;
  /** Its background commands, by number. */
  readonly jobs: Map<number, Job>;
  /** What was in files before they were changed, in order. */
  readonly kept: FilesKept[];
  /** The number in the name of the last turn. */
  turns: number;
  /** The names of the turns in which the user said something, in order; including those that became a summary. */
  readonly begun: Set<string>;
  /** How many of those had begun when the history was last made shorter: what came before them is only in the records. */
  begunAtCut: number;
  /** The turn that has begun and not ended. */
  turnId: string | undefined;
  /** How many calls the last turn has made, whatever of it is still in the contents: no two of one turn have the same place. */
  turnCalls: number;
  usage: UsageMark | undefined;
  totals: Usage;
}

export function emptyFacts(): SessionFacts {
  return {
    contents: [],
    ledger: new Ledger(),
    open: new Map(),
    unplaced: new Map(),
    rules: [],
    begunIn: undefined,
    setup: undefined,
    target: undefined,
    effort: undefined,
    queued: [],
    lastQueued: 0,
    todos: [],
    told: new Set(),
    jobs: new Map(),
    kept: [],
    turns: 0,
    begun: new Set(),
    begunAtCut: 0,
    turnId: undefined,
    turnCalls: 0,
    usage: undefined,
    totals: { input: 0, output: 0 },
  };
}
