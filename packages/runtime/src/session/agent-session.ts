/** The session: one turn at a time, switches and texts that wait for their moment, and a way out at any point. */
import type { Content } from '@interlock/transcript';
import { resolveTarget, type Usage } from '@interlock/wire';
import { resultCap } from '../context/window-limits.ts';
import type { Emit, SessionEvent, TurnEnd } from '../events.ts';
import type { Route, RouteConfig, RouteTarget, RouteView, Selection } from '../route/route.ts';
import { createScheduler } from '../scheduler/create-scheduler.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { StoreWarning } from '../store/session-store.ts';
import { createTaskTool } from '../subagent/task-tool.ts';
import type { AgentTool } from '../tool/tool.ts';
import { runTurn } from '../turn/run-turn.ts';
import { closeOpenCalls } from './close-open-calls.ts';
import { costOf } from './cost-of.ts';
import { EventStream } from './event-stream.ts';
import { followSignal } from './follow-signal.ts';
import type { History } from './history.ts';
import { historyJournal } from './history-journal.ts';
import { Requests } from './requests.ts';
import { Room } from './room.ts';
import { firstDestination, RouteChoice, routeName, targetName } from './route-choice.ts';
import type { ForkOptions, Input, Session, SessionState, SwitchReport, TurnEvents } from './session.ts';
import { SessionError } from './session-error.ts';
import type { SessionParts } from './session-parts.ts';
import { orderTools, type Setup, setupChanges } from './setup.ts';
import { type SwitchLoss, switchLosses } from './switch-losses.ts';

/** A turn, or a compaction that was asked for: one at a time. */
interface Work {
  readonly controller: AbortController;
  /** Never rejects. */
  readonly ended: Promise<unknown>;
  /** Of a turn. */
  readonly events?: EventStream<SessionEvent>;
}

export class AgentSession implements Session {
  readonly id: string;
  readonly #parts: SessionParts;
  readonly #history: History;
  readonly #warnings: readonly StoreWarning[];
  readonly #choice: RouteChoice;
  readonly #requests: Requests;
  readonly #scheduler: Scheduler;
  readonly #room: Room;
  readonly #steers: string[] = [];
  readonly #queued: string[] = [];
  #setup: Setup = { system: '', tools: [] };
  #byName: ReadonlyMap<string, AgentTool> = new Map();
  #running: Work | undefined;
  #applied: { readonly from: string; readonly losses: readonly SwitchLoss[] } | undefined;
  #closed: Promise<void> | undefined;

