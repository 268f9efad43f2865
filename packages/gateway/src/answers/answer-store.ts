/**
 * What is kept of the answers that were given out: which target wrote them, and the opaque tokens that the client's own format
 * cannot carry. Keyed by client first: nothing is ever found for another one.
 */
import type { Origin, Seal } from '@interlock/transcript';

export interface KeptAnswer {
  /** The target and the credential on the route, by name. */
  readonly target: string;
  readonly account: string;
  readonly origin: Origin;
  /** The blocks of the answer in their order, as far as something of them has to be put back. */
  readonly parts: readonly KeptPart[];
}

export type KeptPart =
  | { readonly type: 'thinking'; readonly thought: string; readonly seal?: Seal }
  /** `digest` says whether the text a client sends is still the same. */
  | { readonly type: 'text'; readonly digest: string; readonly seal?: Seal }
  | { readonly type: 'call'; readonly id: string; readonly seal?: Seal };

export interface AnswerStore {
  /** `keys`: the ids of its calls, or the digest of what stood before it. */
  keep(client: string, keys: readonly string[], answer: KeptAnswer): Promise<void>;
  /** In the order of `keys`. */
  find(client: string, keys: readonly string[]): Promise<readonly (KeptAnswer | undefined)[]>;
  /** False: no answer without calls is stored for this client, so its keys need not be computed. Absent: unknown. */
  holdsTexts?(client: string): boolean;
}
