/**
 * The calls that have no real answer yet, in order, for answers that can only be matched by name and position. Answered calls
 * are dropped from the end, so in a valid history this stays as short as the current batch.
 */

import { isReal, strength } from '../canonical/completion.ts';
import { callNameOf } from '../canonical/read-block.ts';
import { type Placing, placingAt } from './id-group.ts';
import { namesAgree } from './names-agree.ts';
import { type Answer, byPlace, type Call, isSettled } from './occurrence.ts';
import { isStray, mostPeers, Peers } from './peers.ts';

/** How many calls are looked at in search of an open one: those before them were given results with ids that no call has. */
const mostLooked = 4 * mostPeers;

/** The query: which call an answer without a matching id may belong to. */
export interface Stray {
  readonly answer: Answer;
  readonly name: string;
  /** It has an id that no call has: only a call without an id can match. */
  readonly foreign: boolean;
  readonly isInTurn: (call: Call) => boolean;
}

/** One batch: its calls without an id, and the others, which are second choice. */
interface Row {
  readonly batch: number;
  readonly nameless: Peers;
  readonly others: Peers;
}

export class WaitingCalls {
  readonly #calls: Call[] = [];
  /** The latest batch that was asked for, which may be answered by now; and the earlier batch that was examined last. */
  #latest: Row | undefined;
  #earlier: Row | undefined;
  /** The last batch with a call without an id. */
  #lastNameless = -1;

  add(call: Call): void {
    this.#trim();
    this.#calls.push(call);
    if (this.#latest?.batch === call.batch) this.#latest = undefined;
    if (call.rawId !== '') return;
    this.#lastNameless = call.batch;
    if (this.#latest !== undefined) this.#latest.nameless.until = Math.min(this.#latest.nameless.until, call.entry);
  }

  /** Calls that were matched again, and may have lost their answer. */
  reopen(calls: readonly Call[]): void {
    const missing = calls.filter((call) => !isOver(call) && !this.#calls.includes(call));
    if (missing.length === 0) return;
    this.#calls.push(...missing);
    this.#calls.sort(byPlace);
  }

  /** The open calls of a batch. */
  openIn(batch: number): readonly Call[] {
    return this.#calls.filter((call) => call.batch === batch && !isSettled(call));
  }

  /** The last open calls without an id. */
  get nameless(): readonly Call[] {
    this.#trim();
    return this.#calls.slice(-mostPeers).filter((call) => call.rawId === '' && !isSettled(call));
  }

  /**
   * In the answer's turn, the nearest batch with a call of its name that is open or was matched by position; otherwise the
   * nearest open batch, by position. In an earlier turn a call must not have another name.
   */
  place(stray: Stray): Placing | undefined {
    this.#trim();
    const top = this.#topAt(stray);
    return this.#byName(stray, top) ?? this.#byPosition(stray, top);
  }

  #byName(stray: Stray, top: number): Placing | undefined {
    if (stray.name === '') return undefined;
    const latest = this.#latest;
    if (latest !== undefined && latest.batch > (this.#calls[top]?.batch ?? 0)) {
      const placing = this.#misheld(stray, latest);
      if (placing !== undefined) return placing;
    }
    let looked = 0;
    for (let at = top; looked <= mostPeers; ) {
      const nearest = this.#calls[at];
      if (nearest === undefined || !stray.isInTurn(nearest)) return undefined;
      const row = this.#rowAt(at);
      const placing = this.#namedIn(row, stray);
      if (placing !== undefined) return placing;
      looked += row.nameless.calls.length + row.others.calls.length;
      while (looked <= mostPeers && this.#calls[at]?.batch === row.batch) at -= 1;
    }
    return undefined;
  }

  #namedIn(row: Row, stray: Stray): Placing | undefined {
    const shared = this.#misheld(stray, row);
    if (shared !== undefined) return shared;
    const own = row.nameless.named(stray.name, stray.answer);
    if (own !== undefined) return placingAt(own, row.nameless, stray.answer);
    const other = stray.foreign ? undefined : row.others.bare(stray.answer, stray.name);
    return other === undefined ? undefined : { to: 'call', call: other };
  }

  /** A call of its name was matched with another answer by position. */
  #misheld({ answer, name, isInTurn }: Stray, { nameless: peers }: Row): Placing | undefined {
    const first = peers.calls[0];
    if (first === undefined || !isReal(answer.strength)) return undefined;
    if (first.entry > answer.entry || !isInTurn(first) || !peers.isMisheld(name, answer)) return undefined;
    return { to: 'peers', peers };
  }

  #byPosition({ answer, name, foreign, isInTurn }: Stray, top: number): Placing | undefined {
    if (top < 0) return undefined;
    const { nameless, others } = this.#rowAt(top);
    const isPending = answer.strength === strength.pending;
    const own = isPending ? nameless.open(name, answer) : nameless.next(answer);
    const call = own ?? (foreign ? undefined : others.bare(answer));
    if (call === undefined || !(isInTurn(call) || namesAgree(name, callNameOf(call.block)))) return undefined;
    return own === undefined || isPending ? { to: 'call', call } : placingAt(call, nameless, answer);
  }

  /** The last open call before an answer: an answer that is matched again may come before a call in its own content. */
  #topAt(stray: Stray): number {
    let top = this.#calls.length - 1;
    const last = Math.max(-1, top - mostLooked);
    while (top > last && !this.#waits(top, stray)) top -= 1;
    return top > last ? top : -1;
  }

  #waits(at: number, { answer, isInTurn }: Stray): boolean {
    const call = this.#calls[at];
    if (call === undefined || isOver(call)) return false;
    // A guess makes way only for a result of the same turn that is no guess.
    if (isSettled(call) && (isStray(answer, call) || !isInTurn(call))) return false;
    return call.entry < answer.entry || (call.entry === answer.entry && call.at < answer.at);
  }

  #rowAt(top: number): Row {
    const batch = this.#calls[top]?.batch ?? -1;
    if (this.#latest?.batch === batch) return this.#latest;
    if (this.#earlier?.batch === batch) return this.#earlier;
    const row = this.#rowOf(batch, top);
    if (this.#latest === undefined || this.#latest.batch < batch) this.#latest = row;
    else this.#earlier = row;
    return row;
  }

  #rowOf(batch: number, top: number): Row {
    const row = { batch, nameless: new Peers(batch, 'none'), others: new Peers(batch, 'others') };
    if (batch !== this.#lastNameless) row.nameless.until = -1;
    let start = top;
    while (this.#calls[start - 1]?.batch === batch) start -= 1;
    for (let at = start; at <= top; at += 1) {
      const call = this.#calls[at];
      if (call !== undefined) (call.rawId === '' ? row.nameless : row.others).add(call);
    }
    return row;
  }

  #trim(): void {
    for (let last = this.#calls.at(-1); last !== undefined && isOver(last); last = this.#calls.at(-1)) {
      this.#calls.pop();
    }
  }
}

/** It has its answer, and not one that goes when the call gets its own: with an id that no call has, or from before the call. */
function isOver(call: Call): boolean {
  const { best } = call;
  if (best === undefined || !isReal(best.strength)) return false;
  return call.rawId !== '' || (isSettled(call) && best.match !== 'left' && !isStray(best, call));
}
