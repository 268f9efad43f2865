/** A conversation with an agent, in which the model may be changed at any time and nothing breaks. */
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

/** A turn as it happens. It runs by itself; a listener that stops in the middle cancels it. */
export interface TurnEvents extends AsyncIterable<SessionEvent> {
  /** How it ended; can be awaited without listening. Never rejects. */
  readonly ended: Promise<TurnEnd>;
}

export interface SwitchReport {
  /** At rest a switch counts from the next request; during a turn it waits for the turn's end (REQ-915-050). */
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
  /** How many turns of the user there are, those that became a summary included. */
  readonly turns: number;
  /** The next targets, by name; more than one for a round-robin or failover. */
  readonly targets: readonly string[];
  /** The target chosen by a switch, also before a restart; by name. */
  readonly chosen?: string;
  /** Whom the last request went to. */
  readonly lastTarget?: string;
  readonly pendingSwitch?: string;
  /** Texts that wait for a boundary of this turn, and for the next turn; those that a crash left unsaid are among the latter. */
  readonly steers: readonly string[];
  readonly queued: readonly string[];
  /** What the model has written down as to be done; it keeps the list with `update_todos`. */
  readonly todos: readonly Todo[];
  /** Its background commands, ended ones too. */
  readonly jobs: readonly Job[];
  readonly usage: Usage;
  /** Roughly how large the next request is, and how large it may be. */
  readonly tokens: number;
  readonly window: number;
  readonly rules: readonly ApprovalRule[];
  /** What happens to calls that no rule is about. */
  readonly mode: ApprovalMode;
  /** How much the model is to think; absent: its own default. */
  readonly effort?: NonNullable<Settings['reasoning']>;
  readonly tools: readonly AgentTool[];
  readonly system: string;
  /** Files with instructions that the model has been given: in the system prompt, and with results of calls that used their folders. */
  readonly instructions: readonly LoadedInstructions[];
  readonly nestedInstructions: readonly string[];
  readonly spawnDepth: number;
  readonly warnings: readonly StoreWarning[];
  /** What was done to make the last request. */
  readonly diagnostics?: RequestDiagnostics;
}

export interface ForkOptions {
  /** Only the first so many turns of the user, as they stood before the next one began: a summary that came later is not in it. */
  readonly turns?: number;
  readonly id?: string;
}

/** What a turn began with. */
export interface PastMessage {
  /** How many turns came before it: what `fork` has to be given to go back there. */
  readonly turns: number;
  readonly content: Content;
}

export interface CompactOptions {
  /** What the summary must keep in particular, in the user's words. */
  readonly focus?: string;
  readonly signal?: AbortSignal;
  /** Hears what a turn would tell: that it begins and how it ends, what it took, and whom it waits for. */
  readonly listen?: Emit;
}

export interface Session {
  readonly id: string;
  readonly state: SessionState;
  /** Starts a turn. Without input it takes what is queued. Throws a `SessionError` when a turn is running. */
  send(input?: Input, options?: { readonly signal?: AbortSignal }): TurnEvents;
  /** For the running turn, after its running batch; or for the next turn. Recorded until it is sent. It denies an open approval. */
  steer(text: string, when?: 'now' | 'next-turn'): void;
  /** Takes back the last queued text and returns it; recorded. Undefined: none is queued, or it is being sent. */
  withdraw(): string | undefined;
  /** From the next call on that is judged, in subagents too. Not kept with the session. */
  setMode(mode: ApprovalMode): void;
  /** Allows, asks about or denies calls from now on; kept with the session unless `kept` is false. */
  remember(rule: ApprovalRule, options?: { readonly kept?: boolean }): void;
  /** Takes a rule back, given or remembered. Whether there was one that says exactly this. */
  forget(rule: ApprovalRule): boolean;
  /** Resolves when the session is idle. */
  cancel(): Promise<void>;
  /** How much the model is to think, from the next request on; kept with the session. Absent: as the session was opened. Resolves when `state` has it. */
  setEffort(effort?: NonNullable<Settings['reasoning']>): Promise<void>;
  switchTo(to: RouteTarget | RouteConfig | Route): SwitchReport;
  /** What a switch would lose, before it is made. */
  lossesOf(to: RouteTarget | RouteConfig | Route): readonly SwitchLoss[];
  /** Which targets are cooling down; sends no request. */
  look(): Promise<RouteView>;
  /** Takes back a switch that waits. */
  cancelSwitch(): void;
  /** Makes the history shorter now. */
  compact(options?: CompactOptions): Promise<Extract<SessionEvent, { type: 'compaction' }>>;
  /** What has changed in files since then, and what of it cannot be put back. Needs `keepsFiles`. Changes nothing. */
  fileChanges(scope?: ChangeScope): Promise<FileChanges>;
  /** Puts files back as they were then. What is there now is kept first: `restoreFiles({ undo: true })` takes it back. */
  restoreFiles(scope: ChangeScope): Promise<RestoredFiles>;
  /** What a background command has printed so far; undefined for an unknown number. */
  jobOutput(number: number): string | undefined;
  /** Ends a background command. Whether it was running. */
  stopJob(number: number): Promise<boolean>;
  /** The user's first message of each turn, also where a summary has replaced it. */
  messages(): Promise<readonly PastMessage[]>;
  /** The whole conversation, oldest first, also where a summary has replaced it. */
  history(): Promise<readonly Content[]>;
  fork(options?: ForkOptions): Promise<Session>;
  close(): Promise<void>;
}
