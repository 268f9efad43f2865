/**
 * Assigns every call its identity and every response its call: by id over the whole history; where ids repeat or are missing,
 * by name and then by position within a batch (decisions 3 and 21). Incremental: contents are added one by one, and earlier
 * contents that change as a result are reported as touched. Check, import, the renderer, the rebuilt ledger and the cut points
 * all use it.
 */

import { isFinal, isReal, type Strength, strength, strengthOf } from '../canonical/completion.ts';
import type { Block, Content, ToolCallBlock, ToolResponseBlock } from '../canonical/content.ts';
import { answeredIdOf, answeredNameOf, callIdOf, callNameOf } from '../canonical/read-block.ts';
import { TurnKeys } from '../canonical/turn-keys.ts';
import { CallIndex } from './call-index.ts';
import { answeredBeside, originalOf } from './copied-call.ts';
import { IdGroup } from './id-group.ts';
import { Identities } from './identities.ts';
import { LonePair } from './lone-pair.ts';
import { namesAgree } from './names-agree.ts';
import {
  type Answer,
  byPlace,
  type Call,
  type Entry,
  isGuess,
  isLate,
  isSettled,
  type Match,
  stoodBefore,
} from './occurrence.ts';
import { isStray, type Peers } from './peers.ts';
import { bestOf, isPreferred } from './preference.ts';
import { UnclaimedAnswers } from './unclaimed-answers.ts';
import { WaitingCalls } from './waiting-calls.ts';

const none: readonly never[] = [];

/** More results than this before a batch of calls that share one id are not a real history, and reassigning them is slow. */
const mostShared = 64;

export class Pairing {
  readonly entries: Entry[] = [];
  readonly #turns = new TurnKeys();
  readonly #calls = new CallIndex();
  readonly #identities = new Identities((id) => this.#calls.get(id) !== undefined);
  readonly #waiting = new WaitingCalls();
  /** The initial list of answers of every call; replaced, never added to. */
  readonly #noAnswers: Answer[] = [];
  /** Answers whose call has not been found yet; and those that name such a call but were matched to one without an id. */
  readonly #unclaimed = new UnclaimedAnswers();
  readonly #lent = new Map<string, Answer[]>();
  /** Which tools were called without an id, by turn. */
  readonly #namesCalled = new Set<string>();
  /** Answers at a call with another name than theirs, by their id and name. */
  readonly #misnamed = new Map<string, readonly Answer[]>();
  /** The last call that took answers from before it, by the id they name. */
  readonly #claimants = new Map<string, Call>();
  readonly #lone = new LonePair();
  /** Ids of calls that the ledger knows: results with these are not of another call. */
  readonly #recorded = new Set<string>();
  readonly #touched = new Set<number>();
  readonly #lateCalls = new Set<Call>();
  #lateRevision = 0;
  /** The turn of the content being added, which is not among the entries yet. */
  #turnId = '';
  #batch = 0;
  #batchEnded = true;
  #lastAi = -1;
  #lastSpoken = -1;
  #reported = 0;

  static of(contents: readonly Content[]): Pairing {
    const pairing = new Pairing();
    for (const content of contents) pairing.add(content);
    return pairing;
  }

