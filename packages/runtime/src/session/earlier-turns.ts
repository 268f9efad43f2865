/** Earlier turns of a session: from the history if they are still there, otherwise from the records. */
import { type Content, isSummary } from '@interlock/transcript';
import { SessionError } from '../events/session-error.ts';
import type { History } from '../history/history.ts';
import type { PastRecords } from '../history/past-records.ts';
import { userTurn } from '../history/turn-names.ts';
import type { PastMessage } from './session.ts';
import type { Snapshot } from './session-parts.ts';

export class EarlierTurns {
  readonly #history: History;
  readonly #records: PastRecords;

  constructor(history: History, records: PastRecords) {
    this.#history = history;
    this.#records = records;
  }

  /** The first n turns as they were before the next one began; everything if there are no more. */
  async firstTurns(count: number): Promise<Snapshot> {
    // The copy includes everything that was reported so far.
    await this.#history.settled();
    const begun = [...this.#history.facts.begun];
    const kept = Math.max(0, count);
    const next = begun[kept];
    const contents = next === undefined ? this.#history.facts.contents.slice() : await this.#contentsBefore(next, kept);
    const { ledger, turns } = this.#history.facts;
    return { contents, ledger: ledger.toJSON(), turns, begun: begun.slice(0, kept) };
  }

  /** The first message of each turn; messages that no record contains are left out. */
  async messages(): Promise<readonly PastMessage[]> {
    const { begun, contents } = this.#history.facts;
    // Reversed, so that the first content of each turn is the one that remains.
    const here = new Map(contents.toReversed().map((content) => [userTurn(content), content]));
    const isAllHere = [...begun].every((turn) => here.has(turn));
    // A cut within a turn may have left a later part of it.
    const firstMessages = isAllHere && !this.#isCut() ? here : await this.#records.firstMessages(begun);
    return [...begun].flatMap((turn, index) => {
      const content = firstMessages.get(turn) ?? here.get(turn);
      return content === undefined ? [] : [{ turns: index, content }];
    });
  }

  /** The whole conversation, with the original contents instead of summaries. */
  async everything(): Promise<readonly Content[]> {
    const { contents } = this.#history.facts;
    if (!contents.some(isSummary) && !this.#isCut()) return contents.slice();
    await this.#history.flush();
    return this.#records.everything();
  }

  #isCut(): boolean {
    return this.#history.facts.begunAtCut > 0;
  }

  async #contentsBefore(turn: string, count: number): Promise<readonly Content[]> {
    const { contents, begunAtCut } = this.#history.facts;
    if (count >= begunAtCut)
      return contents.slice(
        0,
        contents.findIndex((content) => userTurn(content) === turn),
      );
    await this.#history.flush();
    const before = await this.#records.contentsBefore(turn);
    if (before !== undefined) return before;
    const what = `The history after ${count} turns is no longer stored.`;
    throw new SessionError('not-on-record', what, 'Use more turns, or the session that this one was copied from.');
  }
}
