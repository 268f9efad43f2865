/** The ledger's word on a call against the history's (DESIGN §4): the stronger stands, among equals the ledger's. */
import type { Call } from '../pairing/occurrence.ts';
import { isReal, type Strength, strength } from './completion.ts';
import type { LedgerEntry } from './entry.ts';

export function ledgerDecides(call: Call, recorded: LedgerEntry): boolean {
  const worth = worthOf(recorded);
  return isReal(worth) && (worth >= historyWorth(call) || call.best?.match === 'left');
}

/** Whether the history alone would have shown the model something weaker. */
export function ledgerOverrides(call: Call, recorded: LedgerEntry): boolean {
  const worth = worthOf(recorded);
  return isReal(worth) && worth > historyWorth(call);
}

function historyWorth(call: Call): Strength {
  return call.best === undefined ? strength.pending : call.best.strength;
}

function worthOf(recorded: LedgerEntry): Strength {
  if (recorded.state !== 'complete' && recorded.state !== 'error') return strength.pending;
  return recorded.result === undefined || recorded.result === null ? strength.outcome : strength.result;
}
