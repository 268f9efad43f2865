/** How rules go through what was read of a body. */
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { readBody, type SeenBody } from './read-body.ts';

export const nothing: readonly Finding[] = [];

/** A check of one message, call or part at a time. */
export function inEach<K extends keyof SeenBody>(
  kind: K,
  find: (one: SeenBody[K][number], view: BodyView) => Finding | undefined,
): Rule['find'] {
  return (view) => {
    const seen: readonly SeenBody[K][number][] = view.once(readBody)[kind];
    const found: Finding[] = [];
    for (const one of seen) {
      const finding = find(one, view);
      if (finding !== undefined) found.push(finding);
    }
    return found;
  };
}

/** A check for those targets or bodies alone that `applies` speaks of. */
export function where(applies: (view: BodyView) => boolean, find: Rule['find']): Rule['find'] {
  return (view) => (applies(view) ? find(view) : nothing);
}

/** A check of the fields of the body itself. */
export function inBody(find: (view: BodyView) => Finding | undefined): Rule['find'] {
  return (view) => {
    const finding = find(view);
    return finding === undefined ? nothing : [finding];
  };
}
