/**
 * What the user has said and the model has not seen yet: texts that wait here for the session, texts the session was given in the middle of a
 * turn, and texts it holds for the next turn. Each is shown as it was written, and the last one can be taken back.
 */
import type { Input } from '@interlock/runtime';
import { foldedText } from '../print/folded-text.ts';
import { shownDraft } from './editor/draft.ts';
import type { Draft } from './editor/editor.ts';

/** A message; `input` once it is known what of it is sent. */
export interface QueuedMessage {
  readonly draft: Draft;
  /** Its expansion, where it is a custom command. */
  readonly meant?: Draft;
  readonly input?: Input;
}

export class MessageQueue {
  /** Said before the session was there, or what cannot be said in the middle of a turn. */
  readonly #outbox: QueuedMessage[] = [];
  /** Given to the session, which has not reported it yet. */
  #steered: readonly string[] = [];
  /** What the session holds for the next turn, which does not begin before the next message: a crash or a failing store left it. */
  #left: readonly string[] = [];
  /** What texts that were given to the session were in the prompt, where pasted lines and files have labels. */
  readonly #drafts = new Map<string, Draft>();

  /** All of it, oldest first. */
  get shown(): readonly string[] {
    return [
      ...[...this.#left, ...this.#steered].map((text) => this.asWritten(text)),
      ...this.#outbox.map(({ draft }) => shownDraft(draft)),
    ];
  }

  /** Whether some of it will be taken without the user doing anything. */
  get goesOn(): boolean {
    return this.#steered.length > 0 || this.#outbox.length > 0;
  }

  /** The next one for the session. */
  get first(): QueuedMessage | undefined {
    return this.#outbox[0];
  }

  add(said: QueuedMessage): void {
    this.#outbox.push(said);
  }

  takeFirst(): QueuedMessage | undefined {
    return this.#outbox.shift();
  }

  putFirst(said: QueuedMessage): void {
    this.#outbox.unshift(said);
  }

  /** The session gets this text in the middle of a turn. */
  steer(text: string, draft: Draft): void {
    this.#drafts.set(text, draft);
    this.#steered = [...this.#steered, text];
  }

  /** The session has reported the oldest text it was given. */
  heard(): void {
    this.#steered = this.#steered.slice(1);
  }

  /** The turn is over: what it was given and did not take is among what the session holds. */
  endTurn(): void {
    this.#steered = [];
  }

  /** What the session holds for its next turn. */
  leave(queued: readonly string[]): void {
    this.#left = queued;
  }

  /** The last one, to be changed; `withdraw` takes it from the session if it is there already. */
  takeBack(withdraw: () => string | undefined): Draft | string | undefined {
    const said = this.#outbox.pop();
    if (said !== undefined) return said.draft;
    const text = withdraw();
    if (text === undefined) return undefined;
    this.#steered = withoutLast(this.#steered, text);
    this.#left = withoutLast(this.#left, text);
    return this.#drafts.get(text) ?? text;
  }

  /** What was typed before a restart is known only as it was sent. */
  asWritten(text: string): string {
    const draft = this.#drafts.get(text);
    return draft === undefined ? foldedText(text) : shownDraft(draft);
  }
}

function withoutLast(texts: readonly string[], text: string): readonly string[] {
  const at = texts.lastIndexOf(text);
  return at === -1 ? texts : texts.toSpliced(at, 1);
}
