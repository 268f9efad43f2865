/**
 * Which of several stored answers to one call counts: a result beats an error, an error beats pending, and our own synthetic
 * closures lose to all of them (ARCHITECTURE, the order of repair). An answer of an earlier turn counts only if there is no
 * other.
 */
import { isReal, strength } from '../canonical/completion.ts';
import { type Answer, isLate } from './occurrence.ts';

/** More than any strength. */
const own = 4;

/** 0 means unusable. */
export function preference(answer: Answer): number {
  if (isReal(answer.strength)) return answer.match === 'left' ? answer.strength : answer.strength + own;
  // A closure that arrives after the model continued would change what it has already read, and tell it nothing new.
  return answer.strength === strength.synthetic && !isLate(answer) ? 1 : 0;
}

/** The first among equals. */
export function bestOf(answers: readonly Answer[]): Answer | undefined {
  let best: Answer | undefined;
  for (const answer of answers) if (preference(answer) > (best === undefined ? 0 : preference(best))) best = answer;
  return best;
}
