/**
 * A turn, and the turns that continue it because its target failed (decision 24). Each is bound to its own target; for whoever listens,
 * for limits and for budgets they are one.
 */
import type { TurnEnd } from '../events/session-event.ts';
import { turnName } from '../history/turn-names.ts';
import { LookAhead } from '../route/look-ahead.ts';
import { messageOf } from '../text/sentences.ts';
import { noProgress, runTurn, type Turn } from './run-turn.ts';

/** `turnId`: the last of them. */
export async function runTurns(first: Turn): Promise<Omit<TurnEnd, 'type'>> {
  const progress = noProgress();
  let turn = first;
  for (;;) {
    const end = await runTurn(turn, progress);
    const { text, steps } = progress;
    const sums = { turnId: turn.turnId, text, steps, usage: turn.spending.total };
    if (end.outcome !== 'moved') return { ...end, ...sums };
    const { turnId: continues, history } = turn;
    try {
      await history.write({ kind: 'turn-end', turnId: continues, outcome: 'moved' }, true);
      const turnId = turnName(history.facts.turns + 1);
      await history.write({ kind: 'turn-start', turnId, continues });
      turn = { ...turn, turnId, continues, route: new LookAhead(end.onward) };
    } catch (error) {
      return { outcome: 'failed', why: messageOf(error), ...sums };
    }
  }
}
