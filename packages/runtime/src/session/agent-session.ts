/** The session: runs one turn at a time, holds back switches and texts until they may take effect, and can be cancelled at any point. */

import type { Content } from '@interlock/transcript';
import type { Settings } from '@interlock/wire';
import type { ApprovalMode, ApprovalRule } from '../approval/approval.ts';
import { type ChangeScope, type FileChanges, noChanges, type RestoredFiles } from '../changes/file-changes.ts';
import { EventStream } from '../events/event-stream.ts';
import { closedError, SessionError } from '../events/session-error.ts';
import type { Emit, SessionEvent, TurnEnd } from '../events/session-event.ts';
import { closeOpenCalls } from '../history/close-open-calls.ts';
import type { History } from '../history/history.ts';
import type { QueuedText } from '../history/session-facts.ts';
import { turnName } from '../history/turn-names.ts';
import { humanContent, type Input } from '../history/user-input.ts';
import { LookAhead } from '../route/look-ahead.ts';
import type { Route, RouteConfig, RouteTarget, RouteView } from '../route/route.ts';
import type { SwitchLoss } from '../route/switch-losses.ts';
import type { StoreWarning } from '../store/session-store.ts';
import { messageOf } from '../text/sentences.ts';
import { ContextWindow } from '../turn/context-window.ts';
import { CurrentSetup } from '../turn/current-setup.ts';
import { QueuedTexts } from '../turn/queued-texts.ts';
import { Requests } from '../turn/requests.ts';
import type { TurnParts } from '../turn/run-turn.ts';
import { runTurns } from '../turn/run-turns.ts';
import { Spending } from '../turn/spending.ts';
import { turnScheduler } from '../turn/turn-scheduler.ts';
import { EarlierTurns } from './earlier-turns.ts';
import { Jobs } from './jobs.ts';
import { PlanMode } from './plan-mode.ts';
import type {
  CompactOptions,
  ForkOptions,
  PastMessage,
  Session,
  SessionState,
  SwitchReport,
  TurnEvents,
} from './session.ts';
import type { SessionParts } from './session-parts.ts';
import { sessionTools } from './session-tools.ts';
import { routeName, Switching, targetName } from './switching.ts';

/** What the session is doing: a turn, a requested compaction or a restore. Only one of them runs at a time. */
interface Work {
  readonly controller: AbortController;
  /** Never rejects. */
  readonly ended: Promise<unknown>;
  /** Present only for a turn. */
  readonly events?: EventStream<SessionEvent>;
}

