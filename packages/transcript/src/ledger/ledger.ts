/**
 * The outcome of every tool call of a session. One writer (the scheduler), many readers. Writes are idempotent and may arrive
 * in any order: the first real outcome stays, and a late real outcome replaces a closure, never the reverse.
 */
import type { SyntheticReason } from '../canonical/content.ts';
import { TranscriptError } from '../canonical/errors.ts';
import type { JsonValue } from '../json/json-value.ts';
import { snapshotJson } from '../json/to-json.ts';

export type ClosureState = Exclude<SyntheticReason, 'lost'>;
export type LedgerState = 'pending' | 'running' | 'complete' | 'error' | ClosureState;

/** The source: the scheduler that ran the call, or only the history it was rebuilt from. */
export type Observer = 'runtime' | 'history';

/** The record of one call. It is plain data, so that it can be stored and sent. */
export interface LedgerEntry {
  readonly id: string;
  readonly name: string;
  /** A copy: later changes to the original object do not reach it. Absent until the call is opened. */
  readonly parameters?: JsonValue;
  readonly state: LedgerState;
  readonly observedBy: Observer;
  readonly result?: JsonValue;
  readonly error?: string;
  /** Output that a call produced before it was stopped. */
  readonly partial?: string;
  /** The outcome is what the history had of it so far (`isComplete: false`): the whole one replaces it. */
  readonly isPartial?: true;
}

export function isRealState(state: LedgerState): boolean {
  return state === 'complete' || state === 'error';
}

export function isClosure(state: LedgerState): state is ClosureState {
  return state === 'cancelled' || state === 'interrupted' || state === 'timeout' || state === 'denied';
}

export interface OpenedCall {
  readonly id: string;
  readonly name: string;
  readonly parameters: unknown;
}

export interface SerializedLedger {
  readonly version: 1;
  readonly entries: readonly LedgerEntry[];
}

export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #journal: string[] = [];

  static from(serialized: SerializedLedger): Ledger {
    if (serialized?.version !== 1 || !Array.isArray(serialized.entries)) {
      throw new TranscriptError(
        'canonical-corruption',
        'Not a ledger of version 1: pass what Ledger.toJSON() returned.',
      );
    }
    const ledger = new Ledger();
    for (const entry of serialized.entries) ledger.#write(entry);
    return ledger;
  }

  /** Records that the model requested the call. A known call keeps its state and gains missing fields. */
  open(call: OpenedCall, observedBy: Observer = 'runtime'): void {
    const known = this.#entries.get(call.id);
    if (known === undefined) {
      const parameters = snapshotJson(call.parameters);
      this.#write({ id: call.id, name: call.name, parameters, state: 'pending', observedBy });
    } else if (known.parameters === undefined) {
      this.#write({ ...known, name: call.name, parameters: snapshotJson(call.parameters) });
    }
  }

  /** Records that the call started: from here on its effects are unknown until it reports. */
  start(id: string): void {
    const known = this.#known(id);
    if (known.state === 'pending') this.#write({ ...known, state: 'running', observedBy: 'runtime' });
  }

  complete(id: string, result: unknown, observedBy: Observer = 'runtime', isPartial: boolean = false): void {
    this.#settle(id, 'complete', { result: snapshotJson(result ?? null) }, observedBy, isPartial);
  }

  fail(
    id: string,
    error: string,
    result?: unknown,
    observedBy: Observer = 'runtime',
    isPartial: boolean = false,
  ): void {
    const output = result === undefined || result === null ? {} : { result: snapshotJson(result) };
    this.#settle(id, 'error', { error, ...output }, observedBy, isPartial);
  }

  /**
   * Shows less of an outcome from now on, because all of it does not fit; the full outcome is stored elsewhere. The state does
   * not change.
   */
  shorten(id: string, shown: { readonly result?: unknown; readonly error?: string }): void {
    const known = this.#entries.get(id);
    if (known === undefined || !isRealState(known.state)) return;
    const result =
      known.result === undefined || shown.result === undefined ? {} : { result: snapshotJson(shown.result) };
    const error = known.error === undefined || shown.error === undefined ? {} : { error: shown.error };
    this.#write({ ...known, ...result, ...error });
  }

  /** Closes a call that will not report, with the reason. The first closure stays; any real outcome beats it. */
  close(id: string, reason: ClosureState, partial?: string, observedBy: Observer = 'runtime'): void {
    const known = this.#known(id);
    if (isRealState(known.state) || isClosure(known.state)) return;
    this.#write({ ...unsettled(known), state: reason, observedBy, ...(partial ? { partial } : {}) });
  }

  get(id: string): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): IterableIterator<LedgerEntry> {
    return this.#entries.values();
  }

  /** Increases with every write that changed something. */
  get revision(): number {
    return this.#journal.length;
  }

  /** The ids written since a revision, so that a renderer does not have to check all of them again. */
  changedSince(revision: number): readonly string[] {
    return this.#journal.slice(revision);
  }

  /** Sorted, so that two ledgers with the same entries are the same text. */
  toJSON(): SerializedLedger {
    const entries = [...this.#entries.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    return { version: 1, entries };
  }

  #settle(
    id: string,
    state: Extract<LedgerState, 'complete' | 'error'>,
    payload: { readonly result?: JsonValue; readonly error?: string },
    observedBy: Observer,
    isPartial: boolean,
  ): void {
    const known = this.#known(id);
    if (isRealState(known.state) && (isPartial || known.isPartial !== true)) return;
    this.#write({ ...unsettled(known), state, observedBy, ...payload, ...(isPartial ? { isPartial: true } : {}) });
  }

  /** A result may arrive for a call that was not opened here (a restart, another process): it is kept. */
  #known(id: string): LedgerEntry {
    return this.#entries.get(id) ?? { id, name: '', state: 'pending', observedBy: 'history' };
  }

  #write(entry: LedgerEntry): void {
    this.#entries.set(entry.id, entry);
    this.#journal.push(entry.id);
  }
}

/** The entry before any outcome. */
function unsettled({ id, name, parameters, state, observedBy }: LedgerEntry): LedgerEntry {
  return { id, name, ...(parameters === undefined ? {} : { parameters }), state, observedBy };
}
