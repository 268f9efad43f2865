/** The session: one turn at a time, switches and texts that wait for their moment, and a way out at any point. */

import type { Content } from '@interlock/transcript';
import type { Settings } from '@interlock/wire';
import type { ApprovalMode, ApprovalRule } from '../approval/approval.ts';
import { type ChangeScope, type FileChanges, noChanges, type RestoredFiles } from '../changes/file-changes.ts';
import { EventStream } from '../events/event-stream.ts';
import type { Emit, SessionEvent, TurnEnd } from '../events/session-event.ts';
import { closeOpenCalls } from '../history/close-open-calls.ts';
import type { History } from '../history/history.ts';
import type { QueuedText } from '../history/session-facts.ts';
import { turnName } from '../history/turn-names.ts';
import { LookAhead } from '../route/look-ahead.ts';
import type { Route, RouteConfig, RouteTarget, RouteView } from '../route/route.ts';
import type { SwitchLoss } from '../route/switch-losses.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { StoreWarning } from '../store/session-store.ts';
import { messageOf } from '../text/sentences.ts';
import { ContextWindow } from '../turn/context-window.ts';
import { Requests } from '../turn/requests.ts';
import { runTurn } from '../turn/run-turn.ts';
import { Spending } from '../turn/spending.ts';
import { CurrentSetup } from './current-setup.ts';
import { EarlierTurns } from './earlier-turns.ts';
import { HookedMoments } from './hooked-moments.ts';
import { Jobs } from './jobs.ts';
import { PlanMode } from './plan-mode.ts';
import { humanContent, QueuedTexts } from './queued-texts.ts';
import type {
  CompactOptions,
  ForkOptions,
  Input,
  PastMessage,
  Session,
  SessionState,
  SwitchReport,
  TurnEvents,
} from './session.ts';
import { closedError, SessionError } from './session-error.ts';
import type { SessionParts } from './session-parts.ts';
import { sessionScheduler } from './session-scheduler.ts';
import { routeName, Switching, targetName } from './switching.ts';

