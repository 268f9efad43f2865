/** The oracle's word on where a history is at rest: nothing after the place can change the meaning of what is before. */
import type { Content } from '../../src/index.ts';
import { isAnswer, look, type Seen } from './oracle.ts';

type Event = Seen['events'][number];

/** Whether no call before `at` is answered from `at` on, and no answer before it is claimed by a later call. */
export function isSettledAt(history: readonly Content[], at: number): boolean {
  const { events } = look(history);
  if (isLonePlace(events, at)) return false;
  const nameless = events.filter(({ id }) => id === '');
  const ids = new Set(events.map(({ id }) => id));
  if (
    ![...ids].every((id) =>
      staysApart(
        events.filter((event) => event.id === id),
        at,
      ),
    )
  )
    return false;
  return nameless.length === 0 || isPositionSafe(events, at);
}

/** Results from here on can be the only ones behind a lone call, or show that others were not. */
function isLonePlace(events: readonly Event[], at: number): boolean {
  const last = events.findLast((event) => !isAnswer(event) && event.content < at);
  return last !== undefined && events.some((event) => isAnswer(event) && event.content === at);
}

/** Events of one id do not reach over the place, or do so in good order: every answer with its call just before it. */
function staysApart(events: readonly Event[], at: number): boolean {
  const before = events.filter(({ content }) => content < at);
  const after = events.filter(({ content }) => content >= at);
  const late = before.some((event) => !isAnswer(event)) && after.some(isAnswer);
  const early = before.some(isAnswer) && after.some((event) => !isAnswer(event));
  return (!late && !early) || (isBalanced(before, 0) && isBalanced(after, Number.POSITIVE_INFINITY));
}

/** Every answer finds an open call; at most `allowed` calls are left open. A synthetic completion leaves its call open for a real one, a part for the whole. */
function isBalanced(events: readonly Event[], allowed: number): boolean {
  let open = 0;
  for (const event of events) {
    if (isAnswer(event) && open === 0) return false;
    if (!isAnswer(event)) open += 1;
    else if (event.worth > 2) open -= 1;
  }
  return open <= allowed;
}

/**
 * Without ids, answers and calls are paired by position: that is beyond doubt only where ids are missing on
 * both sides, and nothing is open before the place.
 */
function isPositionSafe(events: readonly Event[], at: number): boolean {
  const before = events.filter(({ content }) => content < at);
  const after = events.filter(({ content }) => content >= at);
  const balanced = (part: readonly Event[]): boolean =>
    [...new Set(part.map(({ id }) => id))].every((id) =>
      isBalanced(
        part.filter((event) => event.id === id),
        0,
      ),
    );
  return balanced(before) && balanced(after);
}
