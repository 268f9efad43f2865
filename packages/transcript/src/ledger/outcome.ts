/** Chooses between the ledger's outcome of a call and a stored answer: the stronger wins; if they are equal, the ledger's. */

import { isReal, type Strength, strength } from '../canonical/completion.ts';
import type { Answer } from '../pairing/occurrence.ts';
import type { LedgerEntry } from './ledger.ts';

export function ledgerDecides(stored: Answer | undefined, recorded: LedgerEntry): boolean {
  const recordedStrength = strengthOfEntry(recorded);
  return (
    isReal(recordedStrength) && (recordedStrength >= (stored?.strength ?? strength.pending) || stored?.match === 'left')
  );
}

/** Whether the history alone would have shown the model something weaker. */
export function ledgerOverrides(stored: Answer | undefined, recorded: LedgerEntry): boolean {
  const recordedStrength = strengthOfEntry(recorded);
  return isReal(recordedStrength) && recordedStrength > (stored?.strength ?? strength.pending);
}

function strengthOfEntry(recorded: LedgerEntry): Strength {
  if (recorded.state !== 'complete' && recorded.state !== 'error') return strength.pending;
  return recorded.result === undefined || recorded.result === null ? strength.outcome : strength.result;
}
