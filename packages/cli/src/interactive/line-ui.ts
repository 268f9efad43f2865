/** The conversation line by line, for terminals that cannot be redrawn: nothing is drawn twice, and there are no colours. */
import { createInterface, type Interface } from 'node:readline';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { plainLine } from '../terminal/lines.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import type { Timer } from '../terminal/timer.ts';
import { type AskingUi, type OpenAgent, questionsWhileOpening } from './ask-while-opening.ts';
import { Conversation } from './conversation.ts';
import { shownDraft } from './editor/draft.ts';
import type { Draft } from './editor/editor.ts';
import { joinBlocks, type PreviousBlock } from './join-blocks.ts';
import { type LoadedViews, loadViews } from './load-views.ts';
import { answerOf } from './read-answer.ts';
import type { Drawing, Question } from './screen.ts';

interface OpenList {
  readonly items: readonly PickerItem[];
  readonly closed: Promise<unknown>;
  settle(index: number | undefined): void;
}

export class LineUi implements AskingUi {
  readonly #io: Io;
  readonly #timer: Timer;
  readonly #conversation: Conversation;
  readonly #exit: PromiseWithResolvers<number> = Promise.withResolvers();
  readonly #lines: Interface;
  #views: LoadedViews | undefined;
  #openList: OpenList | undefined;
  #lastQuestion: Question | undefined;
  /** The question that was printed with everything it is about. */
  #shownInFull: Question | undefined;
  #lastKind: PreviousBlock;
  /** Receives the next line: it answers a server's question. */
  #typing: ((text: string | undefined) => void) | undefined;
  #isEnded = false;
  #isPrompted = false;

  constructor(io: Io, timer: Timer) {
    this.#io = io;
    this.#timer = timer;
    this.#lines = createInterface({ input: io.stdin, terminal: false });
    this.#conversation = new Conversation({ ui: this, now: () => timer.now() });
  }

  async run(open: OpenAgent, firstMessage: string | undefined): Promise<number> {
    this.#lines.on('line', (line) => this.#onLine(line));
    this.#lines.on('close', () => {
      this.#isEnded = true;
      this.#typing?.(undefined);
      // Nobody is left to answer: the call is not allowed, and nothing is chosen.
      if (this.#openList === undefined) this.changed();
      else this.#pick('');
    });
    this.#prompt();
    if (firstMessage !== undefined) this.#conversation.submit({ text: firstMessage, attachments: [] });
    void this.#begin(open).catch(this.#exit.reject);
    try {
      return await this.#exit.promise;
    } finally {
      this.#lines.close();
      await this.#conversation.close();
    }
  }

  changed(): void {
    const views = this.#views;
    if (views === undefined) return;
    const drawing = this.#drawing();
    const { lines, last } = joinBlocks(
      this.#conversation.takeFinished(() => 0),
      this.#lastKind,
      views.viewBlock,
      drawing,
    );
    this.#lastKind = last;
    this.#write(lines);
    const { question } = this.#conversation.screen;
    if (question !== undefined && question !== this.#lastQuestion) {
      const { lines: asked, isCut } = views.layoutQuestion(question, drawing);
      this.#write(asked);
      if (!isCut) this.#shownInFull = question;
      this.#prompt();
    }
    this.#lastQuestion = question;
    if (question !== undefined && this.#isEnded) this.#conversation.answer('no', false);
    if (this.#conversation.isBusy || this.#conversation.session === undefined) return;
    if (this.#isEnded && !this.#conversation.isSending) this.exit();
    else this.#prompt();
  }

  choose(title: string, items: readonly PickerItem[]): Promise<number | undefined> {
    this.#openList?.settle(undefined);
    const lines = items.map(({ name, note, disabled }, index) => {
      const number = disabled === true ? '-' : String(index + 1);
      return `${number} ${plainLine(name)}${note === '' ? '' : ` (${plainLine(note)})`}`;
    });
    this.#write([plainLine(title), ...lines, 'Enter a number to choose; an empty line cancels.']);
    this.#prompt();
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    this.#openList = { items, settle: resolve, closed: promise };
    if (this.#isEnded) this.#pick('');
    return promise;
  }

  async chooseNext(title: string, items: readonly PickerItem[]): Promise<number | undefined> {
    while (this.#openList !== undefined) await this.#openList.closed;
    return this.choose(title, items);
  }

  askText(signal: AbortSignal): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    if (this.#isEnded) resolve(undefined);
    this.#typing = resolve;
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    void promise.then(() => {
      if (this.#typing === resolve) this.#typing = undefined;
    });
    this.#prompt();
    return promise;
  }

  fill(what: string | Draft): void {
    this.#write(['Your message was:', plainLine(typeof what === 'string' ? what : shownDraft(what))]);
  }

  exit(): void {
    this.#exit.resolve(exitCodes.fine);
  }

  async #begin(open: OpenAgent): Promise<void> {
    const opening = open(questionsWhileOpening(this, this.#conversation, this.#io.env));
    opening.catch(() => {});
    this.#views = await loadViews();
    await this.#conversation.open(await opening);
    this.changed();
  }

  #onLine(line: string): void {
    this.#isPrompted = false;
    const { question } = this.#conversation.screen;
    const answer = question === undefined ? undefined : answerOf(line);
    if (this.#openList !== undefined) this.#pick(line.trim());
    else if (this.#typing !== undefined) this.#typing(line);
    else if (answer !== undefined) this.#conversation.answer(answer, this.#shownInFull === question);
    else if (line.trim() === '') {
      this.#conversation.sendWaiting();
      this.changed();
    } else this.#conversation.submit({ text: line, attachments: [] });
  }

  #pick(text: string): void {
    const list = this.#openList;
    this.#openList = undefined;
    const number = /^\d{1,6}$/.test(text) ? Number(text) - 1 : list?.items.findIndex(({ name }) => name === text);
    const item = list?.items[number ?? -1];
    list?.settle(item === undefined || item.disabled === true ? undefined : number);
    this.changed();
  }

  #drawing(): Drawing {
    const { showThinking } = this.#conversation.screen;
    const width = this.#io.stdout.columns ?? 80;
    return {
      width: width > 0 ? width : 80,
      colour: false,
      now: this.#timer.now(),
      ...(showThinking ? { showThinking } : {}),
    };
  }

  #write(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#io.stdout.write(`${this.#isPrompted ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`);
    this.#isPrompted = false;
  }

  #prompt(): void {
    if (this.#isPrompted || this.#isEnded) return;
    this.#isPrompted = true;
    this.#io.stdout.write('> ');
  }
}
