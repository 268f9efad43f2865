/**
 * One run of one tool. The caller gets a result in time: a stopped tool has a grace period to clean up, and is abandoned if it does
 * not finish. Later output goes to `late`.
 */

import type { JsonObject, ToolCallBlock } from '@interlock/transcript';
import type { ApprovalRule } from '../approval/approval.ts';
import type { Clock } from '../time/clock.ts';
import { steadyTime } from '../time/steady-time.ts';
import type { AgentTool, ToolContext, ToolOutput, Workspace } from '../tool/tool.ts';
import { describeThrown } from './describe-thrown.ts';
import { limitPartial } from './limit-output.ts';
import type { Outcome } from './outcome.ts';
import { isFailed, type OutputLimit, readOutput, textOfOutput } from './read-output.ts';

export const defaultTimeoutMs = 120_000;
export const defaultGraceMs = 2_000;
export const defaultMaxOutput = 64_000;

/** Runs a tool; a replacement can observe arguments and results. */
export type RunsTool = (tool: AgentTool, args: JsonObject, context: ToolContext) => Promise<ToolOutput>;

export interface RunLimits {
  readonly runs?: RunsTool;
  readonly timeoutMs?: number;
  readonly graceMs?: number;
  readonly maxOutput?: number | (() => number);
  readonly keepWhole?: (call: Pick<ToolCallBlock, 'id'>, whole: string) => Promise<string>;
}

export interface ToolRun extends RunLimits {
  readonly call: ToolCallBlock;
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly workspace: Workspace;
  readonly environment: Readonly<Record<string, string>>;
  readonly rules: readonly ApprovalRule[];
  /** Nobody has allowed it: it runs because it only reads. */
  readonly onlyReads?: true;
  readonly clock: Clock;
  readonly cancel: AbortSignal;
  readonly progress: (text: string) => void;
  /** Called when a tool that was abandoned has ended after all. */
  readonly late: (outcome: Outcome) => Promise<void>;
}

type Cause = 'timeout' | 'interrupted';
type RunEnd = { readonly output: unknown } | { readonly thrown: unknown };

/** Never rejects. */
export async function runTool(run: ToolRun): Promise<Outcome> {
  const limit = limitOf(run);
  const tail = createProgressTail(limit.maxOutput);
  const stop = new AbortController();
  const over = new AbortController();
  let isListening = true;
  const ended = begin(run, stop.signal, (text) => {
    if (!isListening || typeof text !== 'string') return;
    tail.add(text);
    run.progress(text);
  });
  try {
    const first = await Promise.race([ended, stopCause(run, over.signal)]);
    if (typeof first !== 'string') return await naturalEnd(first, limit);
    stop.abort(reasonOf(first));
    const grace = run.clock.sleep(run.graceMs ?? defaultGraceMs, over.signal);
    const second = await Promise.race([ended, grace.then(() => undefined)]);
    if (second !== undefined) return await stoppedEnd(second, first, tail, limit);
    report(run, ended, first, tail, limit);
    return closure(first, tail.text());
  } finally {
    isListening = false;
    // The explicit reason saves time: creating the default error costs more than the rest of a quick call.
    over.abort('over');
  }
}

const runPlainly: RunsTool = (tool, args, context) => tool.run(args, context);

async function begin(run: ToolRun, signal: AbortSignal, progress: (text: string) => void): Promise<RunEnd> {
  const { tool, args, call, workspace, environment, rules } = run;
  try {
    const context = { callId: call.id, signal, workspace, environment, rules, progress };
    const limit = run.timeoutMs === undefined ? {} : { timeoutMs: run.timeoutMs };
    const reading = run.onlyReads === undefined ? {} : { onlyReads: run.onlyReads };
    const { runs = runPlainly } = run;
    return { output: await runs(tool, args, { ...context, ...limit, ...reading }) };
  } catch (thrown) {
    return { thrown };
  }
}

/** Resolves when the run must be stopped; never if it ends first. */
function stopCause(run: ToolRun, over: AbortSignal): Promise<Cause> {
  return new Promise((resolve) => {
    const cancelled = (): void => resolve('interrupted');
    if (run.cancel.aborted) return cancelled();
    run.cancel.addEventListener('abort', cancelled, { once: true });
    over.addEventListener('abort', () => run.cancel.removeEventListener('abort', cancelled), { once: true });
    const limit = run.tool.timeoutMs ?? run.timeoutMs ?? defaultTimeoutMs;
    if (limit > 0) void passes(run.clock, limit, over).then(() => over.aborted || resolve('timeout'));
  });
}

/** A timer ends early if the time is longer than it supports. */
async function passes(clock: Clock, ms: number, over: AbortSignal): Promise<void> {
  const now = steadyTime(clock);
  const end = now() + ms;
  for (let left = ms; left > 0 && !over.aborted; left = end - now()) await clock.sleep(left, over);
}

async function naturalEnd(ended: RunEnd, limit: OutputLimit): Promise<Outcome> {
  if ('output' in ended) return readOutput(ended.output, limit);
  return { state: 'error', error: describeThrown(ended.thrown) };
}

/** A real result is never replaced by a synthetic one, even if it arrives while the call is being stopped. */
async function stoppedEnd(ended: RunEnd, cause: Cause, tail: ProgressTail, limit: OutputLimit): Promise<Outcome> {
  if ('thrown' in ended) return closure(cause, tail.text());
  if (!isFailed(ended.output)) return readOutput(ended.output, limit);
  const last = createProgressTail(limit.maxOutput);
  last.add(textOfOutput(ended.output));
  return closure(cause, tail.text() ?? last.text());
}

function report(run: ToolRun, ended: Promise<RunEnd>, cause: Cause, tail: ProgressTail, limit: OutputLimit): void {
  const late = async (): Promise<void> => run.late(await stoppedEnd(await ended, cause, tail, limit));
  // Nobody waits for the outcome anymore, and the history already has a reason.
  late().catch(() => undefined);
}

function closure(state: Cause, partial: string | undefined): Outcome {
  return partial === undefined ? { state } : { state, partial };
}

function reasonOf(cause: Cause): DOMException {
  return cause === 'timeout'
    ? new DOMException('The call timed out.', 'TimeoutError')
    : new DOMException('The call was cancelled.', 'AbortError');
}

function limitOf({ tool, call, maxOutput, keepWhole }: ToolRun): OutputLimit {
  return {
    maxOutput: Math.max(
      1,
      tool.maxOutput ?? (typeof maxOutput === 'function' ? maxOutput() : maxOutput) ?? defaultMaxOutput,
    ),
    ...(keepWhole === undefined ? {} : { keepWhole: (whole) => keepWhole(call, whole) }),
  };
}

/** The end of a tool's output so far, in limited memory. */
interface ProgressTail {
  add(text: string): void;
  /** Undefined if there was no output. */
  text(): string | undefined;
}

function createProgressTail(limit: number): ProgressTail {
  let tail = '';
  let left = 0;
  return {
    add(text) {
      tail += text;
      // Cutting for every piece would cost as much as the whole tail each time.
      if (tail.length <= 2 * limit + 1_000) return;
      left += tail.length - limit;
      tail = tail.slice(tail.length - limit);
    },
    text: () => (tail === '' ? undefined : limitPartial(tail, left, limit)),
  };
}
