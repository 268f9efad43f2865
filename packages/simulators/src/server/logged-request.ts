/** A request in the simulator's log, which is in the order of the answers. */
import type { Seen } from '../api/model.ts';

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly model?: string;
  /** The account of its key; absent if unknown. */
  readonly account?: string;
  /**
   * The verdict on the request, whatever fault affected the answer: `accepted` by every rule, `refused` by one,
   * `served` without a model. `failed`: the simulator itself broke, which no request may cause.
   */
  readonly verdict: 'accepted' | 'refused' | 'served' | 'failed';
  /** Ids of the rules that refused it. */
  readonly rules: readonly string[];
  /** Ids of the rules it broke without a refusal. */
  readonly warnings: readonly string[];
  /** As it was sent, or would have been if the connection had not broken. */
  readonly status: number;
  /** What was wrong, in the provider's words, and where. */
  readonly message?: string;
  readonly place?: string;
  /** What the model saw, if it was asked. */
  readonly seen?: Seen;
  /** The fault that affected the answer. */
  readonly fault?: string;
}
