/**
 * Runs one call of one tool outside of sessions and batches (REQ-915-035), with the same checks, limits and results. Without
 * `approvals` the caller decides whether it may run.
 */
import type { JsonValue, ToolCallBlock } from '@interlock/transcript';
import type { ApprovalDecision, Approvals } from '../approval/approval.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { AgentTool, Workspace } from '../tool/tool.ts';
import { createArgumentCheck } from '../tool/validate-arguments.ts';
import type { Outcome } from './outcome.ts';
import { type PreparedCall, prepareFor, refusalOf } from './prepare-call.ts';
import { type RunLimits, runTool } from './run-tool.ts';

export interface ExecuteOptions extends RunLimits {
  readonly workspace: Workspace;
  readonly environment?: Readonly<Record<string, string>>;
  readonly approvals?: Approvals;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** The call's id, passed to the tool. */
  readonly callId?: string;
  readonly progress?: (text: string) => void;
  /** The call was abandoned and has ended after all. */
  readonly late?: (outcome: Outcome) => void;
}

/** Never rejects. */
export async function executeToolCall(
  tool: AgentTool,
  args: JsonValue | undefined,
  options: ExecuteOptions,
): Promise<Outcome> {
  const { workspace, environment = {}, signal = new AbortController().signal, clock = systemClock } = options;
  const call: ToolCallBlock = { type: 'tool_call', id: options.callId ?? 'single', name: tool.name, parameters: args };
  const preparation = prepareFor(tool, call, workspace, createArgumentCheck());
  if (!preparation.isReady) return preparation.outcome;
  let { prepared } = preparation;
  if (signal.aborted) return { state: 'cancelled' };
  let decision: ApprovalDecision | undefined;
  for (let isJudged = false; !isJudged; ) {
    decision = await judge(prepared, call.id, signal, options.approvals);
    if (signal.aborted && decision !== undefined) return { state: 'cancelled' };
    const refusal = decision === undefined ? undefined : refusalOf(decision);
    if (refusal !== undefined) return refusal;
    // The answer may have taken a while: what was allowed must be what runs.
    const again = prepareFor(tool, call, workspace, createArgumentCheck());
    if (!again.isReady) return again.outcome;
    isJudged = again.prepared.subject === prepared.subject;
    prepared = again.prepared;
  }
  return runTool({
    ...options,
    call,
    tool,
    args: prepared.args,
    environment,
    rules: options.approvals?.rules ?? [],
    ...(decision?.onlyReads === undefined ? {} : { onlyReads: true }),
    clock,
    cancel: signal,
    progress: (text) => quietly(() => options.progress?.(text)),
    late: async (outcome) => options.late?.(outcome),
  });
}

async function judge(
  { tool: { name, kind }, access: _, ...about }: PreparedCall,
  callId: string,
  signal: AbortSignal,
  approvals: Approvals | undefined,
): Promise<ApprovalDecision | undefined> {
  return approvals?.decide({ callId, tool: name, kind, ...about }, signal, () => undefined);
}

function quietly(listen: () => void): void {
  try {
    listen();
  } catch {
    // A listener that throws must not end the call.
  }
}
