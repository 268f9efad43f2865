/**
 * All calls that share one raw id, in batches. Kimi, Bedrock and local models reuse ids, so an answer belongs to the nearest
 * batch with an open call of its name, otherwise to the nearest batch with any open call. It leaves its turn only for a name
 * that no call of the turn has.
 */

import { isReal, strength } from '../canonical/completion.ts';
import { answeredNameOf } from '../canonical/read-block.ts';
import { type Answer, type Call, isSettled } from './occurrence.ts';
import { mostPeers, Peers } from './peers.ts';

/**
 * Where an answer goes: to a call, as its answer or as a `repeat` when every call has one; or to calls that must share their
 * answers again, because one of its name was matched by position, or because there are more answers than calls, so that the
 * `holders` among them hold no place.
 */
export type Placing =
  | { readonly to: 'call' | 'repeat'; readonly call: Call }
  | { readonly to: 'peers'; readonly peers: Peers }
  | { readonly to: 'held'; readonly peers: Peers; readonly holders: readonly Answer[] };

/** To this call, unless its place is held. */
export function placingAt(call: Call, peers: Peers, answer: Answer): Placing {
  const holders = peers.holders(call, answer);
  return holders.length === 0 ? { to: 'call', call } : { to: 'held', peers, holders };
}

export class IdGroup {
  /** Batches with open calls, nearest last; and the last batch, open or not. */
  readonly #batches: Peers[] = [];
  #last: Call;

  constructor(first: Call) {
    this.#last = first;
    this.add(first);
  }

  add(call: Call): void {
    this.#last = call;
    const top = this.#batches.at(-1);
    if (top?.batch === call.batch) {
      top.add(call);
      return;
    }
    if (top !== undefined) {
      top.until = call.entry;
      if (top.isAnswered) this.#batches.pop();
    }
    const peers = new Peers(call.batch, 'id');
    peers.add(call);
    this.#batches.push(peers);
  }

  /** The calls made together with the latest. */
  get latest(): readonly Call[] {
    return this.#batches.at(-1)?.calls ?? [];
  }

  /** The call that the next answer with this id belongs to. If none is open, the answer is a repeat for the latest call. */
  place(answer: Answer, isInTurn: (call: Call) => boolean): Placing {
    const name = answeredNameOf(answer.block);
    const near = this.#batches.slice(-mostPeers).reverse();
    if (answer.strength === strength.pending) return this.#pending(near, name, answer);
    const own = near.filter(({ calls: [first] }) => first !== undefined && isInTurn(first));
    const earlier = near.filter((peers) => !own.includes(peers));
    const stays = own.some((peers) => peers.has(name));
    const placing =
      byName(own, answer, name, isInTurn) ??
      (stays ? firstOpen(own, answer) : undefined) ??
      byName(earlier, answer, name, isInTurn);
    if (placing !== undefined) return placing;
    return this.#next(answer, isInTurn) ?? { to: 'repeat', call: near[0]?.last(name) ?? this.#last };
  }

  /** Calls of one batch, one of which has lost its answer; a later batch has calls, too. */
  reopen(calls: readonly Call[]): Peers {
    const batch = calls[0]?.batch ?? -1;
    const known = this.#batches.find((peers) => peers.batch === batch);
    if (known !== undefined) return known;
    const peers = new Peers(batch, 'id');
    for (const call of calls) peers.add(call);
    const next = this.#batches.find((other) => other.batch > batch)?.calls[0] ?? this.#last;
    peers.until = next.entry;
    this.#batches.push(peers);
    this.#batches.sort((one, other) => one.batch - other.batch);
    return peers;
  }

  #next(answer: Answer, isInTurn: (call: Call) => boolean): Placing | undefined {
    for (let at = this.#batches.length - 1; at >= 0; at -= 1) {
      const peers = this.#batches[at];
      const call = peers?.next(answer);
      if (peers !== undefined && call !== undefined && !isInTurn(call) && isSettled(call)) continue;
      if (peers !== undefined && call !== undefined) return placingAt(call, peers, answer);
      // The last batch stays: an answer with a name may still replace one without.
      if (at < this.#batches.length - 1) this.#batches.splice(at, 1);
    }
    return undefined;
  }

  #pending(near: readonly Peers[], name: string, answer: Answer): Placing {
    for (const peers of near) {
      const call = peers.open(name, answer);
      if (call !== undefined) return { to: 'call', call };
    }
    return { to: 'repeat', call: near[0]?.last(name) ?? this.#last };
  }
}

function byName(
  batches: readonly Peers[],
  answer: Answer,
  name: string,
  isInTurn: (call: Call) => boolean,
): Placing | undefined {
  for (const peers of batches) {
    if (isReal(answer.strength) && peers.isMisheld(name, answer)) return { to: 'peers', peers };
    const call = peers.named(name, answer);
    // In an earlier turn a guess stays, because this answer is hardly better.
    if (call !== undefined && (isInTurn(call) || !isSettled(call))) return placingAt(call, peers, answer);
  }
  return undefined;
}

function firstOpen(batches: readonly Peers[], answer: Answer): Placing | undefined {
  for (const peers of batches) {
    const call = peers.next(answer);
    if (call !== undefined) return placingAt(call, peers, answer);
  }
  return undefined;
}
