/** The canonical ids of a history: of its calls, and of answers whose call is missing. Each id is assigned once. */
import type { Content } from '../canonical/content.ts';
import { answeredIdOf, answeredNameOf } from '../canonical/read-block.ts';
import { Sha256 } from '../canonical/sha-256.ts';
import { canonicalToolId, isCanonicalToolId, type ToolCallOccurrence } from '../canonical/tool-id.ts';
import type { Answer } from './occurrence.ts';
import { TurnCounter } from './turn-counter.ts';

export class Identities {
  readonly #hash = new Sha256();
  readonly #isTaken: (id: string) => boolean;
  readonly #callNumbers = new TurnCounter();
  /** Answers without a call, numbered in their turn. */
  readonly #orphanCounter = new TurnCounter();
  readonly #orphanNumbers = new Map<Answer, number>();

  constructor(isTaken: (id: string) => boolean) {
    this.#isTaken = isTaken;
  }

  /** A well-formed canonical id is kept the first time; every other call gets the hash of its occurrence. */
  ofCall(rawId: string, toolName: string, { metadata }: Content, turnKey: string): string {
    const callIndex = this.#callNumbers.next(turnKey);
    if (this.#isFree(rawId)) return rawId;
    const providerName = typeof metadata?.provider === 'string' ? metadata.provider : '';
    return this.#unused({ providerName, rawId, toolName, turnKey, callIndex });
  }

  numberOrphan(answer: Answer, turnId: string): void {
    if (!this.#orphanNumbers.has(answer)) this.#orphanNumbers.set(answer, this.#orphanCounter.next(turnId));
  }

  /** The id of the call that an answer is for; answers with the same `speaker` share it. */
  ofOrphan(answer: Answer, speaker: Answer, turnId: string): string {
    const rawId = answeredIdOf(answer.block);
    if (this.#isFree(rawId)) return rawId;
    return this.#unused({
      providerName: '',
      rawId,
      toolName: answeredNameOf(speaker.block),
      turnKey: `${turnId}/orphan`,
      callIndex: this.#orphanNumbers.get(speaker) ?? 0,
    });
  }

  #isFree(id: string): boolean {
    return isCanonicalToolId(id) && !this.#isTaken(id);
  }

  #unused(occurrence: ToolCallOccurrence): string {
    let id = canonicalToolId(occurrence, this.#hash);
    for (let salt = 1; this.#isTaken(id); salt += 1) {
      id = canonicalToolId({ ...occurrence, turnKey: `${occurrence.turnKey}~${salt}` }, this.#hash);
    }
    return id;
  }
}