export class AgentSession implements Session {
  readonly id: string;
  readonly #parts: SessionParts;
  readonly #history: History;
  readonly #warnings: readonly StoreWarning[];
  readonly #earlierTurns: EarlierTurns;
  readonly #switching: Switching;
  readonly #setup: CurrentSetup;
  readonly #turns: TurnParts;
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
    const emit: Emit = (event) => this.#emit(event);
    const { clock, limits, budget, keepJobOutput: keepWhole } = parts;
    const switching = new Switching(parts.route, history);
    const jobs = new Jobs({ history, clock, emit, ...(keepWhole === undefined ? {} : { keepWhole }) });
    const plan = new PlanMode(parts.approvals, emit);
    const setup = new CurrentSetup(parts, history, sessionTools(parts, { history, jobs, plan, switching, emit }));
    this.#switching = switching;
    this.#jobs = jobs;
    this.#plan = plan;
    this.#setup = setup;
    const requests = new Requests(parts, history, setup);
    this.#turns = {
      ...{ history, clock, limits, budget, requests },
      scheduler: turnScheduler(parts, { history, setup, requests, jobs, emit }),
      window: new ContextWindow(parts, history, setup),
      texts: new QueuedTexts(history),
    };
  }

  get state(): SessionState {
    const { facts } = this.#history;
    const { pending, current } = this.#switching;
    const { requests, texts, window } = this.#turns;
    const { last } = requests;
    const setup = this.#setup.current;
    const effort = facts.effort ?? this.#parts.settings.reasoning;
    return {
      id: this.id,
      busy: this.#running !== undefined,
      closed: this.#closed !== undefined,
      workspace: this.#parts.workspace.root,
      contents: facts.contents,
      turns: facts.begun.size,
      targets: current.config.targets.map(targetName),
      ...(last === undefined ? {} : { lastTarget: last.selection.name, diagnostics: last.diagnostics }),
      ...(facts.target === undefined ? {} : { chosen: facts.target }),
      ...(pending === undefined ? {} : { pendingSwitch: routeName(pending) }),
      steers: texts.now.map(({ text }) => text),
      queued: texts.forNextTurn.map(({ text }) => text),
      todos: facts.todos,
      jobs: this.#jobs.all,
      usage: facts.totals,
      tokens: window.tokens,
      window: this.#switching.first?.traits.contextWindow ?? 0,
      rules: this.#parts.approvals.rules,
      mode: this.#parts.approvals.mode,
      ...(effort === undefined ? {} : { effort }),
      tools: setup.tools,
      system: setup.system,
      instructions: setup.instructions,
      nestedInstructions: [...facts.givenInstructions],
      spawnDepth: this.#parts.header.spawnDepth,
      warnings: this.#warnings,
    };
  }

  send(input?: Input, options: { readonly signal?: AbortSignal } = {}): TurnEvents {
    this.#mustBeAtRest();
    const queued = this.#turns.texts.forNextTurn;
    if (input === undefined && queued.length === 0)
      throw new SessionError('nothing-to-send', 'There is nothing to send.', 'Give a text, or queue one.');
    const { controller, signal } = linkedSignal(options.signal);
    const events = new EventStream<SessionEvent>(() => controller.abort());
    const turnId = turnName(this.#history.facts.turns + 1);
    // Reported before the caller can do anything else.
    events.push({ type: 'turn-start', turnId });
    const emit: Emit = (event) => events.push(event);
    const ended = this.#turn(turnId, { queued, input }, emit, signal).finally(() => events.end());
    this.#running = { controller, events, ended };
    return { ended, [Symbol.asyncIterator]: () => events[Symbol.asyncIterator]() };
  }

  steer(text: string, when: 'now' | 'next-turn' = 'now'): void {
    // A text that would never be recorded must not seem accepted.
    if (this.#closed !== undefined) throw closedError();
    this.#turns.texts.take(text, when === 'now' && this.#running?.events !== undefined);
    // Typing a message answers an open question.
    this.#parts.approvals.denyOpen();
  }

  withdraw(): string | undefined {
    return this.#closed === undefined ? this.#turns.texts.withdraw() : undefined;
  }

  setMode(mode: ApprovalMode): void {
    this.#plan.choose(mode);
  }

  remember(rule: ApprovalRule, options?: { readonly kept?: boolean }): void {
    this.#parts.approvals.remember(rule, options);
  }

  forget(rule: ApprovalRule): boolean {
    const isKnown = this.#parts.approvals.forget(rule);
    // If the write fails, the rule applies again when the session is resumed.
    if (isKnown) this.#history.write({ kind: 'approval-revoked', rule }).catch(() => {});
    return isKnown;
  }

  async setEffort(effort?: NonNullable<Settings['reasoning']>): Promise<void> {
    if (this.#closed !== undefined) throw closedError();
    // If the store fails, the record is written before the next one.
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
    const { tokens } = this.#turns.window;
    return this.#running?.events === undefined
      ? this.#switching.atRest(route, tokens)
      : this.#switching.duringTurn(route, tokens, (event) => this.#emit(event));
  }

  lossesOf(to: RouteTarget | RouteConfig | Route): readonly SwitchLoss[] {
    return this.#switching.lossesOf(this.#parts.routeOf(to), this.#turns.window.tokens);
  }

  look(): Promise<RouteView> {
    return this.#switching.current.look();
  }

  cancelSwitch(): void {
    this.#switching.cancel((event) => this.#emit(event));
  }

  async compact({
    signal: outer,
    focus,
    listen = () => {},
  }: CompactOptions = {}): Promise<Extract<SessionEvent, { type: 'compaction' }>> {
    this.#mustBeAtRest();
    const { controller, signal } = linkedSignal(outer);
    const emit: Emit = (event) => {
      try {
        listen(event);
      } catch {
        // An error in a listener must not affect the session.
      }
    };
    const compacting = this.#compact(emit, signal, focus).finally(() => {
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
    // A restore cannot be cancelled halfway.
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
      await this.#parts.hooks?.afterSession().catch(() => {});
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
    const spending = this.#spending(emit);
    const asked = { why: 'It was requested.', ...(focus === undefined ? {} : { focus }) };
    return this.#turns.window.compact({ route, spending, signal, emit, ...asked });
  }

  #spending(emit: Emit): Spending {
    const { budget, clock, reportRequest } = this.#parts;
    return new Spending({ history: this.#history, budget, clock, emit, reportRequest });
  }

  /** Always ends with a `turn-end`, and with the session idle. */
  async #turn(turnId: string, start: TurnInput, emit: Emit, signal: AbortSignal): Promise<TurnEnd> {
    // The caller of `send` must have the stream before anything happens.
    await Promise.resolve();
    let end: Omit<TurnEnd, 'type'>;
    try {
      end = await this.#run(turnId, start, emit, signal);
    } catch (error) {
      // No request was sent.
      end = { turnId, outcome: 'failed', why: messageOf(error), text: '', steps: 0, usage: { input: 0, output: 0 } };
    }
    try {
      // A turn without a recorded start has no recorded end.
      const { turnId: last, outcome, unsent } = end;
      const given = unsent === undefined ? {} : { unsent };
      if (this.#history.facts.turnId === last)
        await this.#history.write({ kind: 'turn-end', turnId: last, outcome, ...given }, true);
      await this.#parts.hooks?.afterTurn(turnId, end, emit);
    } catch (error) {
      emit({ type: 'notice', text: messageOf(error) });
    }
    this.#turns.texts.endTurn();
    this.#running = undefined;
    const applied = this.#switching.apply(this.#turns.window.tokens);
    if (applied !== undefined) emit(applied);
    const ended: TurnEnd = { type: 'turn-end', ...end };
    emit(ended);
    return ended;
  }

  async #run(
    turnId: string,
    { queued, input }: TurnInput,
    emit: Emit,
    signal: AbortSignal,
  ): Promise<Omit<TurnEnd, 'type'>> {
    const { budget, hooks, subagents } = this.#parts;
    const history = this.#history;
    budget.renew();
    subagents?.renew();
    await history.flush();
    await closeOpenCalls(history);
    await history.write({ kind: 'turn-start', turnId });
    const inputs = [...queued.map(({ text }) => text), ...(input === undefined ? [] : [input])];
    await hooks?.beforeTurn(turnId, inputs, emit, signal);
    this.#switching.report(emit);
    await this.#setup.refresh(emit);
    await this.#turns.texts.sendQueued(queued, turnId, emit, input !== undefined);
    if (input !== undefined) await history.content(humanContent(input, turnId), true);
    const spending = this.#spending(emit);
    const route = new LookAhead(await this.#switching.current.beginTurn());
    return runTurns({ ...this.#turns, turnId, route, spending, emit, signal });
  }

  #emit(event: SessionEvent): void {
    const { events } = this.#running ?? {};
    if (events === undefined) this.#emitAtRest(event);
    else events.push(event);
  }

  #emitAtRest(event: SessionEvent): void {
    try {
      this.#parts.atRest?.(event);
    } catch {
      // An error in a listener must not affect the session.
    }
  }
}

/** What a turn starts with. */
interface TurnInput {
  readonly queued: readonly QueuedText[];
  readonly input: Input | undefined;
}

/** `signal` is aborted by the controller or by the caller's own signal. */
function linkedSignal(outer: AbortSignal | undefined): {
  readonly controller: AbortController;
  readonly signal: AbortSignal;
} {
  const controller = new AbortController();
  const signal = outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer]);
  return { controller, signal };
}
