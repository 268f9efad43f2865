/** How a call ends that was not allowed; undefined if it was. */
import type { ApprovalDecision } from '../approval/approval.ts';
import type { Outcome } from './outcome.ts';

export function refusalOf({ verdict, by, message }: ApprovalDecision): Outcome | undefined {
  if (verdict === 'allow') return undefined;
  if (by === 'cancelled') return { state: 'cancelled' };
  // Nobody refused: it could not have been done.
  if (by === 'impossible') return { state: 'error', error: message ?? '' };
  return { state: 'denied', ...(message === undefined ? {} : { partial: message }) };
}
