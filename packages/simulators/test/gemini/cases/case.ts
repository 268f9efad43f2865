/** What a case of a rule is: a request that breaks it, and its nearest neighbour that does not. */
import type { World } from '../../../src/api/world.ts';
import type { Body } from '../send.ts';

type Making = Body | ((world: World) => Body);

export interface RuleCase {
  readonly rule: string;
  readonly what: string;
  readonly model: string;
  readonly breaks: Making;
  readonly keeps: Making;
  /** Where the neighbour goes, if not to the same model. */
  readonly keepsOn?: string;
  readonly path: string;
  /** Told apart from the rule's own fragment where the route has other words. */
  readonly says?: string;
  /** Let through with a warning. */
  readonly silent?: true;
}
