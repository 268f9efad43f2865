/**
 * Watches what may change bytes that were already sent (DESIGN §1.3): a real result that came after the model had gone
 * on, `last-turn` reasoning, a cut. Seals bound to their prefix (ANT-054) are void behind each of them.
 */
import type { Content } from '../canonical/content.ts';
import { isReal } from '../ledger/completion.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ledgerOverrides } from '../ledger/outcome.ts';
import type { Call, Entry } from '../pairing/occurrence.ts';
import type { Pairing } from '../pairing/pairing.ts';
import type { PrefixChange } from './diagnostics.ts';
import type { RenderPolicy } from './policy.ts';

export class PrefixWatch {
  readonly #pairing: Pairing;
  readonly #ledger: Ledger | undefined;
  readonly #lastTurnOnly: boolean;
  /** Entries with prefix-bound seals, in order; and those whose prefix is no longer what it was. */
  readonly #sealed: number[] = [];
  readonly #stale = new Set<number>();
  readonly #dirty = new Set<number>();
  /** Calls that the ledger completed otherwise than the history, and those of them the model has spoken after. */
  readonly #overridden = new Set<Call>();
  readonly #late = new Set<Call>();
  #lateFrom = Number.POSITIVE_INFINITY;
  #cutUntil = 0;
  #turnId: string | undefined;
  #turnStart = 0;
  #settledTurnStart = 0;
  #firstThinking = Number.POSITIVE_INFINITY;

  constructor(pairing: Pairing, ledger: Ledger | undefined, policy: RenderPolicy) {
    this.#pairing = pairing;
    this.#ledger = ledger;
    this.#lastTurnOnly = policy.reasoning === 'last-turn';
  }

  observe(entry: Entry): void {
    const { index, content, turnId } = entry;
    if (content.speaker !== 'tool' && turnId !== this.#turnId) {
      this.#turnId = turnId;
      this.#turnStart = index;
    }
    this.#cutUntil = Math.max(this.#cutUntil, index + cutLength(content));
    this.#observeBlocks(index, content);
    for (const { call, late, strength } of entry.answers) {
      if (late && call !== undefined && isReal(strength)) this.#void(call.entry, index);
    }
    if (this.#ledger !== undefined) for (const call of entry.calls) this.observeLedger(call);
  }

  observeLedger(call: Call): void {
    const recorded = this.#ledger?.get(call.id);
    if (recorded !== undefined && ledgerOverrides(call, recorded)) this.#overridden.add(call);
  }

  /** The entries, of those before `emitted`, that must be rendered anew for what was observed since the last time. */
  settle(emitted: number): readonly number[] {
    this.#settleLedger();
    if (this.#lastTurnOnly) {
      const until = Math.min(this.#turnStart, emitted);
      for (let entry = this.#settledTurnStart; entry < until; entry += 1) this.#dirty.add(entry);
      this.#settledTurnStart = this.#turnStart;
    }
    const dirty = [...this.#dirty].filter((entry) => entry < emitted);
    this.#dirty.clear();
    return dirty;
  }

  isStale(entry: number): boolean {
    if (entry > this.#lateFrom || this.#stale.has(entry)) return true;
    return this.isPastTurn(entry) && entry >= this.#firstThinking;
  }

  isPastTurn(entry: number): boolean {
    return this.#lastTurnOnly && entry < this.#turnStart;
  }

  isLedgerLate(call: Call): boolean {
    return this.#late.has(call);
  }

  changeAt({ index, content }: Entry): PrefixChange | undefined {
    if (cutLength(content) > 0) return 'compaction';
    return index === this.#firstThinking && this.isPastTurn(index) ? 'reasoning-policy' : undefined;
  }

  #observeBlocks(index: number, { blocks }: Content): void {
    let sealed = false;
    for (const block of blocks ?? []) {
      if (block.type === 'thinking' && index < this.#firstThinking) this.#firstThinking = index;
      if (block.seal?.prefix !== undefined) sealed = true;
    }
    if (!sealed) return;
    this.#sealed.push(index);
    if (index < this.#cutUntil) this.#stale.add(index);
  }

  /** What the model wrote between a call and its late result was written over other bytes. */
  #void(after: number, before: number): void {
    for (let at = this.#sealed.length - 1; at >= 0; at -= 1) {
      const entry = this.#sealed[at] ?? 0;
      if (entry <= after) return;
      if (entry >= before || this.#stale.has(entry)) continue;
      this.#stale.add(entry);
      this.#dirty.add(entry);
    }
  }

  /** The ledger does not say when it learned a result: everything after the call is taken to be older. */
  #settleLedger(): void {
    let from = Number.POSITIVE_INFINITY;
    for (const call of this.#overridden) {
      const recorded = this.#ledger?.get(call.id);
      if (recorded === undefined || !ledgerOverrides(call, recorded)) {
        this.#overridden.delete(call);
        this.#late.delete(call);
      } else if (call.entry < this.#pairing.lastAi) {
        if (!this.#late.has(call)) this.#dirty.add(call.entry);
        this.#late.add(call);
        from = Math.min(from, call.entry);
      }
    }
    if (from === this.#lateFrom) return;
    const changed = Math.min(from, this.#lateFrom);
    for (const entry of this.#sealed) if (entry > changed) this.#dirty.add(entry);
    this.#lateFrom = from;
  }
}

function cutLength(content: Content): number {
  const cut = content.metadata?.prefixCut;
  return typeof cut === 'number' && Number.isSafeInteger(cut) && cut > 0 ? cut : 0;
}
