/** A provider's rule for request bodies, as data with a check. Independent of the encoders. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { Traits } from '../traits/traits.ts';

/** The input of a rule. Made by `viewBody`. */
export interface BodyView {
  readonly body: JsonObject;
  /** The list of messages, items or contents; entries that are not objects belong to the shape rule. */
  readonly list: readonly JsonValue[];
  readonly traits: Traits;
  /** Rules of scope `message` check entries from here on (and read neighbours before); earlier ones are known to be valid. */
  readonly from: number;
  /** The result of `read` for this view: computed for the first rule that needs it, and cached. */
  readonly once: <T>(read: (view: BodyView) => T) => T;
}

export function viewBody(given: Omit<BodyView, 'once'>): BodyView {
  const kept = new Map<unknown, unknown>();
  const view: BodyView = {
    ...given,
    once: <T>(read: (view: BodyView) => T): T => {
      if (!kept.has(read)) kept.set(read, read(view));
      return kept.get(read) as T;
    },
  };
  return view;
}

/**
 * `error`: the target refuses the request. `warning`: some other or older server does, and the target is not known to; our own
 * requests keep these rules too. `loss`: the provider answers 200 and silently loses or ignores something.
 */
export type RuleLevel = 'error' | 'warning' | 'loss';

export interface Finding {
  /** The path in the providers' notation: `messages.3.content.0`. */
  readonly path: string;
  /** What is wrong there; may contain ids, names and roles, never texts or arguments. */
  readonly message: string;
  /** The level, if it differs from the rule's. */
  readonly level?: RuleLevel;
}

export interface Rule {
  /** As in `docs/protocols/rules.md`: `ANT-001`. */
  readonly id: string;
  readonly level: RuleLevel;
  /** Who is known to refuse a violation, by `traits.checkedBy`; for all others it is a warning. Default: everyone refuses it. */
  readonly refusedBy?: readonly string[];
  /** Who is known to accept a violation: a warning there. */
  readonly acceptedBy?: readonly string[];
  /** `request` rules need the whole list (uniqueness, counts); they are not run again for an appended turn. */
  readonly scope: 'message' | 'request';
  /**
   * For rules about unknown fields and tools. `refused`: the server is known to refuse each one that is found. `newer`: the server may know more
   * fields than the rule does. `of-others`: what it finds in messages are fields of other APIs.
   */
  readonly fields?: 'refused' | 'newer' | 'of-others';
  /** The rule in one sentence, and how to fix a violation. */
  readonly text: string;
  readonly fix: string;
  readonly find: (view: BodyView) => readonly Finding[];
}

export interface Violation extends Finding {
  readonly rule: string;
  readonly level: RuleLevel;
  readonly fix: string;
}

export function findViolations(rules: readonly Rule[], given: Omit<BodyView, 'once'>): readonly Violation[] {
  const view = viewBody(given);
  const found: Violation[] = [];
  for (const rule of rules) {
    if (rule.scope === 'request' && view.from > 0) continue;
    for (const finding of rule.find(view)) {
      found.push({ rule: rule.id, level: levelFor(rule, view.traits), fix: rule.fix, ...finding });
    }
  }
  return found;
}

/** A refusal only counts for those who refuse: a rule of one provider is not an error for another. */
function levelFor({ level, refusedBy, acceptedBy = [] }: Rule, { checkedBy }: Traits): RuleLevel {
  if (level !== 'error') return level;
  const isRefused = (refusedBy === undefined || refusedBy.includes(checkedBy)) && !acceptedBy.includes(checkedBy);
  return isRefused ? 'error' : 'warning';
}

export const nothing: readonly Finding[] = [];

/** A check that only applies to some targets or bodies. */
export function where(applies: (view: BodyView) => boolean, find: Rule['find']): Rule['find'] {
  return (view) => (applies(view) ? find(view) : nothing);
}
