/** The conversation in a terminal: keys in, the live region and the scrollback out. */
import process from 'node:process';
import type { Agent } from '../agent/agent.ts';
import { secretValues } from '../agent/secret-variables.ts';
import { commandName } from '../io/command-name.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import type { Key } from '../terminal/key.ts';
import { LiveRegion, type Size } from '../terminal/live-region.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { readKeys } from '../terminal/read-keys.ts';
import { type TakenTerminal, takeTerminal } from '../terminal/restore.ts';
import { narrowingOf, terminalSize } from '../terminal/terminal-size.ts';
import type { Timer } from '../terminal/timer.ts';
import { type AskingUi, type OpenAgent, questionsWhileOpening } from './ask-while-opening.ts';
import { Conversation } from './conversation.ts';
import type { Draft } from './editor/editor.ts';
import { pastedMedia } from './editor/paste.ts';
import { InputMemory } from './history/input-memory.ts';
import { joinBlocks, type PreviousBlock } from './join-blocks.ts';
import { type LoadedViews, loadViews } from './load-views.ts';
import { Prompt } from './prompt.ts';
import { answerOf } from './read-answer.ts';
import type { Drawing, Question } from './screen.ts';
import { viewFrame } from './view-frame.ts';
import { promptWidth } from './view-prompt.ts';
import { paletteOf } from './views/palette.ts';

/** The screen is redrawn at most this often. */
const frameMs = 16;
/** How often elapsed times are updated while something runs. */
const tickMs = 250;
/** A second Ctrl-C within this time exits. */
const exitWindowMs = 3_000;

export class TerminalUi implements AskingUi {
  readonly #io: Io;
  readonly #timer: Timer;
  readonly #region: LiveRegion;
  readonly #conversation: Conversation;
  readonly #prompt: Prompt;
  readonly #memory: InputMemory = new InputMemory();
  readonly #exit: PromiseWithResolvers<number> = Promise.withResolvers();
  #views: LoadedViews | undefined;
  #lastKind: PreviousBlock;
  #terminal: TakenTerminal | undefined;
  #cancelDraw: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  /** Set while a second Ctrl-C exits; calling it resets that. */
  #disarmExit: (() => void) | undefined;
  /** The question whose details were all on the screen. */
  #shownInFull: Question | undefined;
  /** Receives the next typed line: it answers a server's question. */
  #typing: ((text: string | undefined) => void) | undefined;
  #isOver = false;