  constructor(parts: SessionParts, history: History, warnings: readonly StoreWarning[]) {
    this.id = parts.header.id;
    this.#parts = parts;
    this.#history = history;
    this.#warnings = warnings;
    this.#choice = new RouteChoice(parts.route);
    this.#room = new Room(parts, history);
    this.#requests = new Requests(parts, history);
    this.#scheduler = createScheduler({
      tools: () => this.#byName,
      approvals: parts.approvals,
      workspace: parts.workspace,
      environment: parts.toolEnvironment,
      journal: historyJournal(history),
      emit: (event) => this.#emit(event),
      clock: parts.clock,
      parallel: parts.limits.parallel,
      timeoutMs: parts.limits.toolTimeoutMs,
      maxOutput: () => this.#longestOutput(),
      graceMs: parts.limits.graceMs,
      ...(parts.keepWhole === undefined ? {} : { keepWhole: parts.keepWhole }),
    });
  }

  get state(): SessionState {
    const { facts } = this.#history;
    const { pending } = this.#choice;
    const { last } = this.#requests;
    return {
      id: this.id,
      busy: this.#running !== undefined,
      closed: this.#closed !== undefined,
      workspace: this.#parts.workspace.root,
      contents: facts.contents,
      turns: facts.turns,
      targets: this.#choice.current.config.targets.map(targetName),
      ...(last === undefined ? {} : { lastTarget: last.target, diagnostics: last.diagnostics }),
      ...(facts.target === undefined ? {} : { chosen: facts.target }),
      ...(pending === undefined ? {} : { pendingSwitch: routeName(pending) }),
      steers: [...this.#steers],
      queued: [...this.#queued],
      usage: facts.totals,
      tokens: this.#room.tokens(this.#setup),
      window: firstDestination(this.#choice.current)?.traits.contextWindow ?? 0,
      rules: this.#parts.approvals.rules,
      tools: this.#setup.tools,
      system: this.#setup.system,
      spawnDepth: this.#parts.header.spawnDepth,
      warnings: this.#warnings,
    };
  }

  send(input?: Input, options: { readonly signal?: AbortSignal } = {}): TurnEvents {
    this.#mustBeAtRest();
    const queued = this.#queued.splice(0);
    if (input === undefined && queued.length === 0)
      throw new SessionError('nothing-to-send', 'There is nothing to send.', 'Give a text, or queue one.');
    const { controller, release } = followSignal(options.signal);
    const events = new EventStream<SessionEvent>(() => controller.abort());
    const turnId = `turn-${this.#history.facts.turns + 1}`;
    // Before anything that whoever called does next can be told.
    events.push({ type: 'turn-start', turnId });
    const emit: Emit = (event) => events.push(event);
    const ended = this.#turn(turnId, { queued, input }, emit, controller.signal).finally(() => {
      release();
      events.end();
    });
    this.#running = { controller, events, ended };
    return { ended, [Symbol.asyncIterator]: () => events[Symbol.asyncIterator]() };
  }

  steer(text: string, when: 'now' | 'next-turn' = 'now'): void {
    if (when === 'now' && this.#running?.events !== undefined) this.#steers.push(text);
    else this.#queued.push(text);
    // Typing something else is an answer to what was asked.
    this.#parts.approvals.denyOpen();
  }

  async cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    running.controller.abort();
    await running.ended;
  }

  switchTo(to: RouteTarget | RouteConfig | Route): SwitchReport {
    const route = this.#parts.routeOf(to);
    const name = routeName(route);
    const losses = this.#losses(route);
    const replaced = this.#choice.queue(route);
    if (this.#running?.events === undefined) {
      // Told at the beginning of the next turn; after several switches, from where the first one left.
      const applied = this.#applySwitch();
      if (applied !== undefined) this.#applied = { from: this.#applied?.from ?? applied.from, losses };
      return { when: 'now', to: name, losses };
    }
    const replaces = replaced === undefined ? {} : { replaces: routeName(replaced) };
    this.#emit({ type: 'switch-queued', to: name, ...replaces, losses });
    return { when: 'after-turn', to: name, losses };
  }

  lossesOf(to: RouteTarget | RouteConfig | Route): readonly SwitchLoss[] {
    return this.#losses(this.#parts.routeOf(to));
  }

  look(): Promise<RouteView> {
    return this.#choice.current.look();
  }

  cancelSwitch(): void {
    const cancelled = this.#choice.cancel();
    if (cancelled !== undefined) this.#emit({ type: 'switch-cancelled', to: routeName(cancelled) });
  }

  async compact(
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Extract<SessionEvent, { type: 'compaction' }>> {
    this.#mustBeAtRest();
    const { controller, release } = followSignal(options.signal);
    const compacting = this.#compact(controller.signal).finally(() => {
      release();
      this.#running = undefined;
    });
    this.#running = { controller, ended: compacting.catch(() => {}) };
    return compacting;
  }

  async fork(options: ForkOptions = {}): Promise<Session> {
    // What was told by now is known to the copy.
    await this.#history.settled();
    const { contents: all, ledger, turns } = this.#history.facts;
    const contents = options.turns === undefined ? all.slice() : firstTurns(all, options.turns);
    return this.#parts.fork({ contents, ledger: ledger.toJSON(), turns }, this.#choice.current, options.id);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.cancel();
    try {
      await this.#history.close();
    } finally {
      await this.#parts.release();
    }
  }

  #mustBeAtRest(): void {
    if (this.#closed !== undefined)
      throw new SessionError('closed', 'The session is closed.', 'Resume it, or start another.');
    if (this.#running !== undefined)
      throw this.#running.events === undefined
        ? new SessionError('busy', 'The history is being compacted.', 'Wait for it, or cancel() it first.')
        : new SessionError('busy', 'A turn is running.', 'Use steer() to add to it, or cancel() it first.');
  }

  async #compact(signal: AbortSignal): Promise<Extract<SessionEvent, { type: 'compaction' }>> {
    await this.#history.flush();
    await closeOpenCalls(this.#history);
    await this.#refreshSetup(() => {});
    const route = await this.#choice.current.begin();
    return this.#room.compact({ route, setup: this.#setup, signal, why: 'asked for', emit: () => {} });
  }

  /** Ends with a `turn-end` whatever happens, and with the session at rest. */
  async #turn(turnId: string, said: Said, emit: Emit, signal: AbortSignal): Promise<TurnEnd> {
    // Whoever called `send` has the stream before anything happens.
    await Promise.resolve();
    let end: Omit<TurnEnd, 'type' | 'turnId'>;
    try {
      end = await this.#run(turnId, said, emit, signal);
    } catch (error) {
      end = { outcome: 'failed', why: messageOf(error), text: '', steps: 0, usage: { input: 0, output: 0 } };
    }
    try {
      // One whose beginning is not on record has not been.
      if (this.#history.facts.turnId === turnId)
        await this.#history.write({ kind: 'turn-end', turnId, outcome: end.outcome }, true);
    } catch (error) {
      emit({ type: 'notice', text: messageOf(error) });
    }
    // What could not be written down, and what did not reach a boundary of this turn, is for the next.
    this.#queued.unshift(...said.queued, ...this.#steers.splice(0));
    this.#running = undefined;
    const applied = this.#applySwitch();
    if (applied !== undefined) emit(applied);
    const ended: TurnEnd = { type: 'turn-end', turnId, ...end };
    emit(ended);
    return ended;
  }

  async #run(turnId: string, said: Said, emit: Emit, signal: AbortSignal): Promise<Omit<TurnEnd, 'type' | 'turnId'>> {
    const { clock, limits, budget, subagents } = this.#parts;
    const history = this.#history;
    budget.renew();
    subagents?.renew();
    await history.flush();
    await closeOpenCalls(history);
    await history.write({ kind: 'turn-start', turnId });
    if (this.#applied !== undefined) {
      const { from, losses } = this.#applied;
      this.#applied = undefined;
      emit({ type: 'switch-applied', from, to: routeName(this.#choice.current), losses });
    }
    await this.#refreshSetup(emit);
    await this.#hear(said, turnId);
    const route = await this.#choice.current.begin();
    return runTurn({
      turnId,
      history,
      scheduler: this.#scheduler,
      route,
      clock,
      emit,
      signal,
      limits,
      budget,
      needs: () => ({ tokens: this.#room.tokens(this.#setup) }),
      send: async (selection, plain) =>
        this.#requests.send({ turnId, selection, plain, setup: this.#setup }, emit, signal),
      steers: this.#steers,
      makeRoom: (why) => this.#room.make(why, { route, setup: this.#setup, emit, signal }),
      costOf: ({ target }: Selection, usage: Usage) => costOf(resolveTarget(target).traits.price, usage),
    });
  }

  /** What was queued first; it waits until it is on record. */
  async #hear({ queued, input }: Said, turnId: string): Promise<void> {
    for (let text = queued[0]; text !== undefined; text = queued[0]) {
      await this.#history.content(humanContent(text, turnId), input === undefined && queued.length === 1);
      queued.shift();
    }
    if (input !== undefined) await this.#history.content(humanContent(input, turnId), true);
  }

  /** Instructions and tools as they are now; a change counts from this turn on, and is said, because it breaks caches. */
  async #refreshSetup(emit: Emit): Promise<void> {
    const own = [...this.#parts.tools, ...this.#taskTools()];
    const tools = orderTools(own, this.#parts.mcp?.tools() ?? []);
    const setup: Setup = { system: await this.#parts.systemPrompt(tools), tools };
    const before = this.#history.facts.setup;
    const changes = before === undefined ? [] : setupChanges(before, setup);
    this.#setup = setup;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
    if (before === undefined || changes.length > 0)
      await this.#history.write({ kind: 'setup', system: setup.system, tools: tools.map(({ name }) => name) });
    if (changes.length > 0) emit({ type: 'setup-changed', what: changes });
  }

  #taskTools(): readonly AgentTool[] {
    const { subagents } = this.#parts;
    return subagents === undefined ? [] : [createTaskTool(subagents, () => this.#choice.current)];
  }

  /** A result must not fill the window of whoever is asked. */
  #longestOutput(): number {
    const window = firstDestination(this.#choice.current)?.traits.contextWindow;
    const { toolOutput } = this.#parts.limits;
    return window === undefined ? toolOutput : Math.min(toolOutput, resultCap(window));
  }

  #losses(route: Route): readonly SwitchLoss[] {
    const to = firstDestination(route);
    if (to === undefined) return [];
    return switchLosses(this.#history.facts.contents, to, this.#room.tokens(this.#setup));
  }

  #applySwitch(): Extract<SessionEvent, { type: 'switch-applied' }> | undefined {
    const switched = this.#choice.apply();
    if (switched === undefined) return undefined;
    const from = routeName(switched.from);
    const to = routeName(switched.to);
    const losses = this.#losses(switched.to);
    // The record says who was chosen; that it could not be written is told by the next turn, which writes first.
    this.#history.write({ kind: 'switch', to }).catch(() => {});
    return { type: 'switch-applied', from, to, losses };
  }

  #emit(event: SessionEvent): void {
    this.#running?.events?.push(event);
  }
}

/** What a turn begins with. */
interface Said {
  /** Taken away as it is written down. */
  readonly queued: string[];
  readonly input: Input | undefined;
}

function humanContent(input: Input, turnId: string): Content {
  const blocks = typeof input === 'string' ? [{ type: 'text', text: input } as const] : input;
  return { speaker: 'human', blocks, metadata: { turnId } };
}

function firstTurns(contents: readonly Content[], turns: number): readonly Content[] {
  const seen = new Set<string>();
  const end = contents.findIndex(({ metadata }) => {
    seen.add(metadata?.turnId ?? '');
    return seen.size > turns;
  });
  return end === -1 ? contents.slice() : contents.slice(0, end);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
