/**
 * Runs one batch (REQ-915-031): every call that we run ends with exactly one outcome. A call starts when it is allowed, no earlier
 * call blocks it, a slot is free and its start is recorded; its outcome is recorded before a call that waits for it starts.
 *
 * A call is approved for what it would do when it runs. The user is asked as early as possible, but earlier calls may change what a
 * call means (a link, a folder that is now a repository): before it starts, its subject is computed again, and it is judged again if
 * that has changed.
 */
import { type JsonObject, type ToolCallBlock, toJson } from '@interlock/transcript';
import type { ApprovalDecision } from '../approval/approval.ts';
import { clip } from '../text/clip.ts';
import { steadyTime } from '../time/steady-time.ts';
import type { AgentTool } from '../tool/tool.ts';
import { type ArgumentCheck, createArgumentCheck } from '../tool/validate-arguments.ts';
import type { CallEvent } from './call-event.ts';
import { ConflictGraph, type GraphNode } from './conflict-graph.ts';
import { describeThrown } from './describe-thrown.ts';
import type { Outcome, SettledCall } from './outcome.ts';
import { type PreparedCall, prepareCall, refusalOf, subjectOf } from './prepare-call.ts';
import { runTool } from './run-tool.ts';
import type { Batch, RunCall, Scheduler, SchedulerOptions } from './scheduler.ts';

const defaultParallel = 8;

interface BatchCall {
  readonly call: ToolCallBlock;
  /** `begun`: its start is being recorded, or it is running. */
  stage: 'waiting' | 'begun' | 'ended';
  node?: GraphNode;
  prepared?: PreparedCall;
  judged?: Judgement;
  outcome?: Outcome;
  /** The outcome is recorded and may be shown after those of the earlier calls. */
  isRecorded: boolean;
  ms: number;
  /** How long the user took to approve it; absent: no approval was needed. */
  approvalMs?: number;
  /** Not run, recorded or shown. */
  readonly isSilent: boolean;
}

/** A permission: for this subject, with this preview, given after this many changes. */
interface Judgement {
  readonly subject: string;
  readonly by: ApprovalDecision['by'];
  readonly seen?: string;
  readonly onlyReads?: true;
  readonly changes: number;
}

export class BatchRun {
  readonly #options: SchedulerOptions;
  readonly #check: ArgumentCheck;
  readonly #signal: AbortSignal;
  readonly #graph: ConflictGraph = new ConflictGraph();
  readonly #free: BatchCall[] = [];
  /** Aborted when nothing may start anymore: then nobody needs to be asked. */
  readonly #closed: AbortController = new AbortController();
  readonly #finished: PromiseWithResolvers<void> = Promise.withResolvers();
  #entries: readonly BatchCall[] = [];
  #nextFree = 0;
  #running = 0;
  /** Counts starts and ends of calls that may change what other calls mean. */
  #changes = 0;
  /** The user typed a message instead of answering: no more questions about this batch. */
  #isTypedPast = false;
  #shown = 0;
  #left = 0;
  #fault: { readonly error: unknown } | undefined;

  constructor(options: SchedulerOptions, check: ArgumentCheck, signal: AbortSignal) {
    this.#options = options;
    this.#check = check;
    this.#signal = signal;
  }

  async run(calls: readonly ToolCallBlock[]): Promise<Batch> {
    this.#entries = entriesOf(calls);
    this.#left = this.#entries.filter(({ stage }) => stage !== 'ended').length;
    const cancel = (): void => this.#close();
    this.#signal.addEventListener('abort', cancel, { once: true });
    if (this.#left > 0) {
      this.#begin();
      await this.#finished.promise;
    }
    this.#signal.removeEventListener('abort', cancel);
    const settled = this.#entries.map(({ call, outcome = { state: 'cancelled' } }): SettledCall => ({ call, outcome }));
    return this.#fault === undefined ? { settled } : { settled, fault: this.#fault.error };
  }

  #begin(): void {
    for (const { call, isSilent } of this.#entries) {
      if (!isSilent)
        this.#emit({ type: 'tool-call', id: call.id, name: call.name, args: toJson(call.parameters ?? {}).value });
    }
    const tools = this.#tools();
    if (tools === undefined || this.#signal.aborted) {
      this.#close();
      return;
    }
    for (const entry of this.#entries) if (entry.stage === 'waiting') this.#prepare(entry, tools);
    for (const entry of this.#entries) if (entry.prepared !== undefined) void this.#approve(entry, entry.prepared);
  }

  #tools(): ReadonlyMap<string, AgentTool> | undefined {
    try {
      return this.#options.tools();
    } catch (error) {
      this.#fault = { error };
      return undefined;
    }
  }

