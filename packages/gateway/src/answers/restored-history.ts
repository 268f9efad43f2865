/** A history of a client's with the answers we gave out put back. */
import type { Block, Content } from '@interlock/transcript';
import type { KeptAnswer } from './answer-store.ts';

export interface RestoredHistory {
  readonly contents: readonly Content[];
  /** Answers that were found, and those with calls or thinking that were not. */
  readonly found: number;
  readonly missed: number;
  /** Some answer has thinking or tokens now that the client did not send, or sent otherwise. */
  readonly changed: boolean;
  /** Under which an answer without calls to this history is kept. */
  readonly keysOf: (answer: readonly Block[]) => readonly string[];
  /** Who made the calls that the history's last results answer: the turn continues there (REQ-915-002). */
  readonly bound?: Pick<KeptAnswer, 'target' | 'account'>;
  /** Who gave the last answer that was found. */
  readonly last?: Pick<KeptAnswer, 'target' | 'account'>;
}
