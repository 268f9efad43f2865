/**
 * Texts of the user that are not sent yet: for the next safe boundary of the running turn, or for the next turn. Each is recorded when
 * it is accepted, and the record that sends it also removes it: after a crash it is either queued or sent, never both.
 */
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { QueuedText } from '../history/session-facts.ts';
import { humanContent } from '../history/user-input.ts';

interface WaitingText extends QueuedText {
  /** For the running turn; otherwise for the next. */
  readonly now: boolean;
}

export class QueuedTexts {
  readonly #history: History;
  /** In order: `facts.queued`, and texts that are about to be recorded there. */
  #waiting: readonly WaitingText[];
  #last: number;
  /** The number of the text that is being sent: it can no longer be withdrawn. */
  #sending: number | undefined;

  constructor(history: History) {
    const { queued, lastQueued } = history.facts;
    this.#history = history;
    this.#waiting = queued.map((text) => ({ ...text, now: false }));
    this.#last = lastQueued;
  }

  get now(): readonly QueuedText[] {
    return this.#waiting.filter(({ now }) => now);
  }

  get forNextTurn(): readonly QueuedText[] {
    return this.#waiting.filter(({ now }) => !now);
  }

  take(text: string, now: boolean): void {
    this.#last += 1;
    const number = this.#last;
    this.#waiting = [...this.#waiting, { number, text, now }];
    // If the store fails, the record is written before the next one; the next turn reports the failure.
    this.#history.write({ kind: 'text-queued', number, text }, true).catch(() => {});
  }

  /** Removes and returns the last queued text. Undefined: there is none, or it is being sent. */
  withdraw(): string | undefined {
    const last = this.#waiting.findLast(({ number }) => number !== this.#sending);
    if (last === undefined) return undefined;
    this.#waiting = this.#waiting.filter(({ number }) => number !== last.number);
    this.#history.write({ kind: 'text-withdrawn', number: last.number }, true).catch(() => {});
    return last.text;
  }

  /** Sends these at the start of a turn, in order; unless something else `follows`, the last one is on disk when it resolves. */
  async sendQueued(texts: readonly QueuedText[], turnId: string, emit: Emit, follows: boolean): Promise<void> {
    // A text may have been withdrawn in the meantime.
    for (const [index, text] of texts.entries())
      if (this.#waiting.some(({ number }) => number === text.number))
        await this.#send(text, turnId, emit, !follows && index === texts.length - 1);
  }

  /** Sends the texts for the running turn. Returns whether there were any. */
  async sendSteers(turnId: string, emit: Emit): Promise<boolean> {
    const hasTexts = this.now.length > 0;
    for (let text = this.now[0]; text !== undefined; text = this.now[0]) await this.#send(text, turnId, emit, true);
    return hasTexts;
  }

  /** Texts that did not reach a boundary of the turn wait for the next. */
  endTurn(): void {
    this.#waiting = this.#waiting.map((text) => ({ ...text, now: false }));
  }

  async #send({ number, text }: QueuedText, turnId: string, emit: Emit, durable: boolean): Promise<void> {
    this.#sending = number;
    try {
      await this.#history.write({ kind: 'content', content: humanContent(text, turnId), delivers: number }, durable);
    } finally {
      this.#sending = undefined;
    }
    this.#waiting = this.#waiting.filter((one) => one.number !== number);
    emit({ type: 'steer', text });
  }
}