/** A turn, or a requested compaction: one at a time. */
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
  readonly #earlierTurns: EarlierTurns;
  readonly #switching: Switching;
  readonly #requests: Requests;
  readonly #scheduler: Scheduler;
  readonly #window: ContextWindow;
  readonly #setup: CurrentSetup;
  readonly #texts: QueuedTexts;
  readonly #moments: HookedMoments;
  readonly #jobs: Jobs;
  readonly #plan: PlanMode;
  #running: Work | undefined;
  #closed: Promise<void> | undefined;

  constructor(parts: SessionParts, history: History, warnings: readonly StoreWarning[]) {
    this.id = parts.header.id;
    this.#parts = parts;
    this.#history = history;
    this.#warnings = warnings;
    this.#earlierTurns = new EarlierTurns(history, parts.pastRecords);
    this.#switching = new Switching(parts.route, history, () => this.#window.tokens(this.#setup.setup));
    this.#jobs = new Jobs({
      history,
      clock: parts.clock,
      emit: (event) => this.#emit(event),
      ...(parts.keepJobOutput === undefined ? {} : { keepWhole: parts.keepJobOutput }),
    });
    this.#plan = new PlanMode(parts.approvals, (event) => this.#emit(event));
    this.#setup = new CurrentSetup(
      parts,
      history,
      { jobs: this.#jobs, planning: this.#plan },
      () => this.#switching.current,
      (event) => this.#emit(event),
    );
    this.#texts = new QueuedTexts(history);
    this.#moments = new HookedMoments(parts.hooks, parts.header.spawnDepth);
    this.#window = new ContextWindow(parts, history);
    this.#requests = new Requests(parts, history);
    this.#scheduler = sessionScheduler({
      ...{ parts, history, setup: this.#setup, switching: this.#switching, moments: this.#moments, jobs: this.#jobs },
      emit: (event) => this.#emit(event),
    });
  }

  get state(): SessionState {
    const { facts } = this.#history;
    const { pending, current } = this.#switching;
    const { last } = this.#requests;
    const { setup } = this.#setup;
    const effort = facts.effort ?? this.#parts.settings.reasoning;
    return {
      id: this.id,
      busy: this.#running !== undefined,
      closed: this.#closed !== undefined,
      workspace: this.#parts.workspace.root,
      contents: facts.contents,
      turns: facts.begun.size,
      targets: current.config.targets.map(targetName),
      ...(last === undefined ? {} : { lastTarget: last.target, diagnostics: last.diagnostics }),
      ...(facts.target === undefined ? {} : { chosen: facts.target }),
      ...(pending === undefined ? {} : { pendingSwitch: routeName(pending) }),
      steers: this.#texts.now.map(({ text }) => text),
      queued: this.#texts.forNextTurn.map(({ text }) => text),
      todos: facts.todos,
      jobs: this.#jobs.all,
      usage: facts.totals,
      tokens: this.#window.tokens(setup),
      window: this.#switching.first?.traits.contextWindow ?? 0,
      rules: this.#parts.approvals.rules,
      mode: this.#parts.approvals.mode,
      ...(effort === undefined ? {} : { effort }),
      tools: setup.tools,
      system: setup.system,
      instructions: setup.instructions,
      nestedInstructions: [...facts.told],
      spawnDepth: this.#parts.header.spawnDepth,
      warnings: this.#warnings,
    };
  }

  send(input?: Input, options: { readonly signal?: AbortSignal } = {}): TurnEvents {
    this.#mustBeAtRest();
    const queued = this.#texts.forNextTurn;
    if (input === undefined && queued.length === 0)
      throw new SessionError('nothing-to-send', 'There is nothing to send.', 'Give a text, or queue one.');
    const { controller, release } = followSignal(options.signal);
    const events = new EventStream<SessionEvent>(() => controller.abort());
    const turnId = turnName(this.#history.facts.turns + 1);
    // Before the caller can do anything else.
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
    // A text that no one would ever write down must not look as if it had been taken.
    if (this.#closed !== undefined) throw closedError();
    this.#texts.take(text, when === 'now' && this.#running?.events !== undefined);
    // Typing something else is an answer to a question.
    this.#parts.approvals.denyOpen();
  }

  withdraw(): string | undefined {
    return this.#closed === undefined ? this.#texts.withdraw() : undefined;
  }

  setMode(mode: ApprovalMode): void {
    this.#plan.choose(mode);
  }

  remember(rule: ApprovalRule, options?: { readonly kept?: boolean }): void {
    this.#parts.approvals.remember(rule, options);
  }

  forget(rule: ApprovalRule): boolean {
    const isKnown = this.#parts.approvals.forget(rule);
    // Asked once less in another session at worst.
    if (isKnown) this.#history.write({ kind: 'approval-revoked', rule }).catch(() => {});
    return isKnown;
  }

  async setEffort(effort?: NonNullable<Settings['reasoning']>): Promise<void> {
    if (this.#closed !== undefined) throw closedError();
    // What a store refuses is written before anything else that it takes.
    await this.#history.write({ kind: 'effort', effort: effort ?? null }).catch(() => {});
  }

  async cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    running.controller.abort();
    await running.ended;
  }

  switchTo(to: RouteTarget | RouteConfig | Route): SwitchReport {
    const route = this.#parts.routeOf(to);
    return this.#running?.events === undefined
      ? this.#switching.atRest(route)
      : this.#switching.duringTurn(route, (event) => this.#emit(event));
  }

  lossesOf(to: RouteTarget | RouteConfig | Route): readonly SwitchLoss[] {
    return this.#switching.lossesOf(this.#parts.routeOf(to));
  }

  look(): Promise<RouteView> {
    return this.#switching.current.look();
  }

  cancelSwitch(): void {
    this.#switching.cancel((event) => this.#emit(event));
  }

  async compact({
    signal,
    focus,
    listen = () => {},
  }: CompactOptions = {}): Promise<Extract<SessionEvent, { type: 'compaction' }>> {
    this.#mustBeAtRest();
    const { controller, release } = followSignal(signal);
    const emit: Emit = (event) => {
      try {
        listen(event);
      } catch {
        // Nothing depends on what listeners do.
      }
    };
    const compacting = this.#compact(emit, controller.signal, focus).finally(() => {
      release();
      this.#running = undefined;
    });
    this.#running = { controller, ended: compacting.catch(() => {}) };
    return compacting;
  }

  async fileChanges(scope: ChangeScope = {}): Promise<FileChanges> {
    await this.#history.settled();
    return this.#parts.fileHistory?.changes(scope) ?? noChanges;
  }

  async restoreFiles(scope: ChangeScope): Promise<RestoredFiles> {
    this.#mustBeAtRest();
    const { fileHistory } = this.#parts;
    if (fileHistory === undefined) return { ...noChanges, failed: [] };
    const restoring = fileHistory.restore(scope).finally(() => {
      this.#running = undefined;
    });
    // It cannot be stopped half-way.
    this.#running = { controller: new AbortController(), ended: restoring.catch(() => {}) };
    return restoring;
  }

  jobOutput(number: number): string | undefined {
    return this.#jobs.look(number)?.text;
  }

  stopJob(number: number): Promise<boolean> {
    return this.#jobs.stop(number, 'user');
  }

  messages(): Promise<readonly PastMessage[]> {
    return this.#earlierTurns.messages();
  }

  history(): Promise<readonly Content[]> {
    return this.#earlierTurns.everything();
  }

  async fork({ turns = Number.POSITIVE_INFINITY, id }: ForkOptions = {}): Promise<Session> {
    return this.#parts.fork(await this.#earlierTurns.firstTurns(turns), this.#switching.current, id);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.cancel();
    await this.#jobs.close();
    try {
      await this.#moments.afterSession().catch(() => {});
      await this.#history.close();
    } finally {
      await this.#parts.release();
    }
  }

  #mustBeAtRest(): void {
    if (this.#closed !== undefined) throw closedError();
    if (this.#running !== undefined)
      throw this.#running.events === undefined
        ? new SessionError('busy', 'The history is being compacted.', 'Wait for it, or cancel() it first.')
        : new SessionError('busy', 'A turn is running.', 'Use steer() to add to it, or cancel() it first.');
  }

  async #compact(
    emit: Emit,
    signal: AbortSignal,
    focus: string | undefined,
  ): Promise<Extract<SessionEvent, { type: 'compaction' }>> {
    await this.#history.flush();
    await closeOpenCalls(this.#history);
    await this.#setup.refresh(emit);
    const route = new LookAhead(await this.#switching.current.begin());
    const spending = new Spending(this.#history, this.#parts.budget, emit);
    const asked = { why: 'It was requested.', ...(focus === undefined ? {} : { focus }) };
    return this.#window.compact({ route, setup: this.#setup.setup, spending, signal, emit, ...asked });
  }

  /** Always ends with a `turn-end`, and with the session idle. */
  async #turn(turnId: string, said: TurnInput, emit: Emit, signal: AbortSignal): Promise<TurnEnd> {
    // Whoever called `send` has the stream before anything happens.
    await Promise.resolve();
    let end: Omit<TurnEnd, 'type' | 'turnId'>;
    try {
      end = await this.#run(turnId, said, emit, signal);
    } catch (error) {
      // It had not begun to ask.
      end = { outcome: 'failed', why: messageOf(error), text: '', steps: 0, usage: { input: 0, output: 0 } };
    }
    try {
      // A turn whose start was not recorded has no end either.
      if (this.#history.facts.turnId === turnId)
        await this.#history.write({ kind: 'turn-end', turnId, outcome: end.outcome }, true);
      await this.#moments.afterTurn(turnId, end, emit);
    } catch (error) {
      emit({ type: 'notice', text: messageOf(error) });
    }
    this.#texts.endTurn();
    this.#running = undefined;
    const applied = this.#switching.apply();
    if (applied !== undefined) emit(applied);
    const ended: TurnEnd = { type: 'turn-end', turnId, ...end };
    emit(ended);
    return ended;
  }

  async #run(
    turnId: string,
    said: TurnInput,
    emit: Emit,
    signal: AbortSignal,
  ): Promise<Omit<TurnEnd, 'type' | 'turnId'>> {
    const { clock, limits, budget, subagents } = this.#parts;
    const history = this.#history;
    budget.renew();
    subagents?.renew();
    await history.flush();
    await closeOpenCalls(history);
    await history.write({ kind: 'turn-start', turnId });
    await this.#moments.beforeTurn(turnId, [...said.queued.map(({ text }) => text), said.input], emit, signal);
    this.#switching.tell(emit);
    await this.#setup.refresh(emit);
    await this.#hear(said, turnId, emit);
    const spending = new Spending(history, budget, emit);
    const route = new LookAhead(await this.#switching.current.begin());
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
      spending,
      needs: () => ({ tokens: this.#window.tokens(this.#setup.setup) }),
      send: (selection, plain) => {
        const { setup } = this.#setup;
        return this.#requests.send({ turnId, selection, plain, setup, spending }, emit, signal);
      },
      sayNow: () => this.#texts.sayNow(turnId, emit),
      makeRoom: (why) => this.#window.make(why, { route, setup: this.#setup.setup, spending, emit, signal }),
    });
  }

  /** What waited first. */
  async #hear({ queued, input }: TurnInput, turnId: string, emit: Emit): Promise<void> {
    await this.#texts.sayFirst(queued, turnId, emit, input !== undefined);
    if (input !== undefined) await this.#history.content(humanContent(input, turnId), true);
  }

  #emit(event: SessionEvent): void {
    const { events } = this.#running ?? {};
    if (events === undefined) this.#tellAtRest(event);
    else events.push(event);
  }

  #tellAtRest(event: SessionEvent): void {
    try {
      this.#parts.atRest?.(event);
    } catch {
      // Nothing depends on what listeners do.
    }
  }
}

/** What a turn begins with. */
interface TurnInput {
  readonly queued: readonly QueuedText[];
  readonly input: Input | undefined;
}

/** A controller that is aborted when the caller's own signal is; `release` lets go of that one. */
function followSignal(signal: AbortSignal | undefined): {
  readonly controller: AbortController;
  release(): void;
} {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return { controller, release: () => signal?.removeEventListener('abort', stop) };
}
