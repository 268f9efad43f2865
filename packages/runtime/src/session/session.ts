/** A conversation with an agent, in which the model can be changed at any time. */
import type { Content } from '@interlock/transcript';
import type { RequestDiagnostics, Settings, Usage } from '@interlock/wire';
import type { ApprovalMode, ApprovalRule } from '../approval/approval.ts';
import type { ChangeScope, FileChanges, RestoredFiles } from '../changes/file-changes.ts';
import type { Emit, SessionEvent, TurnEnd } from '../events/session-event.ts';
import type { Input } from '../history/user-input.ts';
import type { Route, RouteConfig, RouteTarget, RouteView } from '../route/route.ts';
import type { SwitchLoss } from '../route/switch-losses.ts';
import type { Todo } from '../store/session-record.ts';
import type { StoreWarning } from '../store/session-store.ts';
import type { Job } from '../tool/job.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { LoadedInstructions } from '../turn/current-setup.ts';

/** The events of a running turn. It runs by itself; a listener that stops iterating cancels it. */
export interface TurnEvents extends AsyncIterable<SessionEvent> {
  /** How it ended; can be awaited without iterating. Never rejects. */
  readonly ended: Promise<TurnEnd>;
}

export interface SwitchReport {
  /** While idle a switch takes effect with the next request; during a turn, after its end (REQ-915-050). */
  readonly when: 'now' | 'after-turn';
  readonly to: string;
  readonly losses: readonly SwitchLoss[];
}

export interface SessionState {
  readonly id: string;
  readonly busy: boolean;
  readonly closed: boolean;
  readonly workspace: string;
  readonly contents: readonly Content[];
  /** The number of user turns, including those that are part of a summary. */
  readonly turns: number;
  /** The next targets, by name; more than one for round-robin or failover. */
  readonly targets: readonly string[];
  /** The name of the target chosen by a switch, also before a restart. */
  readonly chosen?: string;
  /** The target of the last request. */
  readonly lastTarget?: string;
  readonly pendingSwitch?: string;
  /** Texts that wait for a boundary of this turn, and for the next turn; texts that were unsent at a crash wait for the next turn. */
  readonly steers: readonly string[];
  readonly queued: readonly string[];
  /** The model's todo list, written with `update_todos`. */
  readonly todos: readonly Todo[];
  /** Background commands, including ended ones. */
  readonly jobs: readonly Job[];
  readonly usage: Usage;
  /** The approximate size of the next request, and the context window. */
  readonly tokens: number;
  readonly window: number;
  readonly rules: readonly ApprovalRule[];
  /** What happens to calls that no rule matches. */
  readonly mode: ApprovalMode;
  /** The reasoning effort; absent: the model's default. */
  readonly effort?: NonNullable<Settings['reasoning']>;
  readonly tools: readonly AgentTool[];
  readonly system: string;
  /** Instruction files that the model was given: in the system prompt, and with results of calls that used their folders. */
  readonly instructions: readonly LoadedInstructions[];
  readonly nestedInstructions: readonly string[];
  readonly spawnDepth: number;
  readonly warnings: readonly StoreWarning[];
  /** Diagnostics of the last request. */
  readonly diagnostics?: RequestDiagnostics;
}

export interface ForkOptions {
  /** Copies only the first n user turns, as they were before the next one began: without a later summary. */
  readonly turns?: number;
  readonly id?: string;
}

/** The first message of a turn. */
export interface PastMessage {
  /** The number of turns before it: pass it to `fork` to go back there. */
  readonly turns: number;
  readonly content: Content;
}

export interface CompactOptions {
  /** What the summary must keep in particular, in the user's words. */
  readonly focus?: string;
  readonly signal?: AbortSignal;
  /** Receives the events of the compaction: its start and end, its usage, and waits. */
  readonly listen?: Emit;
}

export interface Session {
  readonly id: string;
  readonly state: SessionState;
  /** Starts a turn. Without input it sends the queued texts. Throws a `SessionError` if a turn is running. */
  send(input?: Input, options?: { readonly signal?: AbortSignal }): TurnEvents;
  /** Adds a text to the running turn, after its current batch, or to the next turn. Recorded until it is sent. Denies an open approval. */
  steer(text: string, when?: 'now' | 'next-turn'): void;
  /** Removes the last queued text and returns it; recorded. Undefined: none is queued, or it is being sent. */
  withdraw(): string | undefined;
  /** Takes effect with the next call that is judged, also in subagents. Not stored with the session. */
  setMode(mode: ApprovalMode): void;
  /** Adds a rule; stored with the session unless `kept` is false. */
  remember(rule: ApprovalRule, options?: { readonly kept?: boolean }): void;
  /** Removes a rule. Returns whether there was an equal one. */
  forget(rule: ApprovalRule): boolean;
  /** Resolves when the session is idle. */
  cancel(): Promise<void>;
  /**
   * Sets the reasoning effort from the next request on; stored with the session. Absent: the setting the session was opened with.
   * Resolves when `state` has it.
   */
  setEffort(effort?: NonNullable<Settings['reasoning']>): Promise<void>;
  switchTo(to: RouteTarget | RouteConfig | Route): SwitchReport;
  /** What a switch would lose. */
  lossesOf(to: RouteTarget | RouteConfig | Route): readonly SwitchLoss[];
  /** Which targets are cooling down; sends no request. */
  look(): Promise<RouteView>;
  /** Cancels a pending switch. */
  cancelSwitch(): void;
  /** Compacts the history now. */
  compact(options?: CompactOptions): Promise<Extract<SessionEvent, { type: 'compaction' }>>;
  /** What has changed in files since then, and what cannot be restored. Needs `keepsFiles`. Changes nothing. */
  fileChanges(scope?: ChangeScope): Promise<FileChanges>;
  /** Restores files to their earlier state. The current state is saved first: `restoreFiles({ undo: true })` restores it. */
  restoreFiles(scope: ChangeScope): Promise<RestoredFiles>;
  /** The output of a background command so far; undefined for an unknown number. */
  jobOutput(number: number): string | undefined;
  /** Ends a background command. Returns whether it was running. */
  stopJob(number: number): Promise<boolean>;
  /** The first user message of each turn, even if a summary has replaced it. */
  messages(): Promise<readonly PastMessage[]>;
  /** The whole conversation, oldest first, including what a summary has replaced. */
  history(): Promise<readonly Content[]>;
  fork(options?: ForkOptions): Promise<Session>;
  close(): Promise<void>;
}
