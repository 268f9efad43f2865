/** The state of a session, derived from its records. Only `applyRecord` changes it. */
import { type Content, Ledger, type ToolCallBlock } from '@interlock/transcript';
import type { Settings, Usage } from '@interlock/wire';
import type { ApprovalRule } from '../approval/approval.ts';
import type { Outcome } from '../scheduler/outcome.ts';
import type { RequestName } from '../store/request-facts.ts';
import type { SessionRecord, Todo } from '../store/session-record.ts';
import type { Job } from '../tool/job.ts';

/** A call whose completion is not in the contents yet, or only as an outdated closure. */
export interface OpenCall {
  readonly call: ToolCallBlock;
  readonly turnId: string;
  readonly outcome?: Outcome;
  /** A compaction removed the call: it must be added again with its result. */
  readonly isGone?: true;
}

/** The end of a call whose other records are damaged. */
export interface UnplacedOutcome {
  readonly name?: string;
  readonly turnId: string;
  readonly outcome: Outcome;
}

/** The last answer's usage, and how many contents it covers, including the answer. */
export interface UsageMark {
  readonly usage: Usage;
  readonly target: string;
  readonly contents: number;
}

/** Accepted from the user, but not sent yet. */
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
  /** The agent in which an imported session started, by its display name. */
  importedFrom: string | undefined;
  setup: { readonly system: string; readonly tools: readonly string[] } | undefined;
  target: string | undefined;
  /** Chosen during the session; undefined: the setting it was opened with. */
  effort: Settings['reasoning'];
  /** In the order in which they are sent. */
  queued: readonly QueuedText[];
  /** The highest number of a queued text so far. */
  lastQueued: number;
  /** The model's todo list. */
  todos: readonly Todo[];
  /** Paths of instructions in the conversation, besides those in the system prompt. */
  readonly givenInstructions: Set<string>;
  /** Background commands, by number. */
  readonly jobs: Map<number, Job>;
  /** File states saved before they were changed, in order. */
  readonly kept: FilesKept[];
  /** The number in the name of the last turn. */
  turns: number;
  /** The names of turns with a user message, in order; including turns that are now part of a summary. */
  readonly begun: Set<string>;
  /** How many of those had begun at the last compaction: what came before is only in the records. */
  begunAtCut: number;
  /** Turns that continue others, and the turn in which the user's words are. */
  readonly continuing: Map<string, string>;
  /** The turn that has started and not ended. */
  turnId: string | undefined;
  /** The last turn that began with words of the user: the running one, or the one that it continues. */
  askedTurn: string | undefined;
  /** How many calls the last turn has made, including calls no longer in the contents: call ids are made from it. */
  turnCalls: number;
  usage: UsageMark | undefined;
  /** The highest number of a request of this session, and the last request for an answer. */
  requests: number;
  lastRequest: RequestName | undefined;
  totals: Usage;
}

export function emptyFacts(): SessionFacts {
  return {
    contents: [],
    ledger: new Ledger(),
    open: new Map(),
    unplaced: new Map(),
    rules: [],
    importedFrom: undefined,
    setup: undefined,
    target: undefined,
    effort: undefined,
    queued: [],
    lastQueued: 0,
    todos: [],
    givenInstructions: new Set(),
    jobs: new Map(),
    kept: [],
    turns: 0,
    begun: new Set(),
    continuing: new Map(),
    begunAtCut: 0,
    turnId: undefined,
    askedTurn: undefined,
    turnCalls: 0,
    usage: undefined,
    requests: 0,
    lastRequest: undefined,
    totals: { input: 0, output: 0 },
  };
}

/** The turn to which the user's words belong while a turn runs. Undefined: none runs. */
export function askedTurnOf({ turnId, askedTurn }: SessionFacts): string | undefined {
  return turnId === undefined ? undefined : (askedTurn ?? turnId);
}
