/** A case of a rule: a request that breaks it, and a similar one that does not. */
import type { World } from '../../../src/api/world.ts';
import type { Body } from '../send.ts';

type Making = Body | ((world: World) => Body);

export interface RuleCase {
  readonly rule: string;
  readonly what: string;
  readonly model: string;
  readonly breaks: Making;
  readonly keeps: Making;
  /** The model of the similar request, if it is another one. */
  readonly keepsOn?: string;
  readonly path: string;
  /** The error text, if it differs from the rule's own fragment on this route. */
  readonly says?: string;
  /** Accepted with a warning. */
  readonly silent?: true;
}
