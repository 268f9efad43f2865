/** How rules go through what was read of a body: the check says what is wrong with one content or part, if anything. */
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { pathOf, readBody, type SeenBody, type SeenContent, type SeenPart } from './read-body.ts';

export function inEachContent(
  check: (content: SeenContent, view: BodyView) => string | Omit<Finding, 'path'> | undefined,
): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const content of view.once(readBody).contents) {
      const wrong = check(content, view);
      if (wrong === undefined) continue;
      found.push({ path: pathOf(content), ...(typeof wrong === 'string' ? { message: wrong } : wrong) });
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