  #prepare(entry: BatchCall, tools: ReadonlyMap<string, AgentTool>): void {
    const preparation = prepareCall(entry.call, tools, this.#options.workspace, this.#check);
    const { accessFault } = preparation.isReady ? preparation.prepared : {};
    if (accessFault !== undefined) this.#report(accessFault);
    if (!preparation.isReady) {
      void this.#end(entry, preparation.outcome);
      return;
    }
    entry.prepared = preparation.prepared;
    entry.node = this.#graph.add(preparation.prepared.access, () => {
      this.#free.push(entry);
      this.#startFree();
    });
  }

  async #approve(entry: BatchCall, prepared: PreparedCall): Promise<void> {
    // A preview can only be shown when the earlier calls are done.
    if (prepared.look !== undefined && entry.node?.isBlocked === true) return entry.node.release();
    const refusal = await this.#judge(entry, prepared);
    if (entry.stage !== 'waiting') return;
    if (refusal === undefined) entry.node?.release();
    else await this.#end(entry, refusal);
  }

  async #judge(entry: BatchCall, { tool, access: _, ...about }: PreparedCall): Promise<Outcome | undefined> {
    const changes = this.#changes;
    const request = { callId: entry.call.id, tool: tool.name, kind: tool.kind, ...about };
    const decision = await this.#decide(entry, request);
    if (decision.by === 'typed-past') this.#isTypedPast = true;
    const { by, seen, onlyReads } = decision;
    entry.judged = {
      ...{ subject: about.subject, by, changes },
      ...(seen === undefined ? {} : { seen }),
      ...(onlyReads === undefined ? {} : { onlyReads }),
    };
    return refusalOf(decision);
  }

  /** Repeats until what is allowed is what would run now. */
  async #judgeAgain(entry: BatchCall): Promise<Outcome | undefined> {
    for (let round = 0; round < mostRounds; round += 1) {
      const { prepared, judged } = entry;
      if (prepared === undefined) return { state: 'cancelled' };
      // Nothing has changed since.
      if (judged?.changes === this.#changes && judged.seen === undefined) return undefined;
      const subject = subjectOf(prepared.tool, prepared.args, this.#options.workspace);
      if (typeof subject !== 'string') return subject;
      const now = { ...prepared, subject };
      entry.prepared = now;
      if (judged !== undefined && judged.subject === subject && (await this.#stands(judged, now))) return undefined;
      const refusal = await this.#judge(entry, now);
      if (refusal !== undefined) return refusal;
    }
    return { state: 'error', error: hasMoved };
  }

  /** A rule is checked again after any change; a user is asked again only if the preview would be different. */
  async #stands({ by, seen, changes }: Judgement, { look }: PreparedCall): Promise<boolean> {
    if (by !== 'user') return changes === this.#changes;
    if (seen === undefined || look === undefined) return true;
    const preview = await look().catch(() => undefined);
    return preview !== undefined && 'shown' in preview && preview.shown === seen;
  }

  async #decide(
    entry: BatchCall,
    request: Parameters<SchedulerOptions['approvals']['decide']>[0],
  ): Promise<ApprovalDecision> {
    const { approvals, clock } = this.#options;
    const now = steadyTime(clock);
    let askedAt: number | undefined;
    try {
      return await approvals.decide(request, this.#closed.signal, ({ subject, rule }) => {
        if (entry.stage === 'ended') return;
        askedAt = now();
        if (this.#isTypedPast) approvals.denyOpen();
        else this.#emit({ type: 'tool-approval', id: request.callId, name: request.tool, subject, rule });
      });
    } catch (error) {
      // `decide` must not reject. If it does, the call has no permission and is not run.
      this.#report(`It could not be determined whether ${request.tool} is allowed: ${describeThrown(error)}`);
      return { verdict: 'deny', by: 'nobody', message: 'Could not determine whether it is allowed.' };
    } finally {
      if (askedAt !== undefined) entry.approvalMs = (entry.approvalMs ?? 0) + Math.round(now() - askedAt);
    }
  }

  #startFree(): void {
    const parallel = Math.max(1, this.#options.parallel ?? defaultParallel);
    while (this.#running < parallel && !this.#closed.signal.aborted) {
      const entry = this.#free[this.#nextFree];
      if (entry === undefined) return;
      this.#nextFree += 1;
      if (entry.stage !== 'waiting' || entry.prepared === undefined) continue;
      entry.stage = 'begun';
      this.#running += 1;
      void this.#run(entry);
    }
  }

  async #run(entry: BatchCall): Promise<void> {
    await this.#end(entry, ...(await this.#outcomeOf(entry)));
    this.#running -= 1;
    this.#startFree();
  }

  /** Returns the outcome, and whether the call may have changed something. */
  async #outcomeOf(entry: BatchCall): Promise<[Outcome, boolean]> {
    const veto = await this.#veto(entry);
    if (veto !== undefined) return [veto, false];
    const refusal = await this.#judgeAgain(entry);
    const { prepared } = entry;
    if (refusal !== undefined || prepared === undefined) return [refusal ?? { state: 'cancelled' }, false];
    const { tool, args, subject, access } = prepared;
    const effects = tool.kind !== 'read';
    const mayRun = await this.#record(() =>
      this.#options.journal.started(entry.call, effects, access, entry.approvalMs),
    );
    if (!mayRun || this.#closed.signal.aborted) return [{ state: 'cancelled' }, false];
    const isMoved =
      entry.judged?.changes !== this.#changes && subjectOf(tool, args, this.#options.workspace) !== subject;
    if (isMoved) return [{ state: 'error', error: hasMoved }, false];
    if (effects) this.#changes += 1;
    const outcome = await this.#amended(
      { call: entry.call, tool, args, access },
      await this.#runTool(entry, tool, args),
    );
    if (effects) this.#changes += 1;
    return [outcome, effects];
  }

  /** A hook may change something, so permission is judged after it. */
  async #veto({ call, prepared }: BatchCall): Promise<Outcome | undefined> {
    const { before } = this.#options;
    if (before === undefined || prepared === undefined) return undefined;
    const { tool, args, access } = prepared;
    try {
      const why = await before({ call, tool, args, access }, this.#closed.signal);
      this.#changes += 1;
      if (this.#closed.signal.aborted) return { state: 'cancelled' };
      return why === undefined ? undefined : { state: 'denied', partial: why };
    } catch (error) {
      return { state: 'denied', partial: `Could not determine whether it may run: ${describeThrown(error)}` };
    }
  }

  async #amended(call: RunCall, outcome: Outcome): Promise<Outcome> {
    try {
      return (await this.#options.after?.(call, outcome, this.#closed.signal)) ?? outcome;
    } catch (error) {
      // The tool's result stands.
      const text = `The result of ${call.tool.name} is complete, but nothing could be added to it: ${describeThrown(error)}`;
      this.#report(text);
      return outcome;
    }
  }

  async #runTool(entry: BatchCall, tool: AgentTool, args: JsonObject): Promise<Outcome> {
    const { call } = entry;
    const { clock, journal, approvals } = this.#options;
    const now = steadyTime(clock);
    const from = now();
    this.#emit({ type: 'tool-start', id: call.id, name: tool.name });
    const outcome = await runTool({
      ...this.#options,
      call,
      tool,
      args,
      rules: approvals.rules,
      ...(entry.judged?.onlyReads === undefined ? {} : { onlyReads: true }),
      cancel: this.#signal,
      progress: (text) => this.#emit({ type: 'tool-progress', id: call.id, text }),
      late: async (late) => journal.late(call, late),
    });
    entry.ms = Math.round(now() - from);
    return outcome;
  }

  /** The outcome is final; calls that wait for this one continue when it is recorded. */
  async #end(entry: BatchCall, outcome: Outcome, effects = false): Promise<void> {
    entry.stage = 'ended';
    entry.outcome = outcome;
    await this.#record(() => this.#options.journal.settled(entry.call, outcome, effects));
    entry.isRecorded = true;
    this.#show();
    entry.node?.done();
    this.#left -= 1;
    if (this.#left === 0) this.#finished.resolve();
  }

  /** Returns whether it was written. If not, nothing else starts: no call runs unrecorded. */
  async #record(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      this.#fault ??= { error };
      this.#close();
      return false;
    }
  }

  #close(): void {
    this.#closed.abort();
    for (const entry of this.#entries) if (entry.stage === 'waiting') void this.#end(entry, { state: 'cancelled' });
  }

  /** Reports results in the order of the calls: a finished call waits for the earlier ones. */
  #show(): void {
    for (let entry = this.#entries[this.#shown]; entry?.isRecorded === true; entry = this.#entries[this.#shown]) {
      this.#shown += 1;
      const { call, outcome, ms, isSilent } = entry;
      if (outcome === undefined || isSilent) continue;
      this.#emit({ type: 'tool-result', id: call.id, name: call.name, outcome, ms });
    }
  }

  #report(text: string): void {
    try {
      this.#options.report?.(text);
    } catch {
      // An error in a listener must not affect the calls.
    }
  }

  #emit(event: CallEvent): void {
    try {
      this.#options.emit(event);
    } catch {
      // An error in a listener must not affect the calls.
    }
  }
}

/** How often the subject of a call may change before it is given up. */
const mostRounds = 20;
const hasMoved = 'What this call applies to changed just before it ran, so it was not run. Try again.';

/** Leaves out calls that the provider ran. */
function entriesOf(calls: readonly ToolCallBlock[]): readonly BatchCall[] {
  const known = new Set<string>();
  return calls
    .filter(({ executor }) => executor !== 'provider')
    .map((call): BatchCall => {
      const isSilent = known.has(call.id);
      known.add(call.id);
      if (!isSilent) return { call, stage: 'waiting', isRecorded: false, ms: 0, isSilent };
      // Calls are recorded by id: a second call with the same id would replace the first.
      const error = `Two calls of one response have the id "${clip(call.id, 100)}"; only the first was run.`;
      return { call, stage: 'ended', outcome: { state: 'error', error }, isRecorded: true, ms: 0, isSilent };
    });
}

/** The scheduler of a session: each response of the model is one batch. (REQ-915-030) */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const check = createArgumentCheck();
  return { run: (calls, signal) => new BatchRun(options, check, signal).run(calls) };
}
