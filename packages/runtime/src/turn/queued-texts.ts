/**
 * Texts that were taken from the user and have not been said yet: for the next safe boundary of the running turn, or for the next turn.
 * Each is recorded when it is accepted, and the record that sends it also removes it: after a crash it waits, or
 * it has been said, and never both.
 */
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { QueuedText } from '../history/session-facts.ts';
import { humanContent } from '../history/user-input.ts';

interface Waiting extends QueuedText {
  /** For the turn that runs; otherwise for the next. */
  readonly now: boolean;
}

export class QueuedTexts {
  readonly #history: History;
  /** In the order in which they came; `facts.queued`, and what is on its way there. */
  #waiting: readonly Waiting[];
  #last: number;
  /** Being sent: it can no longer be withdrawn. */
  #saying: number | undefined;

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
    // What a store refuses is written before anything else that it takes; until then the next turn says that it does not.
    this.#history.write({ kind: 'text-queued', number, text }, true).catch(() => {});
  }

  /** The last queued text, which is then not sent. Undefined: there is none, or it is just being sent. */
  withdraw(): string | undefined {
    const last = this.#waiting.findLast(({ number }) => number !== this.#saying);
    if (last === undefined) return undefined;
    this.#waiting = this.#waiting.filter(({ number }) => number !== last.number);
    this.#history.write({ kind: 'text-withdrawn', number: last.number }, true).catch(() => {});
    return last.text;
  }

  /** The first thing of a turn, in their order; the last one is on disk when it resolves if nothing else `follows`. */
  async sendQueued(texts: readonly QueuedText[], turnId: string, emit: Emit, follows: boolean): Promise<void> {
    // It may have been taken back since.
    for (const [index, text] of texts.entries())
      if (this.#waiting.some(({ number }) => number === text.number))
        await this.#say(text, turnId, emit, !follows && index === texts.length - 1);
  }

  /** Whether there was something to say. */
  async sendSteers(turnId: string, emit: Emit): Promise<boolean> {
    const isSaid = this.now.length > 0;
    for (let text = this.now[0]; text !== undefined; text = this.now[0]) await this.#say(text, turnId, emit, true);
    return isSaid;
  }

  /** What did not reach a boundary of the turn is for the next. */
  endTurn(): void {
    this.#waiting = this.#waiting.map((text) => ({ ...text, now: false }));
  }

  async #say({ number, text }: QueuedText, turnId: string, emit: Emit, durable: boolean): Promise<void> {
    this.#saying = number;
    try {
      await this.#history.write({ kind: 'content', content: humanContent(text, turnId), delivers: number }, durable);
    } finally {
      this.#saying = undefined;
    }
    this.#waiting = this.#waiting.filter((one) => one.number !== number);
    emit({ type: 'steer', text });
  }
}
