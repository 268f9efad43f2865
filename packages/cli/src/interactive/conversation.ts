/**
 * The interaction between a user and a session, independent of how it is shown: messages become turns, steering or commands, events update
 * the screen, questions wait for answers.
 */

import type { ApprovalMode, Input, Session, SessionEvent } from '@interlock/runtime';
import type { DiagnosticEvent } from '@interlock/transcript';
import type { Agent, SessionCallbacks } from '../agent/agent.ts';
import { isCommandLine } from '../agent/is-command-line.ts';
import { ChosenMode } from '../agent/session-mode.ts';
import { messageOf } from '../io/command-error.ts';
import type { SlashCommand, SlashContext } from '../slash/slash-command.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { describeUnsent } from '../wording/describe-unsent.ts';
import { type AnswerContext, answerQuestion } from './answer-question.ts';
import { shownDraft } from './editor/draft.ts';
import type { Draft } from './editor/editor.ts';
import { LongOutputs } from './long-outputs.ts';
import { MessageQueue, type QueuedMessage } from './message-queue.ts';
import { prepareInput, textOf } from './prepare-input.ts';
import { type Answer, Questions } from './questions.ts';
import { changesStatus, readStatus } from './read-status.ts';
import { emptyScreen } from './reduce-screen.ts';
import type { Block, Screen } from './screen.ts';
import { ServerWait } from './server-wait.ts';
import { ShownScreen } from './shown-screen.ts';

/** Shows the conversation: a terminal, or plain lines. */
export interface Ui {
  /** Called when something has changed. */
  changed(): void;
  choose(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined>;
  /** Replaces the content of the prompt. */
  fill(what: string | Draft): void;
  exit(): void;
}

export interface ConversationOptions {
  readonly ui: Ui;
  readonly now: () => number;
}

export class Conversation {
  readonly #ui: Ui;
  readonly #screen: ShownScreen;
  readonly #questions: Questions;
  /** Callbacks for a session, however it is opened. */
  readonly #callbacks: SessionCallbacks;
  readonly #repairs = new Map<string, readonly DiagnosticEvent[]>();
  readonly #waiting = new MessageQueue();
  readonly #outputs = new LongOutputs();
  readonly #mode = new ChosenMode();
  readonly #answering = new AnsweringTarget();
  /** Messages that the running turn started with and that are already on the screen. Their events are not shown. */
  #alreadyShown = 0;
  #agent: Agent | undefined;
  #session: Session | undefined;
  #work: AbortController | undefined;
  /** A switch between turns was already reported. The next turn emits its event again, which is then not shown. */
  #isSwitchReported = false;
  /** The number of running commands. They may switch sessions, so later messages wait. */
  #commandsRunning = 0;
  readonly #servers = new ServerWait();
  #isClosed = false;
  #isInTurn = false;
  #isDraining = false;
  /** The turn was cancelled: queued messages wait until the user sends something. */
  #isPaused = false;

  constructor({ ui, now }: ConversationOptions) {
    this.#ui = ui;
    this.#screen = new ShownScreen(() => ui.changed(), now);
    this.#questions = new Questions((question) => this.#screen.ask(question));
    this.#callbacks = {
      approve: this.#questions.approve,
      notify: (text) => this.#screen.say(text),
      onEvent: (event) => this.#showBetweenTurns(event),
    };
  }

  get screen(): Screen {
    return this.#screen.now;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  get agent(): Agent | undefined {
    return this.#agent;
  }

  get isBusy(): boolean {
    return this.#isInTurn || this.#work !== undefined;
  }

  /** Messages that have not reached the model yet. */
  get waiting(): readonly string[] {
    return this.#waiting.shown;
  }

  /** Whether some waiting messages will be sent automatically. */
  get isSending(): boolean {
    return this.#waiting.isSending;
  }

  /** Opens the agent's session; rejects if that is not possible. */
  async open(agent: Agent): Promise<void> {
    this.#agent = agent;
    this.#screen.change({ readers: readersOf(agent) });
    for (const notice of agent.notices) this.#screen.say(notice);
    await this.#adopt(await agent.open(this.#callbacks), true);
    this.#drain();
  }

  say(text: string, level: 'info' | 'warning' | 'error' = 'info'): void {
    this.#screen.say(text, level);
  }

  /** Sends the queued messages. */
  sendWaiting(): void {
    this.#isPaused = false;
    const session = this.#session;
    if (session !== undefined && !this.isBusy && session.state.queued.length > 0) this.#begin(session, '', undefined);
    this.#drain();
  }

