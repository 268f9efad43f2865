/** The records of pairing: calls where they happened, the answers they got, and the contents that contain both. */

import { isFinal, type Strength } from '../canonical/completion.ts';
import type { Content, ToolCallBlock, ToolResponseBlock } from '../canonical/content.ts';

/** One content of the history, with what pairing found in it. */
export interface Entry {
  readonly index: number;
  readonly content: Content;
  readonly turnId: string;
  /** In block order, without the copies. */
  readonly calls: readonly Call[];
  readonly answers: readonly Answer[];
  /** Calls made elsewhere that the content repeats next to their answers, by their position in its blocks. */
  readonly copies?: ReadonlyMap<number, Call>;
}

export interface Call {
  /** Canonical and unique in the history. */
  readonly id: string;
  /** The id in the block: it may be repeated, empty or foreign. */
  readonly rawId: string;
  readonly block: ToolCallBlock;
  readonly entry: number;
  /** Its place in the content's blocks. */
  readonly at: number;
  /** Calls made together, before any answer, have the same number: among them results are matched in order. */
  readonly batch: number;
  /** Every response assigned to this call, in order of arrival. */
  answers: Answer[];
  /** The answer that counts; the first among equals, because the model has already read it. */
  best: Answer | undefined;
  /** How many of the answers are guesses. */
  guesses: number;
}

export interface Answer {
  readonly block: ToolResponseBlock;
  readonly entry: number;
  readonly at: number;
  readonly strength: Strength;
  /** The last contents before it that the model wrote, and that anyone but a tool wrote. */
  readonly lastAi: number;
  readonly lastSpoken: number;
  call: Call | undefined;
  match: Match;
  /** A pending or partial answer keeps the other answers of its content from its call, unless there are more answers than calls. */
  holds: boolean;
}

/**
 * How an answer found its call: by id, after it or `early`, before it in the same turn; by `position`; or as one `left` before
 * it, by an earlier turn or under another name. The last two are guesses, and count only while the call has no answer with its
 * id. Or it has no call: `unclaimed` so far, or `astray` when no call can claim it.
 */
export type Match = 'id' | 'early' | 'position' | 'left' | 'unclaimed' | 'astray';

export const isGuess = (match: Match): boolean => match === 'position' || match === 'left';

export const stoodBefore = (match: Match): boolean => match === 'early' || match === 'left';

/** It has a complete answer: no other answer is expected. */
export const isSettled = ({ best }: Call): boolean => best !== undefined && isFinal(best.strength);

type Place = Pick<Answer, 'entry' | 'at'>;

export const byPlace = (a: Place, b: Place): number => a.entry - b.entry || a.at - b.at;

/** The model wrote something between call and answer, so it was not shown this answer. */
export const isLate = ({ call, match, lastAi }: Answer): boolean =>
  call !== undefined && !stoodBefore(match) && lastAi > call.entry;

/** Someone wrote something between call and answer, or the answer came before its call: it must be moved. */
export const isMoved = ({ call, match, lastSpoken }: Answer): boolean =>
  call !== undefined && (stoodBefore(match) || lastSpoken > call.entry);
