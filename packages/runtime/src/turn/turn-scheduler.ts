/**
 * Connects the scheduler to a session: which tools a call may name, what is recorded about each call and saved before it runs, and what
 * is added to its result.
 */
import { isJsonObject, jsonText, type ToolCallBlock, toJson } from '@interlock/transcript';
import type { SessionApprovals } from '../approval/approval.ts';
import type { CommandContext } from '../approval/reads-of.ts';
import { onlyReads } from '../approval/subject-part.ts';
import type { SavedFiles } from '../changes/saved-files.ts';
import { resultCap } from '../context/window-limits.ts';
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { TouchedInstructions } from '../instructions/touched-instructions.ts';
import { createScheduler } from '../scheduler/batch-run.ts';
import { type Outcome, withNote } from '../scheduler/outcome.ts';
import type { CallJournal, RunCall, Scheduler, SchedulerOptions } from '../scheduler/scheduler.ts';
import type { StartedCall } from '../store/session-record.ts';
import type { StartsJobs } from '../tool/job.ts';
import type { CurrentSetup } from './current-setup.ts';
import type { Requests } from './requests.ts';

/** What calls need; the same for all turns of a session. */
export interface CallParts extends Pick<SchedulerOptions, 'workspace' | 'clock' | 'keepWhole'> {
  readonly approvals: SessionApprovals;
  /** Without provider keys. */
  readonly toolEnvironment: Readonly<Record<string, string>>;
  readonly limits: { readonly parallel: number; readonly toolOutput: number; readonly graceMs: number };
  /** Set only by the user: then it is also the maximum for a command. */
  readonly toolTimeoutMs?: number;
  /** Where commands run, for code that determines what they read. */
  readonly place: CommandContext;
  /** Saves the contents of files before they are changed; absent: they are not saved. */
  readonly savedFiles?: SavedFiles;
  /** Absent: no hooks. */
  readonly hooks?: SessionHooks;
  /** Instructions of deeper folders; absent: they are not shown. */
  readonly touched?: TouchedInstructions;
}

export interface CallOwners {
  readonly history: History;
  readonly setup: CurrentSetup;
  readonly requests: Requests;
  readonly jobs: StartsJobs;
  readonly emit: Emit;
}

export function turnScheduler(parts: CallParts, owners: CallOwners): Scheduler {
  const { limits, keepWhole, hooks, touched } = parts;
  const { history, setup, requests, jobs, emit } = owners;
  /** A result must not fill the context window of the target that made the call. */
  const longestOutput = (): number => {
    const window = requests.last?.selection.destination.traits.contextWindow;
    return window === undefined ? limits.toolOutput : Math.min(limits.toolOutput, resultCap(window));
  };
  /** Hooks and the instructions of a folder may add to a tool's output. */
  const amend = async (run: RunCall, ended: Outcome): Promise<Outcome> => {
    const outcome = (await hooks?.afterTool(run, ended, emit)) ?? ended;
    const note = await touched?.noteFor(run.call.id, run.access, Math.floor(longestOutput() / 2));
    return note === undefined ? outcome : withNote(outcome, history.keys.textWithout(note));
  };
  return createScheduler({
    tools: () => setup.byName,
    runs: (tool, args, context) => history.keys.runWithout(tool, args, { ...context, jobs }),
    approvals: parts.approvals,
    workspace: parts.workspace,
    environment: parts.toolEnvironment,
    journal: historyJournal(parts, owners),
    emit,
    report: (text) => emit({ type: 'notice', text }),
    clock: parts.clock,
    parallel: limits.parallel,
    maxOutput: longestOutput,
    graceMs: limits.graceMs,
    // Without hooks a call need not be judged again.
    ...(hooks === undefined ? {} : { before: (call, signal) => hooks.beforeTool(call, emit, signal) }),
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

/** Records calls in the history. */
function historyJournal({ savedFiles, touched, place }: CallParts, { history, setup }: CallOwners): CallJournal {
  return {
    started: async (call, effects, access, approvalMs) => {
      if (effects && savedFiles !== undefined && !readsOnly(call, setup, place)) await savedFiles.before(access);
      const waited = approvalMs === undefined ? {} : { approvalMs };
      const start = { kind: 'call-start', id: call.id, ...turnOf(history), ...argumentsOf(call), ...waited } as const;
      await history.write(start, effects);
    },
    settled: async ({ id, name }, outcome, effects) => {
      await history.write({ kind: 'call-end', id, outcome, name, ...turnOf(history) }, effects);
      const paths = touched?.take(id) ?? [];
      // Recorded after the result that contains them: after a crash in between they are only given twice.
      if (paths.length > 0) await history.write({ kind: 'instructions-given', paths });
    },
    late: ({ id, name }, outcome) => history.write({ kind: 'call-end', id, outcome, late: true, name }, true),
  };
}

/** Whether a call certainly changes nothing, although its tool could. */
function readsOnly({ name, parameters }: ToolCallBlock, { byName }: CurrentSetup, place: CommandContext): boolean {
  const tool = byName.get(name);
  const { value } = toJson(parameters);
  return tool !== undefined && isJsonObject(value) && onlyReads(tool, value, place);
}

function turnOf({ facts: { turnId } }: History): { readonly turnId?: string } {
  return turnId === undefined ? {} : { turnId };
}

/** In characters. Longer arguments, such as a file to write, would double the log. */
const longestArguments = 16_384;

function argumentsOf({ name, parameters }: ToolCallBlock): { readonly call?: StartedCall } {
  const text = jsonText(toJson(parameters).value);
  return text.length > longestArguments ? {} : { call: { name, parameters } };
}
