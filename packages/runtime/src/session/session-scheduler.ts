/** The scheduler of a session: which tools its calls may name, what is asked and kept around each, and what is added to its result. */
import { isJsonObject, type ToolCallBlock, toJson } from '@interlock/transcript';
import { onlyReads } from '../approval/subject-part.ts';
import { resultCap } from '../context/window-limits.ts';
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import { createScheduler } from '../scheduler/batch-run.ts';
import { type Outcome, withNote } from '../scheduler/outcome.ts';
import type { RunCall, Scheduler } from '../scheduler/scheduler.ts';
import type { CurrentSetup } from './current-setup.ts';
import { historyJournal } from './history-journal.ts';
import type { HookedMoments } from './hooked-moments.ts';
import type { Jobs } from './jobs.ts';
import type { SessionParts } from './session-parts.ts';
import type { Switching } from './switching.ts';

export interface SchedulerParts {
  readonly parts: SessionParts;
  readonly history: History;
  readonly setup: CurrentSetup;
  readonly switching: Switching;
  readonly moments: HookedMoments;
  readonly jobs: Jobs;
  readonly emit: Emit;
}

export function sessionScheduler({ parts, history, setup, switching, moments, jobs, emit }: SchedulerParts): Scheduler {
  const { limits, keepWhole, touched } = parts;
  /** A result must not fill the window of the target. */
  const longestOutput = (): number => {
    const window = switching.first?.traits.contextWindow;
    return window === undefined ? limits.toolOutput : Math.min(limits.toolOutput, resultCap(window));
  };
  const readsOnly = ({ name, parameters }: ToolCallBlock): boolean => {
    const tool = setup.byName.get(name);
    const { value } = toJson(parameters);
    return tool !== undefined && isJsonObject(value) && onlyReads(tool, value, parts.place);
  };
  /** What hooks and the instructions of a folder add to a tool's output. */
  const amend = async (run: RunCall, ended: Outcome): Promise<Outcome> => {
    const outcome = await moments.afterTool(run, ended, emit);
    const note = await touched?.noteFor(run.call.id, run.access, Math.floor(longestOutput() / 2));
    return note === undefined ? outcome : withNote(outcome, history.keys.textWithout(note));
  };
  return createScheduler({
    tools: () => setup.byName,
    runs: (tool, args, context) => history.keys.runWithout(tool, args, { ...context, jobs }),
    approvals: parts.approvals,
    workspace: parts.workspace,
    environment: parts.toolEnvironment,
    journal: historyJournal(history, parts.keptFiles, touched, readsOnly),
    emit,
    clock: parts.clock,
    parallel: limits.parallel,
    maxOutput: longestOutput,
    graceMs: limits.graceMs,
    before: (call, signal) => moments.beforeTool(call, emit, signal),
    after: amend,
    ...(parts.toolTimeoutMs === undefined ? {} : { timeoutMs: parts.toolTimeoutMs }),
    ...(keepWhole === undefined
      ? {}
      : {
          keepWhole: async (call, whole) => {
            const sentence = await keepWhole(call, whole);
            await setup.resultWasCut(emit);
            return sentence;
          },
        }),
  });
}