  constructor(io: Io, timer: Timer) {
    this.#io = io;
    this.#timer = timer;
    this.#region = new LiveRegion(
      (text) => void io.stdout.write(text),
      () => terminalSize(io.stdout),
      narrowingOf(io.env),
    );
    this.#conversation = new Conversation({ ui: this, now: () => timer.now() });
    this.#prompt = new Prompt({
      changed: () => this.changed(),
      send: (draft) => this.#send(draft),
      press: (name) => this.#press(name),
      takeBack: () => this.#conversation.takeBack(),
      width: () => promptWidth(terminalSize(io.stdout).columns),
      folder: () => this.#conversation.agent?.workspace,
      commands: () => this.#conversation.agent?.commands?.() ?? [],
    });
  }

  /** Runs until the user exits. The prompt is shown at once, while the agent is still being opened. */
  async run(open: OpenAgent, firstMessage: string | undefined): Promise<number> {
    const { stdin, stdout } = this.#io;
    this.#terminal = takeTerminal(this.#io, { signal: (exitCode) => this.#exit.resolve(exitCode) });
    const resized = (): void => this.#draw();
    stdout.on('resize', resized);
    const stopKeys = readKeys(stdin, this.#timer, {
      keys: (keys) => this.#onKeys(keys),
      ended: () => this.#exit.resolve(exitCodes.fine),
    });
    this.#draw();
    if (firstMessage !== undefined) this.#conversation.submit({ text: firstMessage, attachments: [] });
    try {
      this.#begin(open).catch(this.#exit.reject);
      return await this.#exit.promise;
    } finally {
      this.#isOver = true;
      for (const stop of [this.#cancelDraw, this.#cancelTick, this.#disarmExit, stopKeys]) stop?.();
      this.#prompt.stop();
      stdout.off('resize', resized);
      this.#sayGoodbye();
      this.#terminal.restore();
      await Promise.all([this.#memory.settled(), this.#conversation.close()]);
    }
  }

  changed(): void {
    if (this.#isOver || this.#cancelDraw !== undefined) return;
    this.#cancelDraw = this.#timer.after(frameMs, () => this.#draw());
  }

  choose(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined> {
    return this.#prompt.choose(title, items, selected);
  }

  chooseNext(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined> {
    return this.#prompt.chooseNext(title, items, selected);
  }

  askText(signal: AbortSignal): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const settle = (text: string | undefined): void => {
      if (this.#typing === settle) this.#typing = undefined;
      resolve(text);
    };
    this.#typing = settle;
    signal.addEventListener('abort', () => settle(undefined), { once: true });
    return promise;
  }

  fill(what: string | Draft): void {
    if (typeof what === 'string') this.#prompt.fill(what);
    else this.#prompt.edit({ do: 'set', draft: what });
  }

  exit(): void {
    this.#exit.resolve(exitCodes.fine);
  }

  async #begin(open: OpenAgent): Promise<void> {
    const opening = open(questionsWhileOpening(this, this.#conversation, this.#io.env));
    // Reported where it is awaited.
    opening.catch(() => {});
    this.#views = await loadViews();
    this.changed();
    const agent = await opening;
    void this.#recall(agent);
    await this.#conversation.open(agent);
    this.#views = await this.#views.withHighlighter();
    this.changed();
  }

  async #recall({ inputHistory: folder, workspace, config }: Agent): Promise<void> {
    const earlier = await this.#memory.open(
      folder === undefined
        ? undefined
        : {
            folder,
            workspace,
            secrets: await secretValues(this.#io.env, config.values),
            now: () => this.#timer.now(),
            onProblem: (problem) => this.#conversation.say(problem, 'warning'),
          },
    );
    if (earlier.length > 0) this.#prompt.edit({ do: 'recall', earlier });
  }

  #onKeys(keys: readonly Key[]): void {
    for (const key of keys) {
      if (this.#isOver) return;
      const isCtrlC = key.kind === 'press' && key.name === 'ctrl-c';
      if (isCtrlC && this.#disarmExit !== undefined) this.exit();
      this.#disarmExit?.();
      this.#prompt.press(key);
    }
    this.#draw();
  }

  #send(draft: Draft): 'kept' | 'answered' {
    if (this.#typing !== undefined) {
      this.#typing(draft.text);
      return 'answered';
    }
    const { question } = this.#conversation.screen;
    const answer = question === undefined ? undefined : answerOf(draft.text);
    if (answer === undefined) {
      this.#memory.keep(draft);
      this.#conversation.submit(draft);
    } else this.#conversation.answer(answer, this.#shownInFull === question);
    return answer === undefined ? 'kept' : 'answered';
  }

  #press(name: string): void {
    if (this.#typing !== undefined && (name === 'escape' || name === 'enter'))
      this.#typing(name === 'enter' ? '' : undefined);
    else if (name === 'escape') this.#conversation.cancel();
    else if (name === 'enter') this.#conversation.sendWaiting();
    else if (name === 'ctrl-c') this.#interrupt();
    else if (name === 'ctrl-d') this.exit();
    else if (name === 'ctrl-o') this.#conversation.unfold();
    else if (name === 'shift-tab') void this.#conversation.nextMode();
    else if (name === 'ctrl-z') this.#suspend();
    else if (name === 'ctrl-v') void this.#pastePicture();
    else if (name === 'ctrl-l') {
      this.#io.stdout.write('\u001b[2J\u001b[H');
      this.#region.forget();
    }
  }

  /** Cancels the innermost activity; the next Ctrl-C exits. */
  #interrupt(): void {
    if (this.#prompt.editor.text !== '') this.#prompt.edit({ do: 'clear' });
    else if (this.#typing !== undefined) this.#typing(undefined);
    else this.#conversation.cancel();
    const forget = this.#timer.after(exitWindowMs, () => this.#disarmExit?.());
    this.#disarmExit = () => {
      forget();
      this.#disarmExit = undefined;
      this.changed();
    };
  }

  /** Inserts the image where the cursor is when it has been read. */
  async #pastePicture(): Promise<void> {
    const { readClipboard } = await import('./clipboard/read-clipboard.ts');
    const found = await readClipboard({ env: this.#io.env, platform: process.platform });
    if (this.#isOver) return;
    if ('media' in found) this.#prompt.edit({ do: 'attach', attachment: pastedMedia(found.media) });
    else this.#conversation.say(found.problem, 'warning');
  }

  #suspend(): void {
    this.#region.clear();
    this.#terminal?.suspend(this.#timer, () => {
      this.#region.forget();
      this.#draw();
    });
  }

  #draw(): void {
    this.#cancelDraw?.();
    this.#cancelDraw = undefined;
    if (this.#isOver) return;
    const size = terminalSize(this.#io.stdout);
    const drawing = this.#drawing(size);
    const finished = this.#finishedLines(drawing);
    const { screen, waiting, isBusy } = this.#conversation;
    const { editor, popup, picker } = this.#prompt;
    const hint = this.#disarmExit === undefined ? undefined : 'press Ctrl-C again to exit';
    const data = { screen, waiting, isBusy, editor, popup, picker, hint, lastKind: this.#lastKind };
    const frame = viewFrame(data, this.#views, drawing, size);
    this.#region.draw(frame, finished);
    if (frame.showsQuestion) this.#shownInFull = screen.question;
    this.#cancelTick?.();
    if (isBusy) this.#cancelTick = this.#timer.after(tickMs, () => this.#draw());
  }

  #finishedLines(drawing: Drawing): readonly string[] {
    const views = this.#views;
    if (views === undefined) return [];
    const finished = this.#conversation.takeFinished(views.finishedPart);
    const { lines, last } = joinBlocks(finished, this.#lastKind, views.viewBlock, drawing);
    this.#lastKind = last;
    return lines;
  }

  #drawing({ columns }: Size): Drawing {
    const { showThinking } = this.#conversation.screen;
    const highlight = this.#views?.highlight;
    return {
      width: columns,
      colour: !this.#io.env['NO_COLOR'],
      now: this.#timer.now(),
      ...(showThinking ? { showThinking } : {}),
      ...(highlight === undefined ? {} : { highlight }),
    };
  }

  /** Finished blocks stay on the screen; the prompt is removed. */
  #sayGoodbye(): void {
    const drawing = this.#drawing(terminalSize(this.#io.stdout));
    const lines = this.#finishedLines(drawing);
    const session = this.#conversation.session;
    const { resumeCommand = `${commandName(this.#io.env)} --resume` } = this.#conversation.agent ?? {};
    const isStored = session !== undefined && session.state.turns > 0 && resumeCommand !== '';
    const goodbye = isStored ? ['', paletteOf(drawing)('dim', `To continue: ${resumeCommand} ${session.id}`)] : [];
    this.#region.clear();
    this.#io.stdout.write([...lines, ...goodbye].map((line) => `${line}\r\n`).join(''));
  }
}
