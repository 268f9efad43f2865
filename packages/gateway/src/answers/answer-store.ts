/**
 * What is stored about answers: which target wrote them, and the opaque tokens that the client's format cannot carry. Every entry belongs
 * to one client and is never found for another.
 */
import type { Origin, Seal } from '@interlock/transcript';

export interface KeptAnswer {
  /** The target and the credential on the route, by name. */
  readonly target: string;
  readonly account: string;
  readonly origin: Origin;
  /** The blocks of the answer that have something to restore, in order. */
  readonly parts: readonly KeptPart[];
}

export type KeptPart =
  | { readonly type: 'thinking'; readonly thought: string; readonly seal?: Seal }
  /** `digest` tells whether the client still sends the same text. */
  | { readonly type: 'text'; readonly digest: string; readonly seal?: Seal }
  | { readonly type: 'call'; readonly id: string; readonly seal?: Seal };

export interface AnswerStore {
  /** What is held in memory, about; absent: nothing is. */
  readonly bytes?: number;
  /** Forgets what was not used for the longest time. */
  shrinkTo?(bytes: number): void;
  /** `keys`: the ids of its calls, or a digest of the conversation before it. */
  keep(client: string, keys: readonly string[], answer: KeptAnswer): Promise<void>;
  /** In the order of `keys`. */
  find(client: string, keys: readonly string[]): Promise<readonly (KeptAnswer | undefined)[]>;
  /** False: nothing is stored under a digest for this client, so digests need not be computed. Absent: unknown. */
  holdsTexts?(client: string): boolean;
}
