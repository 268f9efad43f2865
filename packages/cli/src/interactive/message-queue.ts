/**
 * Messages that the model has not seen yet: those waiting here for the session, those passed to the session during a turn, and those it
 * holds for the next turn. Each is shown as the user wrote it, and the last one can be withdrawn.
 */
import type { Input } from '@interlock/runtime';
import { foldedText } from '../print/folded-text.ts';
import { shownDraft } from './editor/draft.ts';
import type { Draft } from './editor/editor.ts';

/** A message of the user. `input`: what is sent; absent until it is prepared. */
export interface QueuedMessage {
  readonly draft: Draft;
  /** The expansion of a custom command. */
  readonly expanded?: Draft;
  readonly input?: Input;
}

export class MessageQueue {
  /** Messages from before the session was open, or that cannot be sent during a turn. */
  readonly #outbox: QueuedMessage[] = [];
  /** Passed to the session, which has not reported them yet. */
  #steered: readonly string[] = [];
  /** Held by the session for the next turn, which starts with the next message: left over from a crash or a failing store. */
  #heldBySession: readonly string[] = [];
  /** The drafts of texts that were passed to the session: in a draft, pasted text and files have labels. */
  readonly #drafts = new Map<string, Draft>();

  /** All messages as the user wrote them, oldest first. */
  get shown(): readonly string[] {
    return [
      ...[...this.#heldBySession, ...this.#steered].map((text) => this.asWritten(text)),
      ...this.#outbox.map(({ draft }) => shownDraft(draft)),
    ];
  }

  /** Whether some will be sent automatically. */
  get isSending(): boolean {
    return this.#steered.length > 0 || this.#outbox.length > 0;
  }

  /** The next message for the session. */
  get first(): QueuedMessage | undefined {
    return this.#outbox[0];
  }

  add(message: QueuedMessage): void {
    this.#outbox.push(message);
  }

  takeFirst(): QueuedMessage | undefined {
    return this.#outbox.shift();
  }

  putFirst(message: QueuedMessage): void {
    this.#outbox.unshift(message);
  }

  /** Records that the session got this text during a turn. */
  steer(text: string, draft: Draft): void {
    this.#drafts.set(text, draft);
    this.#steered = [...this.#steered, text];
  }

  /** Records that the session has reported the oldest text. */
  delivered(): void {
    this.#steered = this.#steered.slice(1);
  }

  /** Records that the turn has ended: the session now holds the texts that it did not use. */
  endTurn(): void {
    this.#steered = [];
  }

  /** Sets the texts that the session holds for its next turn. */
  setHeld(queued: readonly string[]): void {
    this.#heldBySession = queued;
  }

  /** Withdraws the last one, to be edited; `withdraw` takes it back from the session. */
  takeBack(withdraw: () => string | undefined): Draft | string | undefined {
    const message = this.#outbox.pop();
    if (message !== undefined) return message.draft;
    const text = withdraw();
    if (text === undefined) return undefined;
    this.#steered = withoutLast(this.#steered, text);
    this.#heldBySession = withoutLast(this.#heldBySession, text);
    return this.#drafts.get(text) ?? text;
  }

  /** Messages from before a restart are known only in the form they are sent. */
  asWritten(text: string): string {
    const draft = this.#drafts.get(text);
    return draft === undefined ? foldedText(text) : shownDraft(draft);
  }
}

function withoutLast(texts: readonly string[], text: string): readonly string[] {
  const at = texts.lastIndexOf(text);
  return at === -1 ? texts : texts.toSpliced(at, 1);
}
