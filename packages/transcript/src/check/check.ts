/**
 * Decides whether JSON from anywhere can be read as a history, and says what is odd about it. It changes nothing: what
 * can be repaired is repaired by import and `render`; what cannot is an error here, with the place and the way to mend it.
 */

import type { Content } from '../canonical/content.ts';
import { checkEntry } from './check-entry.ts';
import { eachObject } from './each-object.ts';
import { ROOT } from './json-path.ts';
import { fixForNonArray } from './lookalike.ts';
import { type Problem, ProblemList } from './problem-list.ts';
import { isList, kindOf } from './read.ts';
import { reportUnpaired } from './report-unpaired.ts';

export type { ProblemCode, ProblemKind, Severity } from './problem-codes.ts';
export { PROBLEM_KINDS } from './problem-codes.ts';
export type { Problem } from './problem-list.ts';

export interface CheckedContents {
  /**
   * The input itself, unchanged, when no problem is an error. The type is what a history means, not a promise that every
   * field holds it: each field that does not is a warning, missing `blocks` among them.
   */
  readonly contents: readonly Content[] | undefined;
  readonly problems: readonly Problem[];
}

/** Never throws, never runs longer than two passes over the input, and does not look into `parameters` or `result`. */
export function checkContents(input: unknown): CheckedContents {
  const problems = new ProblemList();
  const contents = readsAsHistory(input, problems) ? input : undefined;
  return { contents, problems: problems.all() };
}

function readsAsHistory(input: unknown, problems: ProblemList): input is readonly Content[] {
  if (!isList(input)) {
    const code = kindOf(input) === 'unreadable' ? 'unreadable' : 'not-an-array';
    problems.report(code, ROOT, input, fixForNonArray(input));
    return false;
  }
  eachObject(input, ROOT, 'entry-not-object', problems, (entry, at) => checkEntry(entry, at, problems));
  // Calls and results may hide in what could not be read: no guessing then who lacks whom.
  return !problems.hasError && isPairable(input, problems);
}

function isPairable(input: readonly unknown[], problems: ProblemList): input is readonly Content[] {
  try {
    reportUnpaired(input as readonly Content[], problems);
    return true;
  } catch {
    // It could be read once, and now it throws: a getter or a proxy.
    problems.report('unreadable', ROOT);
    return false;
  }
}
