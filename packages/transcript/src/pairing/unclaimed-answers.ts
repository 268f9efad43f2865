/**
 * Answers whose id no call has, by that id. Equal answers are one orphan; different ones are different orphans, because
 * providers reuse their ids. Only under a canonical id do all of them answer the same call.
 */

import { isReal } from '../canonical/completion.ts';
import { answeredIdOf } from '../canonical/read-block.ts';
import { isCanonicalToolId } from '../canonical/tool-id.ts';
import { jsonText } from '../json/json-text.ts';
import { toJson } from '../json/to-json.ts';
import type { Answer } from './occurrence.ts';
import { preference } from './preference.ts';

interface Rivals {
  readonly answers: Answer[];
  best: Answer;
  /** The first answer with each payload; made when there is a second answer. */
  byPayload: Map<string, Answer> | undefined;
}

export class UnclaimedAnswers {
  readonly #byId = new Map<string, Rivals>();

  /** Returns the answers that another answer now replaces. */
  add(answer: Answer): readonly Answer[] {
    const id = answeredIdOf(answer.block);
    const rivals = this.#byId.get(id);
    if (rivals === undefined) {
      this.#byId.set(id, { answers: [answer], best: answer, byPayload: undefined });
      return [];
    }
    rivals.byPayload ??= firstOf(rivals.best);
    rivals.answers.push(answer);
    const payload = payloadOf(answer);
    if (isReal(answer.strength) && !rivals.byPayload.has(payload)) rivals.byPayload.set(payload, answer);
    if (preference(answer) <= preference(rivals.best)) return [];
    rivals.best = answer;
    return rivals.answers.slice(0, -1);
  }

  /** The call was found: its answers are no longer unclaimed. */
  release(id: string): readonly Answer[] {
    const answers = this.#byId.get(id)?.answers ?? [];
    this.#byId.delete(id);
    return answers;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  of(id: string): readonly Answer[] {
    return this.#byId.get(id)?.answers ?? [];
  }

  /** The answer that is shown for this one: itself, an equal one before it, or the best under an id that belongs to one call. */
  speakerFor(answer: Answer): Answer {
    const id = answeredIdOf(answer.block);
    const rivals = this.#byId.get(id);
    if (rivals?.byPayload === undefined || !isReal(answer.strength)) return answer;
    if (isCanonicalToolId(id)) return rivals.best;
    return rivals.byPayload.get(payloadOf(answer)) ?? answer;
  }

  /** The answer that counts if all of them answer one call. */
  best(answer: Answer): Answer {
    return this.#byId.get(answeredIdOf(answer.block))?.best ?? answer;
  }
}

function firstOf(answer: Answer): Map<string, Answer> {
  return new Map(isReal(answer.strength) ? [[payloadOf(answer), answer]] : []);
}

function payloadOf({ block }: Answer): string {
  return jsonText(toJson([block.result ?? null, block.error ?? null]).value);
}