  /** Withdraws the last queued message, to be edited. */
  takeBack(): Draft | string | undefined {
    const taken = this.#waiting.takeBack(() => this.#session?.withdraw());
    if (taken !== undefined) this.#ui.changed();
    return taken;
  }

  submit(draft: Draft): void {
    if (draft.text.trim() === '') return;
    this.#isPaused = false;
    // Commands are not queued.
    if (isCommandLine(draft.text) && this.#session !== undefined) {
      void this.#handleCommand(draft);
      return;
    }
    this.#waiting.add({ draft });
    this.#drain();
  }

  /** `isSeen`: everything the question is about was on the screen. */
  answer(answer: Answer, isSeen: boolean): void {
    const context: AnswerContext = {
      questions: this.#questions,
      permissions: this.#agent?.permissions,
      choose: (title, items, selected) => this.#ui.choose(title, items, selected),
      allow: (rule) => this.#session?.remember(rule, { kept: false }),
      show: (text) => this.#screen.addAsked(text),
      say: (text, level) => this.#screen.say(text, level),
    };
    answerQuestion(answer, isSeen, context).catch((error: unknown) => this.#screen.say(messageOf(error), 'error'));
  }

  /** Ctrl-O: shows everything the question is about, or the newest folded result. */
  unfold(): void {
    if (this.#questions.open !== undefined) {
      this.answer('view', false);
      return;
    }
    const text = this.#outputs.next();
    if (text === undefined) this.#screen.say('Nothing is folded.');
    else this.#screen.addAsked(text);
  }

  /** Esc: stops the turn; everything so far is kept. */
  cancel(): void {
    if (this.#servers.skip()) return;
    this.#work?.abort();
    void this.#session?.cancel();
  }

  /** Returns whether the mode is set; if not, the user sees why. */
  setMode(mode: ApprovalMode): boolean {
    const session = this.#session;
    if (session === undefined) return false;
    const problem = this.#mode.set(mode, session, this.#agent?.confinement);
    if (problem !== undefined) {
      this.#screen.say(problem, 'warning');
      return false;
    }
    this.#screen.changeStatus({ mode });
    return true;
  }

  /** Shift-Tab. Without a sandbox, confined mode is skipped, with a notice. */
  async nextMode(): Promise<void> {
    const { approvalModes } = await import('@interlock/runtime');
    const { mode } = this.#session?.state ?? {};
    if (mode === undefined) return;
    const next = approvalModes[(approvalModes.indexOf(mode) + 1) % approvalModes.length];
    if (next !== undefined && !this.setMode(next)) this.setMode('ask');
  }

  /** Takes finished blocks off the screen and returns them. */
  takeFinished(finishedPart: (text: string) => number): readonly Block[] {
    return this.#screen.takeFinished(finishedPart);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#servers.skip();
    this.#work?.abort();
    await this.#session?.close();
  }

  /** Handles messages one at a time, until something has to be awaited. */
  #drain(): void {
    if (this.#isDraining || this.#session === undefined) return;
    this.#isDraining = true;
    void this.#handleQueued();
  }

  async #handleQueued(): Promise<void> {
    for (let message = this.#next(); message !== undefined; message = this.#next()) {
      try {
        await this.#handle(message);
      } catch (error) {
        this.#screen.say(messageOf(error), 'error');
      }
    }
    // In the same tick as the last check, so that no message is missed.
    this.#isDraining = false;
    this.#ui.changed();
  }

  /** Undefined: there is none, or it has to wait. Images cannot be added to a running turn, and nothing while the history is being changed. */
  #next(): QueuedMessage | undefined {
    const { first } = this.#waiting;
    if (first === undefined || this.#work !== undefined || this.#commandsRunning > 0 || this.#isPaused)
      return undefined;
    const isLater = this.#isInTurn && first.input !== undefined && textOf(first.input) === undefined;
    return isLater ? undefined : this.#waiting.takeFirst();
  }

  async #handle(message: QueuedMessage): Promise<void> {
    const { draft, expanded } = message;
    if (expanded === undefined && isCommandLine(draft.text)) return this.#handleCommand(draft);
    const folder = this.#agent?.workspace ?? '.';
    const input =
      message.input ??
      (await prepareInput(expanded ?? draft, folder, {
        onProblem: (problem) => this.#screen.say(problem, 'warning'),
        choose: (title, items) => this.#ui.choose(title, items, 0),
        servers: this.#agent?.mcp,
      }));
    const session = this.#session;
    if (session === undefined) return;
    if (input === undefined) return this.#ui.fill(draft);
    if (!this.#isInTurn) return this.#begin(session, shownDraft(draft), input);
    const text = textOf(input);
    if (text === undefined) {
      this.#waiting.putFirst({ draft, input });
      return;
    }
    this.#waiting.steer(text, draft);
    session.steer(text);
  }

  async #handleCommand(draft: Draft): Promise<void> {
    this.#commandsRunning += 1;
    try {
      const { describeUnknown, findSlashCommand } = await import('../slash/slash-commands.ts');
      const [name = '', ...rest] = draft.text.trim().slice(1).split(/\s+/);
      const command = findSlashCommand(name);
      if (command !== undefined) return await this.#runCommand(command, rest.join(' '));
      const { expandCustomCommand } = await import('../agent/expand-custom-command.ts');
      const text = await expandCustomCommand(draft.text, this.#agent ?? {});
      if (text === undefined) this.#screen.say(describeUnknown(name, this.#agent?.commands?.()), 'warning');
      else this.#waiting.add({ draft, expanded: { ...draft, text } });
    } catch (error) {
      this.#screen.say(messageOf(error), 'error');
    } finally {
      this.#commandsRunning -= 1;
      this.#drain();
    }
  }

  /** Queued messages are sent first. */
  #begin(session: Session, shown: string, input: Input | undefined): void {
    const { queued } = session.state;
    this.#isInTurn = true;
    this.#waiting.setHeld([]);
    this.#alreadyShown = queued.length;
    for (const text of [...queued.map((queuedText) => this.#waiting.asWritten(queuedText)), shown])
      if (text !== '') this.#screen.addUser(text);
    void this.#turn(session, input).catch((error: unknown) => this.#screen.say(messageOf(error), 'error'));
  }

  async #turn(session: Session, input: Input | undefined): Promise<void> {
    let mayContinue = true;
    try {
      if (this.#agent?.mcp !== undefined)
        await this.#servers.untilStarted(this.#agent.mcp, (text) => this.#screen.say(text));
      if (this.#isClosed) return;
      for await (const event of session.send(input)) {
        if (event.type === 'turn-end') {
          this.#isPaused = event.outcome === 'cancelled';
          mayContinue = !this.#isPaused && (event.outcome !== 'failed' || event.steps > 0);
        }
        await this.#applyEvent(session, event);
      }
    } finally {
      this.#isInTurn = false;
    }
    await this.#refresh();
    if (this.#session !== session) return;
    this.#waiting.endTurn();
    const { queued } = session.state;
    // Messages that came too late for this turn start the next one, unless the user has cancelled or nothing can be stored.
    if (queued.length > 0 && mayContinue && !this.#isInTurn) this.#begin(session, '', undefined);
    else if (!this.#isInTurn) this.#waiting.setHeld(queued);
    this.#drain();
  }

  async #applyEvent(session: Session, reported: SessionEvent): Promise<void> {
    const event = reported.type === 'steer' ? { ...reported, text: this.#waiting.asWritten(reported.text) } : reported;
    if (event.type === 'steer' && this.#alreadyShown > 0) {
      this.#alreadyShown -= 1;
      return;
    }
    if (event.type === 'steer') this.#waiting.delivered();
    if (event.type === 'request' || event.type === 'failover') {
      const notice = this.#answering.changeIn(event, session.state.targets);
      if (notice !== undefined) this.#screen.say(notice);
    }
    if (event.type === 'tool-result') this.#outputs.note(event.name, event.outcome);
    if (event.type === 'mode-changed') this.#mode.follow(event.mode);
    if (event.type === 'repair') this.#repairs.set(event.target, event.repairs);
    const isReported = event.type === 'switch-applied' && this.#isSwitchReported;
    if (event.type === 'switch-applied') this.#isSwitchReported = false;
    if (!isReported) this.#screen.apply(event);
    if (changesStatus(event)) this.#screen.readStatus(session.state);
    if (event.type === 'request-failed' || event.type === 'cooldown-wait') await this.#refresh();
  }

  /** A background command has ended, perhaps one of a session that is being closed. */
  #showBetweenTurns(event: SessionEvent): void {
    this.#screen.apply(event);
    const { state } = this.#session ?? {};
    if (state !== undefined) this.#screen.readStatus(state);
  }

  /** Only the route knows about cooldowns. */
  async #refresh(): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    const view = await this.#agent?.routeView().catch(() => undefined);
    this.#screen.readStatus(session.state, view);
  }

  /** `isUnseen`: its messages are not on the screen yet. */
  async #adopt(session: Session, isUnseen: boolean): Promise<void> {
    const { blocksOfContents } = await import('./blocks-of-contents.ts');
    this.#session = session;
    this.#mode.applyTo(session);
    this.#repairs.clear();
    this.#answering.forget();
    const { contents, warnings, workspace, queued, todos } = session.state;
    this.#waiting.setHeld(queued);
    this.#isPaused = false;
    const status = readStatus({ ...emptyScreen(workspace).status }, session.state);
    const { blocks, readers } = this.#screen.now;
    const earlier = isUnseen ? blocksOfContents(contents, readers) : [];
    if (isUnseen) this.#noteOutputs(earlier);
    this.#screen.change({ status, todos, blocks: [...blocks, ...earlier] });
    for (const { message } of warnings) this.#screen.say(message, 'warning');
    if (queued.length > 0) this.#screen.say(describeUnsent(queued), 'warning');
    await this.#refresh();
  }

  #noteOutputs(blocks: readonly Block[]): void {
    this.#outputs.clear();
    for (const block of blocks)
      if (block.kind === 'tools') for (const { name, outcome } of block.calls) this.#outputs.note(name, outcome);
  }

  /** Commands that may run during a turn are not awaited: some ask something first, and messages continue meanwhile. */
  async #runCommand(command: SlashCommand, argument: string): Promise<void> {
    const context = this.#context();
    if (context === undefined) return;
    if (this.isBusy && !command.duringTurn) {
      this.#screen.say(`/${command.name} must wait until the turn ends. Esc cancels the turn.`, 'warning');
      return;
    }
    const done = (async () => command.run(context, argument))()
      .catch((error: unknown) => this.#screen.say(messageOf(error), 'error'))
      .finally(() => this.#ui.changed());
    if (!command.duringTurn) await done;
  }

  #context(): SlashContext | undefined {
    const agent = this.#agent;
    const session = this.#session;
    if (agent === undefined || session === undefined) return undefined;
    return {
      agent,
      session,
      repairs: this.#repairs,
      say: (text, level) => this.#screen.say(text, level),
      choose: (title, items, selected = 0) => this.#ui.choose(title, items, selected),
      work: (activity, run) => this.#doWork(activity, run),
      begin: () => (agent.begin ?? agent.open)(this.#callbacks),
      moveTo: (next) => this.#moveTo(next, false),
      onEvent: (event) => this.#screen.apply(event),
      resume: async (id) => this.#moveTo(await agent.resume(id, this.#callbacks), true),
      fill: (text) => this.#ui.fill(text),
      toggleThinking: () => {
        const showThinking = !this.#screen.now.showThinking;
        this.#screen.change({ showThinking });
        return showThinking;
      },
      setMode: (mode) => this.setMode(mode),
      switched: () => {
        this.#isSwitchReported = !this.#isInTurn;
        void this.#refresh();
      },
      exit: () => this.#ui.exit(),
    };
  }

  async #doWork(activity: string, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.#work = controller;
    try {
      await this.#screen.during(activity, () => run(controller.signal));
    } finally {
      this.#work = undefined;
      await this.#refresh();
      this.#drain();
    }
  }

  /** Opens the next session before closing the current one. */
  async #moveTo(next: Session, isUnseen: boolean): Promise<void> {
    const before = this.#session;
    await this.#adopt(next, isUnseen);
    await before?.close();
  }
}

/** Includes the tools that a session adds. */
function readersOf({ tools }: Agent): readonly string[] {
  const added = ['read_output', 'update_todos', 'read_job', 'stop_job', 'propose_plan'];
  return [...tools.flatMap(({ name, kind }) => (kind === 'read' ? [name] : [])), ...added];
}

/** With several targets, says when another one answers. A failover has a notice of its own. */
class AnsweringTarget {
  /** The target in the last notice. */
  #known: string | undefined;

  /** The notice. Undefined: the target has not changed. */
  changeIn(
    event: Extract<SessionEvent, { type: 'request' | 'failover' }>,
    targets: readonly string[],
  ): string | undefined {
    if (event.type === 'failover') {
      this.#known = targets.find((name) => event.to.startsWith(`${name} (`));
      return undefined;
    }
    if (targets.length < 2 || event.target === this.#known) return undefined;
    this.#known = event.target;
    return `${event.target} answers.`;
  }

  forget(): void {
    this.#known = undefined;
  }
}