  add(content: Content): Entry {
    const index = this.entries.length;
    const turnId = this.#turns.next(content);
    this.#turnId = turnId;
    if (content.speaker === 'human') this.#batchEnded = true;
    const blocks = content.blocks ?? none;
    const copies = this.#copiesIn(content);
    this.#lone.begin(index, content);
    let calls: Call[] | undefined;
    let answers: Answer[] | undefined;
    let called = 0;
    let answered = 0;
    for (let at = 0; at < blocks.length; at += 1) {
      const block = blocks[at];
      if (block?.type === 'tool_call') {
        if (copies?.has(at) === true) continue;
        calls ??= new Array(count(blocks, 'tool_call') - (copies?.size ?? 0));
        calls[called++] = this.#addCall(block, at, content);
      } else if (block?.type === 'tool_response') {
        answers ??= new Array(count(blocks, 'tool_response'));
        answers[answered++] = this.#addAnswer(block, at);
      }
    }
    this.#lone.end(index, content, calls ?? none);
    // A call in a mislabelled content was written by the model all the same (REQ-915-047).
    if (content.speaker === 'ai' || calls !== undefined) this.#lastAi = index;
    if (content.speaker !== 'tool' || calls !== undefined) this.#lastSpoken = index;
    const found = { index, content, turnId, calls: calls ?? none, answers: answers ?? none };
    const entry = copies === undefined ? found : { ...found, copies };
    this.entries.push(entry);
    return entry;
  }

  call(canonicalId: string): Call | undefined {
    return this.#calls.get(canonicalId);
  }

  /** Index of the last content that the model wrote. */
  get lastAi(): number {
    return this.#lastAi;
  }

  /** Calls whose real answer came after the model had continued without it. */
  get lateCalls(): ReadonlySet<Call> {
    return this.#lateCalls;
  }

  /** Increases whenever `lateCalls` may have changed. */
  get lateRevision(): number {
    return this.#lateRevision;
  }

  /** Contents that existed at the last call of this, and whose calls or answers have a new partner since. */
  takeTouched(): readonly number[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    this.#reported = this.entries.length;
    return touched;
  }

  /** The ledger knows a call with this id, so it is not unknown, even if the call is gone from the history. */
  record(id: string): void {
    if (this.#recorded.has(id)) return;
    this.#recorded.add(id);
    for (const answer of this.#lent.get(id) ?? none) if (isLoneMatch(answer)) this.#unpair(answer);
  }

  /** The answer that is shown for one without a call; under a `known` call all that name it answer the same one. */
  speakerFor(orphan: Answer, known: boolean): Answer {
    if (orphan.match !== 'unclaimed') return orphan;
    return known ? this.#unclaimed.best(orphan) : this.#unclaimed.speakerFor(orphan);
  }

  /** The contents with answers to an unknown call, up to the end of the history. */
  orphansOf(rawId: string): readonly number[] {
    return this.#unclaimed.of(rawId).map(({ entry }) => entry);
  }

  /** The id under which an answer without a call may be restored; unique like those of the calls. */
  orphanId(answer: Answer): string {
    const speaker = this.speakerFor(answer, false);
    return this.#identities.ofOrphan(answer, speaker, this.#turnOf(speaker));
  }

  #copiesIn(content: Content): Entry['copies'] {
    const answered = content.blocks === undefined ? undefined : answeredBeside(content);
    if (answered === undefined) return undefined;
    const copies = new Map<number, Call>();
    for (const [at, block] of content.blocks.entries()) {
      if (block?.type !== 'tool_call' || !answered.has(callIdOf(block))) continue;
      const original = originalOf(block, this.#callsUnder(callIdOf(block)));
      // An id that is repeated in a later turn, after its call was answered, is a new call.
      if (original !== undefined && (!isSettled(original) || this.#turnAt(original.entry) === this.#turnId))
        copies.set(at, original);
    }
    return copies.size === 0 ? undefined : copies;
  }

  #callsUnder(rawId: string): readonly Call[] {
    if (rawId === '') return this.#waiting.nameless;
    const found = this.#calls.find(rawId);
    return found instanceof IdGroup ? found.latest : found === undefined ? none : [found];
  }

  #addCall(block: ToolCallBlock, at: number, content: Content): Call {
    const turnId = this.#turnId;
    const rawId = callIdOf(block);
    const call: Call = {
      id: this.#identities.ofCall(rawId, callNameOf(block), content, turnId),
      rawId,
      block,
      entry: this.entries.length,
      at,
      batch: this.#currentBatch(),
      answers: this.#noAnswers,
      best: undefined,
      guesses: 0,
    };
    this.#waiting.add(call);
    this.#calls.add(call);
    if (rawId === '') this.#namesCalled.add(inTurn(turnId, callNameOf(block)));
    if (rawId !== '') this.#claim(rawId, call, turnId);
    this.#claimNamed(call);
    return call;
  }

  #currentBatch(): number {
    if (this.#batchEnded) this.#batch += 1;
    this.#batchEnded = false;
    return this.#batch;
  }

  #addAnswer(block: ToolResponseBlock, at: number): Answer {
    this.#batchEnded = true;
    const worth = strengthOf(block);
    const answer: Answer = {
      block,
      entry: this.entries.length,
      at,
      strength: worth,
      lastAi: this.#lastAi,
      lastSpoken: this.#lastSpoken,
      call: undefined,
      match: 'astray',
      holds: isUnfinished(worth),
    };
    for (const other of this.#lone.see(answer)) if (isLoneMatch(other)) this.#unpair(other);
    this.#place(answer);
    return answer;
  }

  #place(answer: Answer): void {
    const rawId = answeredIdOf(answer.block);
    const found = rawId === '' ? undefined : this.#calls.find(rawId);
    if (found instanceof IdGroup) this.#placeIn(found, answer);
    else if (found !== undefined) this.#attachById(answer, found);
    else this.#placeByPosition(answer, rawId);
  }

