/** The context that passes may read in addition to their entry. */
import type { Ledger } from '../ledger/ledger.ts';
import type { Call } from '../pairing/occurrence.ts';
import type { Pairing } from '../pairing/pairing.ts';
import type { RenderPolicy } from './policy.ts';

export interface Scene {
  readonly pairing: Pairing;
  readonly ledger: Ledger | undefined;
  readonly policy: RenderPolicy;
  /** The second attempt after a fault: no thinking, no seals, media as placeholders, everything copied. */
  readonly conservative: boolean;
  /** Whether what comes before this entry has changed since its seals were made (ANT-054). */
  isStale(entry: number): boolean;
  /** The places of its blocks whose item ids also occur before them (OAR-006). */
  repeatedItems(entry: number): ReadonlySet<number> | undefined;
  /** Whether the ledger changed what the model had been shown for this call, after the model continued. */
  isLedgerLate(call: Call): boolean;
  /** Whether the block belongs to a turn whose thinking `reasoning: 'last-turn'` leaves out. */
  isPastTurn(entry: number, at: number): boolean;
}
