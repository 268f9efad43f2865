/**
 * The scheduler of a session's turns: which tools a call may name, what is checked and saved around each run, and what is added to its
 * result.
 */
import { isJsonObject, type ToolCallBlock, toJson } from '@interlock/transcript';
import type { SessionApprovals } from '../approval/approval.ts';
import type { CommandPlace } from '../approval/reads-of.ts';
import { onlyReads } from '../approval/subject-part.ts';
import type { KeptFiles } from '../changes/kept-files.ts';
import { resultCap } from '../context/window-limits.ts';
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { HookedMoments } from '../hooks/hooked-moments.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { TouchedInstructions } from '../instructions/touched-instructions.ts';
import type { CurrentRoute } from '../route/route.ts';
import { createScheduler } from '../scheduler/batch-run.ts';
import { type Outcome, withNote } from '../scheduler/outcome.ts';
import type { RunCall, Scheduler, SchedulerOptions } from '../scheduler/scheduler.ts';
import type { StartsJobs } from '../tool/job.ts';
import type { CurrentSetup } from './current-setup.ts';
import { historyJournal } from './history-journal.ts';

/** What calls need, the same for all turns of a session. */
export interface CallParts extends Pick<SchedulerOptions, 'workspace' | 'clock' | 'keepWhole'> {
  readonly approvals: SessionApprovals;
  /** Without provider keys. */
  readonly toolEnvironment: Readonly<Record<string, string>>;
  readonly limits: { readonly parallel: number; readonly toolOutput: number; readonly graceMs: number };
  /** Set only by the user: then it is also the maximum for a command. */
  readonly toolTimeoutMs?: number;
  /** Where commands run, for code that determines what they read. */
  readonly place: CommandPlace;
  /** Saves the contents of files before they are changed; absent: they are not saved. */
  readonly keptFiles?: KeptFiles;
  /** Absent: no hooks. */
  readonly hooks?: SessionHooks;
  /** Instructions of deeper folders; absent: they are not shown. */
  readonly touched?: TouchedInstructions;
}

export interface CallOwners {
  readonly history: History;
  readonly setup: CurrentSetup;
  readonly route: CurrentRoute;
  readonly moments: HookedMoments;
  readonly jobs: StartsJobs;
  readonly emit: Emit;
}

export function turnScheduler(parts: CallParts, { history, setup, route, moments, jobs, emit }: CallOwners): Scheduler {
  const { limits, keepWhole, touched } = parts;
  /** A result must not fill the window of the target. */
  const longestOutput = (): number => {
    const window = route.first?.traits.contextWindow;
    return window === undefined ? limits.toolOutput : Math.min(limits.toolOutput, resultCap(window));
  };
  const readsOnly = ({ name, parameters }: ToolCallBlock): boolean => {
    const tool = setup.byName.get(name);
    const { value } = toJson(parameters);
    return tool !== undefined && isJsonObject(value) && onlyReads(tool, value, parts.place);
  };
  /** Hooks and the instructions of a folder may add to a tool's output. */
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
    // Without hooks a call need not be judged again.
    ...(parts.hooks === undefined ? {} : { before: (call, signal) => moments.beforeTool(call, emit, signal) }),
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