  #placeIn(group: IdGroup, answer: Answer): void {
    const placing = group.place(answer, this.#isInTurnOf(answer));
    if (placing.to === 'peers') this.#dealAgain(placing.peers, answer);
    else if (placing.to === 'held') this.#release(placing, answer);
    // An answer that was replaced by one with the call's name is not a repeat of it.
    else if (placing.to === 'repeat' && this.#isEarlier(answer, placing.call)) this.#orphan(answer);
    else this.#attachById(answer, placing.call);
  }

  #isEarlier(answer: Answer, { best }: Call): boolean {
    return best !== undefined && isReal(best.strength) && byPlace(answer, best) < 0;
  }

  /** An answer with an id is matched by position only to a call without one. */
  #placeByPosition(answer: Answer, rawId: string): void {
    const placing = this.#waiting.place({
      answer,
      name: answeredNameOf(answer.block),
      foreign: rawId !== '',
      isInTurn: this.#isInTurnOf(answer),
    });
    if (placing?.to === 'peers') {
      this.#dealAgain(placing.peers, answer);
    } else if (placing?.to === 'held') {
      this.#release(placing, answer);
    } else if (placing !== undefined) {
      this.#attachAt(answer, placing.call);
    } else if (rawId !== '' && this.#isLone(answer, rawId)) {
      return;
    } else {
      this.#orphan(answer);
      if (rawId !== '') this.#wait(answer);
      else if (!this.#namesCalled.has(inTurn(this.#turnOf(answer), answeredNameOf(answer.block))))
        this.#lendAnother(answer, undefined);
    }
  }

  /** Whether its call is the only one that it can belong to, although their ids differ. */
  #isLone(answer: Answer, rawId: string): boolean {
    if (this.#recorded.has(rawId) || this.#unclaimed.has(rawId)) return false;
    const call = this.#lone.callOf(answer, ({ batch }) => this.#waiting.openIn(batch));
    if (call === undefined) return false;
    this.#attachAt(answer, call);
    return true;
  }

  #unpair(answer: Answer): void {
    const { call } = answer;
    this.#detach(answer);
    if (call !== undefined) this.#waiting.reopen([call]);
    this.#waitOn(answer);
  }

  /** A result has the name of a call that was matched with another by position: match by name first, then the rest in order. */
  #dealAgain(peers: Peers, answer?: Answer): void {
    const dealt = peers.dealt();
    for (const other of dealt) this.#detach(other);
    const all = [...dealt, ...(answer === undefined ? none : [answer])].sort(byPlace);
    const isOwn = (one: Answer): boolean => !peers.calls.some((call) => isStray(one, call));
    this.#deal(peers, all.filter(isOwn));
    this.#deal(
      peers,
      all.filter((one) => !isOwn(one)),
    );
    this.#waiting.reopen(peers.calls);
  }

  #deal(peers: Peers, answers: readonly Answer[]): void {
    const left: Answer[] = [];
    for (const one of answers) {
      const call = peers.named(answeredNameOf(one.block), one);
      if (call === undefined) left.push(one);
      else this.#attachAgain(one, call);
    }
    // Again from the first, if there are more of them than calls.
    while (!this.#dealInOrder(peers, left)) for (const one of left) this.#detach(one);
  }

  /** False if answers that hold a place must give it up. */
  #dealInOrder(peers: Peers, answers: readonly Answer[]): boolean {
    for (const one of answers) {
      const call = peers.next(one);
      const holders = call === undefined ? none : peers.holders(call, one);
      for (const holder of holders) holder.holds = false;
      if (holders.length > 0) return false;
      if (call === undefined) this.#place(one);
      else this.#attachAgain(one, call);
    }
    return true;
  }

  /** There are more answers than calls: what is pending or partial does not keep the others from its call. */
  #release({ peers, holders }: { readonly peers: Peers; readonly holders: readonly Answer[] }, answer: Answer): void {
    const again = peers.dealt().filter(({ entry }) => entry === answer.entry);
    for (const holder of holders) holder.holds = false;
    for (const one of again) this.#detach(one);
    for (const one of [...again, answer].sort(byPlace)) {
      const name = answeredNameOf(one.block);
      const call = peers.open(name, one);
      if (isReal(one.strength) && peers.isMisheld(name, one)) this.#dealAgain(peers, one);
      else if (call === undefined) this.#place(one);
      else this.#attachAgain(one, call);
    }
    this.#waiting.reopen(peers.calls);
  }

  #attachAgain(answer: Answer, call: Call): void {
    if (call.rawId === '') this.#attachAt(answer, call);
    else this.#attachById(answer, call);
  }

  #attachAt(answer: Answer, call: Call): void {
    this.#attach(answer, call, 'position');
    const rawId = answeredIdOf(answer.block);
    if (rawId !== '') this.#lend(rawId, answer);
    if (isStray(answer, call)) return;
    this.#evictStrays(answer, call);
    this.#lendAnother(answer, call);
  }

  /** A result with an id that no call has gives way to one that, like its call, has none. */
  #evictStrays(own: Answer, call: Call): void {
    if (call.answers.length === 1) return;
    for (const answer of call.answers.filter((one) => one.match === 'left' || isStray(one, call))) {
      if (!isReal(own.strength) && own.entry !== answer.entry) continue;
      this.#detach(answer);
      this.#place(answer);
    }
  }

  #attachById(answer: Answer, call: Call): void {
    const isEarly = byPlace(answer, call) < 0;
    if (isEarly && !namesAgree(answeredNameOf(answer.block), callNameOf(call.block))) {
      this.#attachLeft(answer, call);
      return;
    }
    this.#attach(answer, call, isEarly ? 'early' : 'id');
    this.#yieldToOwn(answer, call);
    this.#lendAnother(answer, call);
  }

  /** Its name is that of another tool, which may be called later in the turn: then it is the result of that call. */
  #lendAnother(answer: Answer, call: Call | undefined): void {
    const name = answeredNameOf(answer.block);
    if (!isReal(answer.strength) || (call !== undefined && namesAgree(name, callNameOf(call.block)))) return;
    const rawId = answeredIdOf(answer.block);
    const key = otherNameKey(rawId, name);
    this.#misnamed.set(key, [...(this.#misnamed.get(key) ?? none), answer]);
  }

  /** A new call takes the first answer with its id, from its turn, that has its name and stands at a call with another. */
  #claimNamed(call: Call): void {
    if (this.#misnamed.size === 0) return;
    const name = callNameOf(call.block);
    const key = otherNameKey(call.rawId, name);
    const answers = this.#misnamed.get(key);
    if (answers === undefined) return;
    this.#misnamed.delete(key);
    const isInTurn = (answer: Answer): boolean => this.#turnOf(answer) === this.#turnId;
    const own = answers.find((one) => isInTurn(one) && one.call !== call && this.#isElsewhere(one, name));
    if (own === undefined || isSettled(call)) return;
    const { call: other } = own;
    this.#detach(own);
    this.#attach(own, call, 'left');
    if (other !== undefined) this.#fillPlaceOf(other);
  }

  /** Not at a call of its name. */
  #isElsewhere({ call, match }: Answer, name: string): boolean {
    return call === undefined ? match === 'astray' : callNameOf(call.block) !== name;
  }

  /** An answer left this call: the others of its batch are matched again. */
  #fillPlaceOf(left: Call): void {
    const { rawId, batch, entry } = left;
    if (rawId === '') this.#waiting.reopen([left]);
    const group = rawId === '' ? undefined : this.#calls.find(rawId);
    if (!(group instanceof IdGroup)) return;
    let first = entry;
    while (this.entries[first - 1]?.calls.some((call) => call.batch === batch) === true) first -= 1;
    const calls: Call[] = [];
    for (let at = first; at <= this.#lastSpoken; at += 1) {
      const own = this.entries[at]?.calls.filter((call) => call.batch === batch) ?? none;
      calls.push(...own.filter((call) => call.rawId === rawId));
      if (own.length === 0) break;
    }
    const peers = group.reopen(calls);
    if (calls.length > 1) this.#dealAgain(peers);
  }

  /** It came before the call and has another name: it counts only until there is a better answer or a call of its name. */
  #attachLeft(answer: Answer, call: Call): void {
    if (isSettled(call) || call.guesses > 0 || !isReal(answer.strength)) {
      this.#waitOn(answer);
      return;
    }
    this.#attach(answer, call, 'left');
    this.#lend(answeredIdOf(answer.block), answer);
  }

  #wait(answer: Answer): void {
    answer.match = 'unclaimed';
    for (const { entry } of this.#unclaimed.add(answer)) this.#touch(entry);
  }

  #orphan(answer: Answer): void {
    this.#identities.numberOrphan(answer, this.#turnOf(answer));
  }

  #attach(answer: Answer, call: Call, match: Match): void {
    if (isGuess(match)) call.guesses += 1;
    if (call.answers.length === 0) call.answers = [answer];
    else call.answers.push(answer);
    answer.call = call;
    answer.match = match;
    this.#touch(call.entry);
    this.#touch(answer.entry);
    if (isPreferred(answer, call.best)) this.#believe(call, answer);
  }

  /** Reports every answer that is replaced by another. This happens at most a few times per call. */
  #believe(call: Call, best: Answer | undefined): void {
    call.best = best;
    for (const { entry } of call.answers) this.#touch(entry);
    const late = best !== undefined && isReal(best.strength) && isLate(best);
    if (!late && !this.#lateCalls.has(call)) return;
    if (late) this.#lateCalls.add(call);
    else this.#lateCalls.delete(call);
    this.#lateRevision += 1;
  }

  #detach(answer: Answer): void {
    const { call } = answer;
    if (call === undefined) return;
    if (isGuess(answer.match)) call.guesses -= 1;
    call.answers = call.answers.filter((other) => other !== answer);
    this.#believe(call, bestOf(call.answers));
    answer.call = undefined;
    answer.match = 'astray';
    this.#touch(call.entry);
    this.#touch(answer.entry);
  }

  #lend(rawId: string, answer: Answer): void {
    const lent = this.#lent.get(rawId);
    if (lent === undefined) this.#lent.set(rawId, [answer]);
    else lent.push(answer);
  }

  /** A new call takes the answers that name it and came before it. */
  #claim(rawId: string, call: Call, turnId: string): void {
    // Nearly always the case.
    if (!this.#lent.has(rawId) && !this.#claimants.has(rawId) && !this.#unclaimed.has(rawId)) return;
    const name = callNameOf(call.block);
    const lent = this.#lent.get(rawId) ?? none;
    const own = lent.filter((one) => isLoneMatch(one) || namesAgree(answeredNameOf(one.block), name));
    const given = new Set([...own, ...this.#dealtBefore(rawId, call)]);
    const waiting = this.#unclaimed.release(rawId);
    if (given.size === 0 && waiting.length === 0) return;
    if (own.length > 0)
      this.#lent.set(
        rawId,
        lent.filter((answer) => !given.has(answer)),
      );
    this.#claimants.set(rawId, call);
    for (const answer of given) this.#detach(answer);
    for (const answer of [...new Set([...given, ...waiting])].sort(byPlace)) {
      if (this.#turnOf(answer) === turnId) this.#place(answer);
      else if (namesAgree(answeredNameOf(answer.block), name)) this.#attach(answer, call, 'left');
      else this.#waitOn(answer);
    }
  }

  /** Calls of one batch with one id share the answers before them: they are matched again when another call is added. */
  #dealtBefore(rawId: string, call: Call): readonly Answer[] {
    const previous = this.#claimants.get(rawId);
    if (previous?.batch !== call.batch || previous.answers.length > mostShared) return none;
    const peers = this.#callsUnder(rawId);
    if (peers.length > mostShared) return none;
    return peers.flatMap(({ answers }) => answers.filter(({ match }) => stoodBefore(match)));
  }

  /** Another call of that id was made, but not the one it answers. */
  #waitOn(answer: Answer): void {
    this.#orphan(answer);
    this.#touch(answer.entry);
    this.#wait(answer);
  }

  /** A call with its own real answer gives back the answers it had only as a guess. */
  #yieldToOwn(own: Answer, call: Call): void {
    if (call.guesses === 0 || !isReal(own.strength)) return;
    for (const answer of call.answers.filter(isRival)) {
      const again = answer.match === 'position' || this.#turnOf(answer) === this.#turnAt(call.entry);
      this.#detach(answer);
      // What an earlier turn left belonged to another call with that id.
      if (again) this.#place(answer);
      else this.#orphan(answer);
    }
  }

  #isInTurnOf(answer: Answer): (call: Call) => boolean {
    const turnId = this.#turnOf(answer);
    return ({ entry }) => this.#turnAt(entry) === turnId;
  }

  #turnOf(answer: Answer): string {
    return this.#turnAt(answer.entry);
  }

  #turnAt(entry: number): string {
    return this.entries[entry]?.turnId ?? this.#turnId;
  }

  #touch(entry: number): void {
    if (entry < this.#reported) this.#touched.add(entry);
  }
}

/** It has an id, and its call another one. */
function isLoneMatch({ call, match, block }: Answer): boolean {
  return match === 'position' && call !== undefined && call.rawId !== '' && answeredIdOf(block) !== '';
}

function inTurn(turnId: string, name: string): string {
  return JSON.stringify([turnId, name]);
}

function otherNameKey(rawId: string, name: string): string {
  return JSON.stringify([rawId, name]);
}

/** Pending or partial. */
function isUnfinished(worth: Strength): boolean {
  return worth !== strength.closure && !isFinal(worth);
}

/** These arrays are kept, one or two per content; grown ones would have room for seventeen items. */
function count(blocks: readonly Block[], type: Block['type']): number {
  let found = 0;
  for (const block of blocks) if (block?.type === type) found += 1;
  return found;
}

/** An answer of an earlier turn without a result (pending, or our own closure) does not affect the call's own answer, and stays. */
function isRival({ match, strength }: Answer): boolean {
  return match === 'position' || (match === 'left' && isReal(strength));
}
