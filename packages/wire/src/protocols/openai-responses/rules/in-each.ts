/** How rules go through what was read of a body. */
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { readBody, type SeenBody, type SeenItem } from './read-body.ts';

export const nothing: readonly Finding[] = [];

/** A check of one item at a time. */
export function inEach(
  kind: keyof SeenBody,
  find: (seen: SeenItem, view: BodyView) => Finding | undefined,
): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const seen of view.once(readBody)[kind]) {
      const finding = find(seen, view);
      if (finding !== undefined) found.push(finding);
    }
    return found;
  };
}

/** A check for those targets or bodies alone that `applies` speaks of. */
export function where(applies: (view: BodyView) => boolean, find: Rule['find']): Rule['find'] {
  return (view) => (applies(view) ? find(view) : nothing);
}
