/** What a case of a rule is: a request that breaks it, and its nearest neighbour that does not. */
import type { Bench, Sent } from '../bench.ts';

export interface Case {
  readonly rule: string;
  readonly what: string;
  readonly bad: Sent | ((bench: Bench) => Sent);
  readonly good: Sent | ((bench: Bench) => Sent);
  /** 400 for what is enforced, 200 for what is let through, by default. */
  readonly status?: number;
  /** If the rule has its own text that this case does not get. */
  readonly says?: string;
  /** Rules that cannot but be broken with it. */
  readonly also?: readonly string[];
}
