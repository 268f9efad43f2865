/** Rows of the tables of rules that each simulator knows. */
import type { KnownRule } from './api.ts';

/** A request that breaks it is refused; `fragment` is the stable part of the real error text. */
export function enforced(id: string, fragment: string = ''): KnownRule {
  return { id, how: 'enforced', fragment };
}

/** A request that breaks it is accepted, and the log shows it. */
export function warned(id: string, fragment: string = ''): KnownRule {
  return { id, how: 'warned', fragment };
}
