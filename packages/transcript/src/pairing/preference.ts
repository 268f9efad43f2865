/**
 * Which of several stored answers to one call counts (decision 3): a success beats an error, an error what is only partial, and
 * our own closures lose to all of them. An answer of an earlier turn counts only if there is no other.
 */
import { hasResult, isReal, strength } from '../canonical/completion.ts';
import { type Answer, byPlace, type Call, isLate } from './occurrence.ts';

/** More than any strength. */
const own = 8;

/** 0 means unusable: a pending answer says nothing. */
export function preference(answer: Answer): number {
  if (isReal(answer.strength)) return answer.match === 'left' ? answer.strength : answer.strength + own;
  // A closure that arrives after the model continued would change what it has already read, and tell it nothing new.
  return answer.strength === strength.closure && !isLate(answer) ? 1 : 0;
}

/** The first among equals, but the later of two partial ones. */
export function isPreferred(answer: Answer, best: Answer | undefined): boolean {
  const difference = preference(answer) - (best === undefined ? 0 : preference(best));
  if (difference !== 0 || best === undefined) return difference > 0;
  return preference(answer) > 0 && byPlace(answer, best) < 0 !== (answer.strength === strength.partial);
}

export function bestOf(answers: readonly Answer[]): Answer | undefined {
  let best: Answer | undefined;
  for (const answer of answers) if (isPreferred(answer, best)) best = answer;
  return best;
}

/**
 * The answer whose output is told with the best one, which has none: the part that was there before the tool failed. What a failed
 * attempt wrote is not the output of a success. An output that came after the model continued would change what it has read.
 */
export function lenderTo({ best, answers }: Call): Answer | undefined {
  if (best === undefined || answers.length === 1 || !isReal(best.strength) || hasResult(best.block)) return undefined;
  return bestOf(answers.filter((answer) => answer !== best && lends(answer, best)));
}

function lends(answer: Answer, best: Answer): boolean {
  if (!isReal(answer.strength) || !hasResult(answer.block) || (answer.match === 'left') !== (best.match === 'left'))
    return false;
  if (best.strength === strength.success && answer.strength === strength.error) return false;
  return byPlace(answer, best) < 0 || !isLate(answer);
}
