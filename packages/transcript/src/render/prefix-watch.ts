/**
 * Watches for changes to bytes that were already sent (ARCHITECTURE, append-only bytes): a real result that arrives after the
 * model continued, `last-turn` reasoning, a cut. Seals bound to their prefix (ANT-054) are invalid after each of them.
 */
import type { Block, Content } from '../canonical/content.ts';
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
  /** Entries with prefix-bound seals, in order; those after a late result, and those after a cut. */
  readonly #sealed: number[] = [];
  #stale: ReadonlySet<number> = new Set();
  readonly #cut = new Set<number>();
  readonly #dirty = new Set<number>();
  /** Calls whose outcome in the ledger differs from the history, and those of them after which the model continued. */
  readonly #overridden = new Set<Call>();
  readonly #late = new Set<Call>();
  #lastTurn: string | undefined;
  #lateFrom = Number.POSITIVE_INFINITY;
  #cutUntil = 0;
  #lateRevision = 0;
  #turnStart = 0;
  #turnStartBlock = 0;
  #settledTurnStart = 0;
  #firstThinking = Number.POSITIVE_INFINITY;

  constructor(pairing: Pairing, ledger: Ledger | undefined, policy: RenderPolicy) {
    this.#pairing = pairing;
    this.#ledger = ledger;
    this.#lastTurnOnly = policy.reasoning === 'last-turn';
  }

  observe(entry: Entry): void {
    const { index, content, turnId } = entry;
    this.#observeTurn(index, turnId, content);
    this.#cutUntil = Math.max(this.#cutUntil, index + cutLength(content));
    this.#observeBlocks(index, content);
  }

  /**
   * Must be called for every new or touched call, after everything appended has been paired: until then its best answer may
   * change.
   */
  observeLedger(call: Call): void {
    const recorded = this.#ledger?.get(call.id);
    if (recorded !== undefined && ledgerOverrides(call.best, recorded)) this.#overridden.add(call);
  }

  /** The entries before `emitted` that must be rendered again because of what was observed since the last call. */
  settle(emitted: number): readonly number[] {
    this.#settleLate();
    this.#settleLedger();
    if (this.#lastTurnOnly) {
      const until = Math.min(this.#turnStart, emitted);
      for (let entry = this.#settledTurnStart; entry < until; entry += 1) this.#dirty.add(entry);
      this.#settledTurnStart = this.#turnStart;
    }
    const dirty = new Set(this.#dirty);
    // A seal on an answer is emitted with the call it belongs to.
    for (const entry of this.#dirty) {
      for (const { call } of this.#pairing.entries[entry]?.answers ?? []) if (call !== undefined) dirty.add(call.entry);
    }
    this.#dirty.clear();
    return [...dirty];
  }

  isStale(entry: number): boolean {
    if (entry > this.#lateFrom || this.#cut.has(entry) || this.#stale.has(entry)) return true;
    return this.isPastTurn(entry) && entry >= this.#firstThinking;
  }

  isPastTurn(entry: number, at: number = Number.POSITIVE_INFINITY): boolean {
    if (!this.#lastTurnOnly) return false;
    return entry < this.#turnStart || (entry === this.#turnStart && at < this.#turnStartBlock);
  }

  isLedgerLate(call: Call): boolean {
    return this.#late.has(call);
  }

  changeAt({ index, content }: Entry): PrefixChange | undefined {
    if (cutLength(content) > 0) return 'compaction';
    return index === this.#firstThinking && this.isPastTurn(index) ? 'reasoning-policy' : undefined;
  }

  /** A turn starts where a user speaks; text that steers a running turn carries the id of that turn. */
  #observeTurn(index: number, turnId: string, { speaker, blocks, metadata }: Content): void {
    if (speaker !== 'human' || metadata?.inserted === true || turnId === this.#lastTurn) return;
    const at = (blocks ?? []).findIndex(saysSomething);
    if (at === -1) return;
    this.#lastTurn = turnId;
    this.#turnStart = index;
    this.#turnStartBlock = at;
  }

  #observeBlocks(index: number, { blocks }: Content): void {
    let sealed = false;
    for (const block of blocks ?? []) {
      if (block.type === 'thinking' && index < this.#firstThinking) this.#firstThinking = index;
      if (block.seal?.prefix !== undefined) sealed = true;
    }
    if (!sealed) return;
    this.#sealed.push(index);
    if (index < this.#cutUntil) this.#cut.add(index);
  }

  /** Everything that the model wrote between a call and its late result was based on other bytes. */
  #settleLate(): void {
    const { lateCalls, lateRevision } = this.#pairing;
    if (lateRevision === this.#lateRevision) return;
    this.#lateRevision = lateRevision;
    const spans = [...lateCalls].flatMap(({ entry, best }) =>
      best === undefined ? [] : [{ from: entry, to: best.entry }],
    );
    const stale = new Set(insideAny(this.#sealed, spans));
    for (const entry of stale) if (!this.#stale.has(entry)) this.#dirty.add(entry);
    for (const entry of this.#stale) if (!stale.has(entry)) this.#dirty.add(entry);
    this.#stale = stale;
  }

  /** The ledger does not store when it learned a result: everything after the call is assumed to be older. */
  #settleLedger(): void {
    let from = Number.POSITIVE_INFINITY;
    for (const call of this.#overridden) {
      const recorded = this.#ledger?.get(call.id);
      if (recorded === undefined || !ledgerOverrides(call.best, recorded)) {
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

function saysSomething(block: Block): boolean {
  if (block.type === 'text') return block.text !== '';
  return block.type === 'media' || (block.type === 'code' && block.code !== '');
}

/** Returns the ascending `points` that are inside one of the spans, in one sweep over both. */
function insideAny(points: readonly number[], spans: readonly Span[]): readonly number[] {
  const ordered = [...spans].sort((a, b) => a.from - b.from);
  let next = 0;
  let reach = 0;
  return points.filter((point) => {
    for (let span = ordered[next]; span !== undefined && span.from < point; span = ordered[next]) {
      reach = Math.max(reach, span.to);
      next += 1;
    }
    return point < reach;
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function cutLength(content: Content): number {
  const cut = content.metadata?.prefixCut;
  return typeof cut === 'number' && Number.isSafeInteger(cut) && cut > 0 ? cut : 0;
}
