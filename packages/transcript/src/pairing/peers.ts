/**
 * Calls of one batch that share an id or have none. An answer belongs to the call with its name; the rest are matched by
 * position (decision 21). A pending or partial answer holds its place among the answers of its own content; in a later content
 * its call is open again.
 */

import { isFinal, isReal, strength } from '../canonical/completion.ts';
import { answeredIdOf, answeredNameOf, callNameOf } from '../canonical/read-block.ts';
import { type Answer, type Call, isGuess } from './occurrence.ts';

/** A batch with more calls than this under one id is not a real history: names and positions are matched once, in order. */
export const mostPeers = 64;
const mostDealt = 4 * mostPeers;

/** The calls share an `id`, or have `none`; or they are `others`, with ids of their own, for a result that has none. */
export type Sharing = 'id' | 'none' | 'others';

export class Peers {
  readonly batch: number;
  /** The content in which a later batch called with this id: from there on, a partial answer is all that its call will get. */
  until: number = Number.POSITIVE_INFINITY;
  readonly #all: Line;
  readonly #byName = new Map<string, Line>();
  readonly #sharing: Sharing;

  constructor(batch: number, sharing: Sharing) {
    this.batch = batch;
    this.#sharing = sharing;
    this.#all = new Line(this, sharing);
  }

  add(call: Call): void {
    this.#all.calls.push(call);
    const name = callNameOf(call.block);
    if (name === '') return;
    const line = this.#byName.get(name) ?? new Line(this, this.#sharing);
    this.#byName.set(name, line);
    line.calls.push(call);
  }

  get calls(): readonly Call[] {
    return this.#all.calls;
  }

