/** A case of a rule: a request that breaks it, and a similar one that does not. */
import type { Bench, Sent } from '../bench.ts';

export interface Case {
  readonly rule: string;
  readonly what: string;
  readonly bad: Sent | ((bench: Bench) => Sent);
  readonly good: Sent | ((bench: Bench) => Sent);
  /** Default: 400 if the rule is enforced, 200 if it only warns. */
  readonly status?: number;
  /** The error text of this case, if it differs from the rule's. */
  readonly says?: string;
  /** Other rules that the request inevitably breaks. */
  readonly also?: readonly string[];
}
