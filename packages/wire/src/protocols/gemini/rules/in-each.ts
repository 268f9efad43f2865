/** How rules go through what was read of a body: the check says what is wrong with one content or part, if anything. */
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { pathOf, readBody, type SeenBody, type SeenContent, type SeenPart } from './read-body.ts';

export function inEachContent(check: (content: SeenContent) => string | undefined): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const content of view.once(readBody).contents) {
      const message = check(content);
      if (message !== undefined) found.push({ path: pathOf(content), message });
    }
    return found;
  };
}

/** All parts, or those of one kind. */
export function inEach(
  kind: keyof Pick<SeenBody, 'parts' | 'calls' | 'responses'>,
  check: (part: SeenPart, view: BodyView) => string | undefined,
): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const part of view.once(readBody)[kind]) {
      const message = check(part, view);
      if (message !== undefined) found.push({ path: pathOf(part), message });
    }
    return found;
  };
}
