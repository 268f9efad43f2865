/** What the passes may look at besides the entry before them. */
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
  /** Whether what stands before this entry has changed since its seals were made (ANT-054). */
  isStale(entry: number): boolean;
  /** The places of its blocks whose item ids stand before them (OAR-006). */
  repeatedItems(entry: number): ReadonlySet<number> | undefined;
  /** Whether the ledger changed what the model had been shown for this call, after it went on. */
  isLedgerLate(call: Call): boolean;
  /** Whether the block belongs to a turn whose thinking `reasoning: 'last-turn'` leaves out. */
  isPastTurn(entry: number, at: number): boolean;
}
