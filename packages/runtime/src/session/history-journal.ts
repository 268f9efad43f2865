/** The scheduler's way to the history: the only one it has. */
import type { CallJournal } from '../scheduler/call-journal.ts';
import type { History } from './history.ts';

export function historyJournal(history: History): CallJournal {
  return {
    started: ({ id }, effects) => history.write({ kind: 'call-start', id }, effects),
    settled: ({ id }, outcome, effects) => history.write({ kind: 'call-end', id, outcome }, effects),
    late: ({ id }, outcome) => history.write({ kind: 'call-end', id, outcome, late: true }, true),
  };
}
