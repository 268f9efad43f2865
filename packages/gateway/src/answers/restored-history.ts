/** A client's history with the stored parts of our answers restored. */
import type { Block, Content } from '@interlock/transcript';
import type { KeptAnswer } from './answer-store.ts';

export interface RestoredHistory {
  readonly contents: readonly Content[];
  /** Answers that were found, and those with calls or thinking that were not. */
  readonly found: number;
  readonly missed: number;
  /** Whether an answer got thinking or tokens that the client did not send, or sent differently. */
  readonly changed: boolean;
  /** What the model has said at the end, without calls: the answer continues it. */
  readonly begun: readonly Block[];
  /** The keys under which an answer without calls to this history is stored. */
  readonly keysOf: (answer: readonly Block[]) => readonly string[];
  /** The target whose calls the latest results answer: the turn continues there (REQ-915-002). */
  readonly bound?: Pick<KeptAnswer, 'target' | 'account'>;
  /** The target of the latest answer that was found. */
  readonly last?: Pick<KeptAnswer, 'target' | 'account'>;
}
