/**
 * Calls of one batch that share an id or have none. An answer belongs to the call with its name; the rest are matched by
 * position (decision 21). Pending answers take no position: the real one is still to come.
 */

import { isReal, strength } from '../canonical/completion.ts';
import { answeredNameOf, callNameOf } from '../canonical/read-block.ts';
import { type Answer, type Call, isGuess } from './occurrence.ts';

/** A batch with more calls than this under one id is not a real history: names and positions are matched once, in order. */
export const mostPeers = 64;
const mostDealt = 4 * mostPeers;

export class Peers {
  readonly batch: number;
  readonly #all: Line;
  readonly #byName = new Map<string, Line>();
  readonly #guessesCount: boolean;

  /** Where calls have an id, a guessed answer does not keep out an answer that names the call. */
  constructor(batch: number, guessesCount: boolean) {
    this.batch = batch;
    this.#guessesCount = guessesCount;
    this.#all = new Line(guessesCount);
  }

  add(call: Call): void {
    this.#all.calls.push(call);
    const name = callNameOf(call.block);
    if (name === '') return;
    const line = this.#byName.get(name) ?? new Line(this.#guessesCount);
    this.#byName.set(name, line);
    line.calls.push(call);
  }

  get calls(): readonly Call[] {
    return this.#all.calls;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The first call of this name without an answer, otherwise the first without a real one. */
  named(name: string): Call | undefined {
    const line = this.#byName.get(name);
    return line?.bare() ?? line?.open();
  }

  /** Whether a call of this name has only answers by position: names decide, so all must be matched again. */
  isMisheld(name: string): boolean {
    const named = this.#byName.get(name)?.calls;
    if (named === undefined || this.calls.length > mostPeers) return false;
    const dealt = this.dealt();
    if (dealt.length > mostDealt) return false;
    const own = new Set(dealt.filter((answer) => isResultOf(name, answer)).map(({ call }) => call));
    return named.some((call) => !own.has(call));
  }

  /** The first call without an answer, otherwise the first without a real one. */
  next(): Call | undefined {
    return this.#all.bare() ?? this.#all.open();
  }

  bare(name?: string): Call | undefined {
    return name === undefined ? this.#all.bare() : this.#byName.get(name)?.bare();
  }

  /** The call that a pending answer belongs to: the first without a real answer. */
  open(name: string): Call | undefined {
    return this.#byName.get(name)?.open() ?? this.#all.open();
  }

  /** The call that a surplus answer repeats. */
  last(name: string): Call | undefined {
    return (this.#byName.get(name) ?? this.#all).calls.at(-1);
  }

  /** The answers that were matched with these calls. */
  dealt(): readonly Answer[] {
    return this.calls.flatMap(({ answers }) => answers.filter((answer) => this.#isDealt(answer)));
  }

  #isDealt({ match, strength: worth }: Answer): boolean {
    if (worth === strength.pending) return false;
    return this.#guessesCount ? match === 'position' : match === 'id' || match === 'early';
  }
}

function isResultOf(name: string, { block, strength: worth }: Answer): boolean {
  return isReal(worth) && answeredNameOf(block) === name;
}

/** Calls in order, with the position up to which all of them are answered. Small lists are searched each time. */
class Line {
  readonly calls: Call[] = [];
  readonly #guessesCount: boolean;
  #bare = 0;
  #open = 0;

  constructor(guessesCount: boolean) {
    this.#guessesCount = guessesCount;
  }

  bare(): Call | undefined {
    if (this.calls.length <= mostPeers) this.#bare = 0;
    while (this.#bare < this.calls.length && !this.#isBare(this.calls[this.#bare])) this.#bare += 1;
    return this.calls[this.#bare];
  }

  open(): Call | undefined {
    if (this.calls.length <= mostPeers) this.#open = 0;
    while (this.#open < this.calls.length && !this.#isOpen(this.calls[this.#open])) this.#open += 1;
    return this.calls[this.#open];
  }

  #isBare(call: Call | undefined): boolean {
    return call?.answers.every((answer) => answer.strength === strength.pending || this.#isIgnored(answer)) ?? false;
  }

  #isOpen(call: Call | undefined): boolean {
    if (call === undefined) return false;
    return call.best === undefined || !isReal(call.best.strength) || this.#isIgnored(call.best);
  }

  #isIgnored({ match }: Answer): boolean {
    return !this.#guessesCount && isGuess(match);
  }
}
