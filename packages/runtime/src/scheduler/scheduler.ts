/** Runs the calls of one model response as one batch. (REQ-915-030, REQ-915-031) */
import type { JsonObject, ToolCallBlock } from '@interlock/transcript';
import type { Approvals } from '../approval/approval.ts';
import type { Clock } from '../time/clock.ts';
import type { Access, AgentTool, Workspace } from '../tool/tool.ts';
import type { CallEvent } from './call-event.ts';
import type { Outcome, SettledCall } from './outcome.ts';
import type { RunsTool } from './run-tool.ts';

/** A call that runs or is about to run. */
export interface RunCall {
  readonly call: ToolCallBlock;
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly access: Access;
}

/**
 * Where the scheduler records calls; implemented by the session's history. A start is awaited: a call whose start cannot be recorded
 * is not run.
 */
export interface CallJournal {
  /**
   * `effects`: the tool may change something, so this must be on disk before it starts. `access`: what it will access. `approvalMs`:
   * how long the user took to answer; absent: the user was not asked.
   */
  started(call: ToolCallBlock, effects: boolean, access: Access, approvalMs?: number): Promise<void>;
  settled(call: ToolCallBlock, outcome: Outcome, effects: boolean): Promise<void>;
  /** An abandoned call has ended after all. */
  late(call: ToolCallBlock, outcome: Outcome): Promise<void>;
}

export interface SchedulerOptions {
  /** The tools by name; called when a batch starts, so that changes take effect. */
  readonly tools: () => ReadonlyMap<string, AgentTool>;
  readonly approvals: Approvals;
  readonly workspace: Workspace;
  readonly environment: Readonly<Record<string, string>>;
  readonly journal: CallJournal;
  readonly emit: (event: CallEvent) => void;
  /** Receives a sentence about a fault that did not stop a call: something was done in another way. */
  readonly report?: (text: string) => void;
  readonly clock: Clock;
  /** Default: the tool's own `run`. */
  readonly runs?: RunsTool;
  /** Called right before a call runs, after it has been allowed. A returned sentence refuses it. */
  readonly before?: (call: RunCall, signal: AbortSignal) => Promise<string | undefined>;
  /** Returns the final outcome of a call that has run; the result must stay in it. */
  readonly after?: (call: RunCall, outcome: Outcome, signal: AbortSignal) => Promise<Outcome>;
  /** How many calls run at the same time. */
  readonly parallel?: number;
  readonly timeoutMs?: number;
  /** Longest output in characters; evaluated when a call runs. */
  readonly maxOutput?: number | (() => number);
  /** How long a stopped tool may take to clean up before it is abandoned. */
  readonly graceMs?: number;
  /** Stores output that is too long and returns a sentence that says how to read it. */
  readonly keepWhole?: (call: Pick<ToolCallBlock, 'id'>, whole: string) => Promise<string>;
}

export interface Batch {
  /** One for each call, in order. */
  readonly settled: readonly SettledCall[];
  /** The journal could not be written: nothing was started after that. */
  readonly fault?: unknown;
}

export interface Scheduler {
  /** Never rejects. Idle when it resolves: abandoned tools report to `journal.late`. */
  run(calls: readonly ToolCallBlock[], signal: AbortSignal): Promise<Batch>;
}
