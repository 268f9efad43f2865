/**
 * One batch on its way (REQ-915-031): every call of ours ends with exactly one outcome. A call starts when it is allowed, nothing
 * earlier stands in its way, a place is free and its start is recorded; what it did is recorded before anything that waits for
 * it starts.
 */
import { type JsonObject, type ToolCallBlock, toJson } from '@interlock/transcript';
import type { ApprovalDecision } from '../approval/approval.ts';
import { clip } from '../tool/clip.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { ArgumentCheck } from '../tool/validate-arguments.ts';
import type { CallEvent } from './call-event.ts';
import { ConflictGraph, type GraphNode } from './conflict-graph.ts';
import type { Outcome, SettledCall } from './outcome.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';
import { runTool } from './run-tool.ts';
import type { Batch, SchedulerOptions } from './scheduler.ts';

const defaultParallel = 8;

interface Entry {
  readonly call: ToolCallBlock;
  /** `begun`: its start is being recorded, or it runs. */
  stage: 'waiting' | 'begun' | 'ended';
  node?: GraphNode;
  prepared?: PreparedCall;
  outcome?: Outcome;
  /** The outcome is written down, and may be shown when its turn comes. */
  isRecorded: boolean;
  ms: number;
  /** Neither run nor recorded nor shown. */
  readonly isSilent: boolean;
}

export class BatchRun {
  readonly #options: SchedulerOptions;
  readonly #check: ArgumentCheck;
  readonly #signal: AbortSignal;
  readonly #graph: ConflictGraph = new ConflictGraph();
  readonly #free: Entry[] = [];
  /** Aborted when nothing may start any more: nobody has to be asked then. */
  readonly #closed: AbortController = new AbortController();
  readonly #finished: PromiseWithResolvers<void> = Promise.withResolvers();
  #entries: readonly Entry[] = [];
  #nextFree = 0;
  #running = 0;
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

  #prepare(entry: Entry, tools: ReadonlyMap<string, AgentTool>): void {
    const preparation = prepareCall(entry.call, tools, this.#options.workspace, this.#check);
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

  async #approve(entry: Entry, { tool, access: _, ...about }: PreparedCall): Promise<void> {
    const { call } = entry;
    const decision = await this.#decide(entry, { callId: call.id, tool: tool.name, kind: tool.kind, ...about });
    if (entry.stage !== 'waiting') return;
    if (decision.verdict === 'allow') return entry.node?.release();
    const { message } = decision;
    const denied: Outcome = { state: 'denied', ...(message === undefined ? {} : { partial: message }) };
    await this.#end(entry, decision.by === 'cancelled' ? { state: 'cancelled' } : denied);
  }

  async #decide(
    entry: Entry,
    request: Parameters<SchedulerOptions['approvals']['decide']>[0],
  ): Promise<ApprovalDecision> {
    try {
      return await this.#options.approvals.decide(request, this.#closed.signal, ({ subject, rule }) => {
        if (entry.stage !== 'waiting') return;
        this.#emit({ type: 'tool-approval', id: request.callId, name: request.tool, subject, rule });
      });
    } catch {
      // Against its contract; what is not allowed is not run.
      return { verdict: 'deny', by: 'nobody', message: 'Whether it is allowed could not be found out.' };
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
      void this.#run(entry, entry.prepared);
    }
  }

  async #run(entry: Entry, { tool, args }: PreparedCall): Promise<void> {
    const effects = tool.kind !== 'read';
    const mayRun = await this.#record(() => this.#options.journal.started(entry.call, effects));
    const isRun = mayRun && !this.#closed.signal.aborted;
    const outcome: Outcome = isRun ? await this.#runTool(entry, tool, args) : { state: 'cancelled' };
    await this.#end(entry, outcome, isRun && effects);
    this.#running -= 1;
    this.#startFree();
  }

  async #runTool(entry: Entry, tool: AgentTool, args: JsonObject): Promise<Outcome> {
    const { call } = entry;
    const { clock, journal, approvals } = this.#options;
    const from = clock.now();
    this.#emit({ type: 'tool-start', id: call.id, name: tool.name });
    const outcome = await runTool({
      ...this.#options,
      call,
      tool,
      args,
      rules: approvals.rules,
      cancel: this.#signal,
      progress: (text) => this.#emit({ type: 'tool-progress', id: call.id, text }),
      late: async (late) => journal.late(call, late),
    });
    entry.ms = clock.now() - from;
    return outcome;
  }

  /** Its outcome stands from here on; whoever waits for the call goes on when it is written down. */
  async #end(entry: Entry, outcome: Outcome, effects = false): Promise<void> {
    entry.stage = 'ended';
    entry.outcome = outcome;
    await this.#record(() => this.#options.journal.settled(entry.call, outcome, effects));
    entry.isRecorded = true;
    this.#show();
    entry.node?.done();
    this.#left -= 1;
    if (this.#left === 0) this.#finished.resolve();
  }

  /** Whether it was written. If not, nothing new starts: nothing goes on unrecorded. */
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

  /** In the order of the calls: a later one that is finished waits for the earlier ones. */
  #show(): void {
    for (let entry = this.#entries[this.#shown]; entry?.isRecorded === true; entry = this.#entries[this.#shown]) {
      this.#shown += 1;
      const { call, outcome, ms, isSilent } = entry;
      if (outcome === undefined || isSilent) continue;
      this.#emit({ type: 'tool-result', id: call.id, name: call.name, outcome, ms });
    }
  }

  /** A listener that throws has only itself to blame; the calls go on. */
  #emit(event: CallEvent): void {
    try {
      this.#options.emit(event);
    } catch {
      // Nothing depends on what listeners do.
    }
  }
}

/** The provider has run its own calls itself. */
function entriesOf(calls: readonly ToolCallBlock[]): readonly Entry[] {
  const known = new Set<string>();
  return calls
    .filter(({ executor }) => executor !== 'provider')
    .map((call): Entry => {
      const isSilent = known.has(call.id);
      known.add(call.id);
      if (!isSilent) return { call, stage: 'waiting', isRecorded: false, ms: 0, isSilent };
      // Whatever is recorded of a call is recorded by its id: a second one would take the place of the first.
      const error = `Two calls of one response have the id "${clip(call.id, 100)}"; only the first was run.`;
      return { call, stage: 'ended', outcome: { state: 'error', error }, isRecorded: true, ms: 0, isSilent };
    });
}
