/** Runs the calls of one model response as one batch. (REQ-915-030, REQ-915-031) */
import type { JsonObject, ToolCallBlock } from '@interlock/transcript';
import type { Approvals } from '../approval/approval.ts';
import type { Clock } from '../time/clock.ts';
import type { Access, AgentTool, Workspace } from '../tool/tool.ts';
import type { CallEvent } from './call-event.ts';
import type { CallJournal } from './call-journal.ts';
import type { Outcome, SettledCall } from './outcome.ts';
import type { RunsTool } from './run-tool.ts';

/** A call that runs, or is about to. */
export interface RunCall {
  readonly call: ToolCallBlock;
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly access: Access;
}

export interface SchedulerOptions {
  /** By name; looked up when a call comes, so that a later change is seen. */
  readonly tools: () => ReadonlyMap<string, AgentTool>;
  readonly approvals: Approvals;
  readonly workspace: Workspace;
  readonly environment: Readonly<Record<string, string>>;
  readonly journal: CallJournal;
  readonly emit: (event: CallEvent) => void;
  readonly clock: Clock;
  /** Absent: the tool's own `run`, and nothing else. */
  readonly runs?: RunsTool;
  /** Asked right before a call runs, after everything else has allowed it. A sentence refuses it. */
  readonly before?: (call: RunCall, signal: AbortSignal) => Promise<string | undefined>;
  /** What a call that has run ends with; the result itself has to stay in it. */
  readonly after?: (call: RunCall, outcome: Outcome, signal: AbortSignal) => Promise<Outcome>;
  /** How many run at once. */
  readonly parallel?: number;
  readonly timeoutMs?: number;
  /** Longest output in characters; asked when a call runs. */
  readonly maxOutput?: number | (() => number);
  /** How long a stopped tool may take to clean up before it is abandoned. */
  readonly graceMs?: number;
  /** Keeps output that is too long, whole, and returns the sentence that says how to read it. */
  readonly keepWhole?: (call: Pick<ToolCallBlock, 'id'>, whole: string) => Promise<string>;
}

export interface Batch {
  /** One for each call, in their order. */
  readonly settled: readonly SettledCall[];
  /** The journal could not be written: nothing was started after that. */
  readonly fault?: unknown;
}

export interface Scheduler {
  /** Never rejects. Idle when it resolves: abandoned tools report to `journal.late`. */
  run(calls: readonly ToolCallBlock[], signal: AbortSignal): Promise<Batch>;
}
