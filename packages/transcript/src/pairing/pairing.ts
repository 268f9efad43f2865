/**
 * Assigns every call its identity and every response its call: by id over the whole history; where ids repeat or are missing,
 * by name and then by position within a batch (decisions 3 and 21). Incremental: contents are added one by one, and earlier
 * contents that change as a result are reported as touched. Check, import, the renderer, the rebuilt ledger and the cut points
 * all use it.
 */

import { isReal, strengthOf } from '../canonical/completion.ts';
import type { Block, Content, ToolCallBlock, ToolResponseBlock } from '../canonical/content.ts';
import { answeredIdOf, answeredNameOf, callIdOf, callNameOf } from '../canonical/read-block.ts';
import { TurnKeys } from '../canonical/turn-keys.ts';
import { CallIndex } from './call-index.ts';
import { answeredBeside, originalOf } from './copied-call.ts';
import { IdGroup } from './id-group.ts';
import { Identities } from './identities.ts';
import { namesAgree } from './names-agree.ts';
import {
  type Answer,
  type Call,
  type Entry,
  isGuess,
  isLate,
  isSettled,
  type Match,
  stoodBefore,
} from './occurrence.ts';
import type { Peers } from './peers.ts';
import { bestOf, preference } from './preference.ts';
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
  /** The last call that took answers from before it, by the id they name. */
  readonly #claimants = new Map<string, Call>();
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
    if (rawId !== '') this.#claim(rawId, call, turnId);
    return call;
  }

  #currentBatch(): number {
    if (this.#batchEnded) this.#batch += 1;
    this.#batchEnded = false;
    return this.#batch;
  }

  #addAnswer(block: ToolResponseBlock, at: number): Answer {
    this.#batchEnded = true;
    const answer: Answer = {
      block,
      entry: this.entries.length,
      at,
      strength: strengthOf(block),
      lastAi: this.#lastAi,
      lastSpoken: this.#lastSpoken,
      call: undefined,
      match: 'astray',
    };
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
    } else if (placing !== undefined) {
      this.#attachAt(answer, placing.call);
    } else {
      this.#orphan(answer);
      if (rawId !== '') this.#wait(answer);
    }
  }

  /** A result has the name of a call that was matched with another by position: match by name first, then the rest in order. */
  #dealAgain(peers: Peers, answer: Answer): void {
    const dealt = peers.dealt();
    for (const other of dealt) this.#detach(other);
    const left: Answer[] = [];
    for (const one of [...dealt, answer].sort(byPlace)) {
      const call = peers.named(answeredNameOf(one.block));
      if (call === undefined) left.push(one);
      else this.#attachAgain(one, call);
    }
    for (const one of left) {
      const call = peers.next();
      if (call === undefined) this.#place(one);
      else this.#attachAgain(one, call);
    }
  }

  #attachAgain(answer: Answer, call: Call): void {
    if (call.rawId === '') this.#attachAt(answer, call);
    else this.#attachById(answer, call);
  }

  #attachAt(answer: Answer, call: Call): void {
    this.#attach(answer, call, 'position');
    const rawId = answeredIdOf(answer.block);
    if (rawId !== '') this.#lend(rawId, answer);
  }

  #attachById(answer: Answer, call: Call): void {
    const isEarly = byPlace(answer, call) < 0;
    if (isEarly && !namesAgree(answeredNameOf(answer.block), callNameOf(call.block))) {
      this.#attachLeft(answer, call);
      return;
    }
    this.#attach(answer, call, isEarly ? 'early' : 'id');
    this.#yieldToOwn(answer, call);
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
    if (preference(answer) > (call.best === undefined ? 0 : preference(call.best))) this.#believe(call, answer);
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
    const own = lent.filter(({ block }) => namesAgree(answeredNameOf(block), name));
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

type AnswerPlace = Pick<Answer, 'entry' | 'at'>;

function byPlace(a: AnswerPlace, b: AnswerPlace): number {
  return a.entry - b.entry || a.at - b.at;
}