  /** Every call has an answer that is no guess. */
  get isAnswered(): boolean {
    return this.calls.every(({ answers }) => answers.some((one) => isReal(one.strength) && !isGuess(one.match)));
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The first call of this name without an answer, otherwise the first without a complete one. */
  named(name: string, answer: Answer): Call | undefined {
    const line = this.#byName.get(name);
    return line?.bare(answer) ?? line?.open(answer);
  }

  /** Whether a call of this name has only answers by position: names decide, so all must be matched again. */
  isMisheld(name: string, answer: Answer): boolean {
    const line = this.#byName.get(name);
    if (line === undefined || line.bare(answer) !== undefined || this.calls.length > mostPeers) return false;
    const call = line.open(answer);
    if (call !== undefined) return this.#isHeldByOther(call, name, answer);
    const dealt = this.dealt();
    if (dealt.length > mostDealt) return false;
    const fixed = new Set(dealt.filter((other) => !makesWay(other, name, answer)).map((other) => other.call));
    return line.calls.some((one) => !fixed.has(one));
  }

  /** The first call without an answer, otherwise the first without a complete one. */
  next(answer: Answer): Call | undefined {
    return this.#all.bare(answer) ?? this.#all.open(answer);
  }

  bare(answer: Answer, name?: string): Call | undefined {
    return name === undefined ? this.#all.bare(answer) : this.#byName.get(name)?.bare(answer);
  }

  /** The call that a pending answer belongs to: the first without a complete answer, of its name if there is one. */
  open(name: string, answer: Answer): Call | undefined {
    return this.named(name, answer) ?? this.next(answer);
  }

  /** The call that a surplus answer repeats. */
  last(name: string): Call | undefined {
    return (this.#byName.get(name) ?? this.#all).calls.at(-1);
  }

  /** The answers that were matched with these calls. */
  dealt(): readonly Answer[] {
    return this.calls.flatMap(({ answers }) => answers.filter((answer) => this.#isDealt(answer)));
  }

  /** The answers in the content of this one that hold the place of `call` or of others with its name, if it is the last place. */
  holders(call: Call, answer: Answer): readonly Answer[] {
    const { entry, strength: worth, block } = answer;
    if (!isFinal(worth) || this.calls.length > mostPeers) return [];
    if (!call.answers.some((other) => isHolder(other, entry))) return [];
    const name = answeredNameOf(block);
    const isNamed = this.#byName.has(name);
    return this.dealt().filter((other) => isHolder(other, entry) && !(isNamed && answeredNameOf(other.block) !== name));
  }

  #isDealt({ match }: Answer): boolean {
    return this.#sharing === 'id' ? match === 'id' || match === 'early' : match === 'position';
  }

  /** By an answer of the same content that has another name, or none. */
  #isHeldByOther(call: Call, name: string, { entry, strength: worth }: Answer): boolean {
    if (!isFinal(worth)) return false;
    return call.answers.some((other) => isHolder(other, entry) && answeredNameOf(other.block) !== name);
  }
}

/** Whether an answer of a call makes way for another one that has the name of the call. */
function makesWay(held: Answer, name: string, answer: Answer): boolean {
  if (held.call !== undefined && isStray(answer, held.call) && !isStray(held, held.call)) return false;
  return !(isReal(held.strength) && answeredNameOf(held.block) === name);
}

function isHolder(answer: Answer, entry: number): boolean {
  return answer.holds && answer.entry === entry;
}

/** An answer with an id, at a call without one. */
export function isStray({ block }: Answer, { rawId }: Call): boolean {
  return rawId === '' && answeredIdOf(block) !== '';
}

/** A part of the call's own result, which one with an id that no call has does not complete. */
function isOwnPart(other: Answer, call: Call, answer: Answer): boolean {
  return isReal(other.strength) && isStray(answer, call) && !isStray(other, call);
}

/** Calls in order, with the position up to which all of them are answered. Small lists are searched each time. */
class Line {
  readonly calls: Call[] = [];
  readonly #peers: Peers;
  readonly #sharing: Sharing;
  #bare = 0;
  #open = 0;

  constructor(peers: Peers, sharing: Sharing) {
    this.#peers = peers;
    this.#sharing = sharing;
  }

  bare(answer: Answer): Call | undefined {
    if (this.calls.length <= mostPeers) this.#bare = 0;
    while (this.#bare < this.calls.length && !this.#isBare(this.calls[this.#bare], answer)) this.#bare += 1;
    return this.calls[this.#bare];
  }

  open(answer: Answer): Call | undefined {
    if (this.calls.length <= mostPeers) this.#open = 0;
    while (this.#open < this.calls.length && !this.#isOpen(this.calls[this.#open], answer)) this.#open += 1;
    return this.calls[this.#open];
  }

  #isBare(call: Call | undefined, answer: Answer): boolean {
    if (call === undefined) return false;
    return call.answers.every(
      (other) =>
        this.#isIgnored(other, call, answer) || (this.#leavesBare(other, answer) && !isOwnPart(other, call, answer)),
    );
  }

  #isOpen(call: Call | undefined, answer: Answer): boolean {
    if (call === undefined) return false;
    return call.answers.every((other) => this.#isIgnored(other, call, answer) || this.#leavesOpen(other, call, answer));
  }

  /** A pending answer says nothing, and a partial one is followed by the whole; but not in the same content. */
  #leavesBare({ strength: worth, holds, entry }: Answer, answer: Answer): boolean {
    if (this.#sharing === 'others' || this.calls.length > mostPeers) return worth === strength.pending;
    if (worth === strength.closure || isFinal(worth)) return false;
    if (worth === strength.partial && answer.entry >= this.#peers.until) return false;
    return !holds || entry !== answer.entry;
  }

  #leavesOpen(other: Answer, call: Call, answer: Answer): boolean {
    if (isFinal(other.strength) || isOwnPart(other, call, answer)) return false;
    if (other.strength === strength.partial) return answer.entry < this.#peers.until && this.#sharing !== 'others';
    // What has an id that no call has does not take a place that is held.
    return !(isStray(answer, call) && !isStray(other, call) && isHolder(other, answer.entry));
  }

  /** What was matched by a guess keeps no answer with the call's own id from it; two empty ids are equal. */
  #isIgnored(other: Answer, call: Call, answer: Answer): boolean {
    if (this.#sharing === 'id') return isGuess(other.match);
    if (this.#sharing === 'others') return false;
    return other.match === 'left' || (isStray(other, call) && !isStray(answer, call));
  }
}
