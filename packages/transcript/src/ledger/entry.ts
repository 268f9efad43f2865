/** What the ledger knows of one call. Plain data, so that it can be stored and sent. */
import type { SyntheticReason } from '../canonical/content.ts';
import type { JsonValue } from '../json/json-value.ts';

export type ClosureState = Exclude<SyntheticReason, 'lost'>;
export type LedgerState = 'pending' | 'running' | 'complete' | 'error' | ClosureState;

/** Who saw it: the scheduler that ran the call, or only the history it was rebuilt from. */
export type Observer = 'runtime' | 'history';

export interface LedgerEntry {
  readonly id: string;
  readonly name: string;
  /** A snapshot: later changes to the object the call was made with do not reach it. Absent until it is opened. */
  readonly parameters?: JsonValue;
  readonly state: LedgerState;
  readonly observedBy: Observer;
  readonly result?: JsonValue;
  readonly error?: string;
  /** Output that a closed call had produced before it was stopped. */
  readonly partial?: string;
}

export function isRealState(state: LedgerState): boolean {
  return state === 'complete' || state === 'error';
}

export function isClosure(state: LedgerState): state is ClosureState {
  return state === 'cancelled' || state === 'interrupted' || state === 'timeout' || state === 'denied';
}
