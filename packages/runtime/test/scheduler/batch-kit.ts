/** A scheduler on a virtual clock that records everything, for the tests of the scheduler. */
import type { ToolCallBlock } from '@interlock/transcript';
import type { Approvals } from '../../src/approval/approval.ts';
import { createScheduler } from '../../src/scheduler/batch-run.ts';
import type { CallEvent } from '../../src/scheduler/call-event.ts';
import type { Outcome } from '../../src/scheduler/outcome.ts';
import type { Batch, CallJournal, Scheduler, SchedulerOptions } from '../../src/scheduler/scheduler.ts';
import type { AgentTool } from '../../src/tool/tool.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';

export interface Kit {
  readonly clock: VirtualClock;
  readonly scheduler: Scheduler;
  readonly events: CallEvent[];
  /** `started a`, `settled a complete`, `late a complete`, with `!` for tools with effects. */
  readonly journal: string[];
  readonly late: Outcome[];
  readonly controller: AbortController;
  /** Runs the batch to its end while time passes. */
  run(calls: readonly ToolCallBlock[]): Promise<Batch>;
}

export function createKit(tools: readonly AgentTool[], options: Partial<SchedulerOptions> = {}): Kit {
  const clock = createVirtualClock();
  const events: CallEvent[] = [];
  const written: string[] = [];
  const late: Outcome[] = [];
  const controller = new AbortController();
  const journal: CallJournal = {
    started: async (call, effects, _access, approvalMs) => {
      const asked = approvalMs === undefined ? '' : ` after ${approvalMs} ms`;
      written.push(`started ${call.id}${effects ? '!' : ''}${asked}`);
    },
    settled: async (call, outcome, effects) =>
      void written.push(`settled ${call.id} ${outcome.state}${effects ? '!' : ''}`),
    late: async (call, outcome) => {
      late.push(outcome);
      written.push(`late ${call.id} ${outcome.state}`);
    },
  };
  const scheduler = createScheduler({
    tools: () => new Map(tools.map((tool) => [tool.name, tool])),
    approvals: allowAll,
    workspace: { root: '/workspace', alsoAllowed: [] },
    environment: {},
    journal,
    emit: (event) => void events.push(event),
    clock,
    ...options,
  });
  return {
    clock,
    scheduler,
    events,
    journal: written,
    late,
    controller,
    run: (calls) => clock.finish(scheduler.run(calls, controller.signal)),
  };
}

export const allowAll: Approvals = approvalsBy(async () => ({ verdict: 'allow', by: 'rule' }));

export function approvalsBy(decide: Approvals['decide']): Approvals {
  return { decide, denyOpen: () => undefined, remember: () => undefined, rules: [] };
}

/** A tool that by default reads nothing, takes no time and returns its own name. */
export function tool(name: string, parts: Partial<AgentTool> = {}): AgentTool {
  return {
    name,
    description: `The tool ${name}.`,
    parameters: { type: 'object' },
    kind: 'read',
    access: () => ({}),
    subject: () => '',
    run: async () => name,
    ...parts,
  };
}

export function call(id: string, name: string, parameters: unknown = {}): ToolCallBlock {
  return { type: 'tool_call', id, name, parameters };
}

/** One line for each event, such as `tool-start a`. */
export function titles(events: readonly CallEvent[]): readonly string[] {
  return events.map(({ type, id }) => `${type} ${id}`);
}

export function outcomes(batch: Batch): readonly Outcome[] {
  return batch.settled.map(({ outcome }) => outcome);
}
