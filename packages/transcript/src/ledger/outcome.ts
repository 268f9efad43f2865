/** Chooses between the ledger's outcome of a call and a stored answer: the stronger wins; if they are equal, the ledger's. */

import { isReal, type Strength, strength } from '../canonical/completion.ts';
import type { Answer } from '../pairing/occurrence.ts';
import type { LedgerEntry } from './ledger.ts';

export function ledgerDecides(stored: Answer | undefined, recorded: LedgerEntry): boolean {
  const recordedStrength = strengthOfEntry(recorded);
  if (!isReal(recordedStrength)) return false;
  if (stored === undefined || stored.match === 'left') return true;
  // A part was copied from the history, where a later one may follow.
  return recordedStrength === strength.partial
    ? recordedStrength > stored.strength
    : recordedStrength >= stored.strength;
}

/** Whether the history alone would have shown the model something weaker. */
export function ledgerOverrides(stored: Answer | undefined, recorded: LedgerEntry): boolean {
  const recordedStrength = strengthOfEntry(recorded);
  return isReal(recordedStrength) && recordedStrength > (stored?.strength ?? strength.pending);
}

function strengthOfEntry(recorded: LedgerEntry): Strength {
  if (recorded.state !== 'complete' && recorded.state !== 'error') return strength.pending;
  if (recorded.isPartial === true) return strength.partial;
  return recorded.state === 'error' ? strength.error : strength.success;
}
