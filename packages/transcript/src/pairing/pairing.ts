/**
 * Gives every call its identity and every response its call: by id over the whole history, per batch where ids repeat,
 * by position where ids are empty or missing. Online: contents are added one by one, and what an addition changes
 * about earlier contents is reported as touched. Check, import, the renderer, the rebuilt ledger and the cut points all use it.
 */
import type { Block, Content, ToolCallBlock, ToolResponseBlock } from '../canonical/content.ts';
import { answeredIdOf, answeredNameOf, callIdOf, callNameOf } from '../canonical/read-block.ts';
import { canonicalToolId, isCanonicalToolId } from '../canonical/tool-id.ts';
import { TurnKeys } from '../canonical/turn-keys.ts';
import { isReal, strengthOf } from '../ledger/completion.ts';
import { CallIndex } from './call-index.ts';
import { type Answer, type Call, type Entry, isGuess, isLate, type Match } from './occurrence.ts';
import { bestOf, preference } from './preference.ts';
import { TurnCounter } from './turn-counter.ts';
import { UnclaimedAnswers } from './unclaimed-answers.ts';
import { WaitingCalls } from './waiting-calls.ts';

const none: readonly never[] = [];

/** More results than this before a batch of calls that all share one id are no history, and handing them on is slow. */
const mostShared = 64;

export class Pairing {
  readonly entries: Entry[] = [];
  readonly #turns = new TurnKeys();
  readonly #calls = new CallIndex();
  readonly #callNumbers = new TurnCounter();
  readonly #waiting = new WaitingCalls();
  /** What every call begins with; replaced, never added to. */
  readonly #noAnswers: Answer[] = [];
  /** Answers whose call has not come (yet); and those that name such a call but were given to one without an id. */
  readonly #unclaimed = new UnclaimedAnswers();
  readonly #lent = new Map<string, Answer[]>();
  /** The last call that took answers from before it, by the id they name. */
  readonly #claimants = new Map<string, Call>();
  /** Answers without a call, numbered in their turn. */
  readonly #orphanCounter = new TurnCounter();
  readonly #orphanNumbers = new Map<Answer, number>();
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
    let calls: Call[] | undefined;
    let answers: Answer[] | undefined;
    let called = 0;
    let answered = 0;
    for (let at = 0; at < blocks.length; at += 1) {
      const block = blocks[at];
      if (block?.type === 'tool_call') {
        calls ??= new Array(count(blocks, 'tool_call'));
        calls[called++] = this.#addCall(block, at, content);
      } else if (block?.type === 'tool_response') {
        answers ??= new Array(count(blocks, 'tool_response'));
        answers[answered++] = this.#addAnswer(block, at);
      }
    }
    // A call in a mislabelled content was written by the model all the same (REQ-915-047).
    if (content.speaker === 'ai' || calls !== undefined) this.#lastAi = index;
    if (content.speaker !== 'tool' || calls !== undefined) this.#lastSpoken = index;
    const entry = { index, content, turnId, calls: calls ?? none, answers: answers ?? none };
    this.entries.push(entry);
    return entry;
  }

  call(canonicalId: string): Call | undefined {
    return this.#calls.get(canonicalId);
  }

  /** Index of the last content the model wrote. */
  get lastAi(): number {
    return this.#lastAi;
  }

  /** Calls whose real answer came after the model had gone on without it. */
  get lateCalls(): ReadonlySet<Call> {
    return this.#lateCalls;
  }

  /** Grows whenever `lateCalls` may have changed. */
  get lateRevision(): number {
    return this.#lateRevision;
  }

  /** Contents that were there when this was last asked, and whose calls or answers have found a new partner since. */
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

  /** The contents that hold answers to a call nobody made, as far as the history goes. */
  orphansOf(rawId: string): readonly number[] {
    return this.#unclaimed.of(rawId).map(({ entry }) => entry);
  }

  /** The id under which an answer without a call may be restored; unique like those of the calls. */
  orphanId(answer: Answer): string {
    const rawId = answeredIdOf(answer.block);
    if (this.#isFree(rawId)) return rawId;
    const speaker = this.speakerFor(answer, false);
    const turnKey = `${this.#turnOf(speaker)}/orphan`;
    return this.#unusedId('', rawId, answeredNameOf(speaker.block), turnKey, this.#orphanNumbers.get(speaker) ?? 0);
  }

  #addCall(block: ToolCallBlock, at: number, content: Content): Call {
    const turnId = this.#turnId;
    const rawId = callIdOf(block);
    const call: Call = {
      id: this.#identify(rawId, callNameOf(block), content, turnId),
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

  /** A well-formed canonical id is kept the first time; every other call gets the hash of its occurrence. */
  #identify(rawId: string, name: string, { metadata }: Content, turnId: string): string {
    const callIndex = this.#callNumbers.next(turnId);
    if (this.#isFree(rawId)) return rawId;
    const provider = typeof metadata?.provider === 'string' ? metadata.provider : '';
    return this.#unusedId(provider, rawId, name, turnId, callIndex);
  }

  #isFree(id: string): boolean {
    return isCanonicalToolId(id) && this.#calls.get(id) === undefined;
  }

  #currentBatch(): number {
    if (this.#batchEnded) this.#batch += 1;
    this.#batchEnded = false;
    return this.#batch;
  }

  #unusedId(providerName: string, rawId: string, toolName: string, turnKey: string, callIndex: number): string {
    let id = canonicalToolId({ providerName, rawId, toolName, turnKey, callIndex });
    for (let salt = 1; this.#calls.get(id) !== undefined; salt += 1) {
      id = canonicalToolId({ providerName, rawId, toolName, turnKey: `${turnKey}~${salt}`, callIndex });
    }
    return id;
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
    const rawId = answeredIdOf(block);
    const call = rawId === '' ? undefined : this.#calls.take(rawId);
    if (call !== undefined) {
      this.#attach(answer, call, 'id');
      this.#yieldToOwn(answer, call);
    } else if (!this.#attachByPosition(answer, rawId)) {
      this.#orphan(answer, this.#turnId);
      if (rawId !== '') this.#wait(answer);
    }
    return answer;
  }

  #wait(answer: Answer): void {
    answer.match = 'unclaimed';
    for (const { entry } of this.#unclaimed.add(answer)) this.#touch(entry);
  }

  #orphan(answer: Answer, turnId: string): void {
    this.#orphanNumbers.set(answer, this.#orphanCounter.next(turnId));
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

  /** Every other answer now yields to another one, and says so. This happens a few times a call at most. */
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

  /** The nearest batch that waits; there the first waiting call whose name does not contradict. */
  #attachByPosition(answer: Answer, rawId: string): boolean {
    const name = answeredNameOf(answer.block);
    const call = this.#waiting.nearest(
      answer.entry,
      // An answer that names an id is matched by place only to a call that has none.
      ({ rawId: own, block }) => (rawId === '' || own === '') && namesAgree(name, callNameOf(block)),
    );
    if (call === undefined) return false;
    this.#attach(answer, call, 'position');
    if (rawId !== '') this.#lend(rawId, answer);
    return true;
  }

  #lend(rawId: string, answer: Answer): void {
    const lent = this.#lent.get(rawId);
    if (lent === undefined) this.#lent.set(rawId, [answer]);
    else lent.push(answer);
  }

  /** A new call takes the answers that name it and came before it. */
  #claim(rawId: string, call: Call, turnId: string): void {
    const given = [...(this.#lent.get(rawId) ?? none), ...this.#surplusFor(rawId, call)];
    const waiting = this.#unclaimed.release(rawId);
    if (given.length === 0 && waiting.length === 0) return;
    this.#lent.delete(rawId);
    this.#claimants.set(rawId, call);
    for (const answer of given) this.#detach(answer);
    const name = callNameOf(call.block);
    for (const answer of [...given, ...waiting].sort(byPlace)) {
      const sameTurn = this.#turnOf(answer) === turnId;
      if (namesAgree(answeredNameOf(answer.block), name)) this.#attach(answer, call, sameTurn ? 'early' : 'left');
      else this.#waitOn(answer);
    }
  }

  /** Calls of one batch with one id share the answers before them in order: the first keeps one, the next has the rest. */
  #surplusFor(rawId: string, call: Call): readonly Answer[] {
    const previous = this.#claimants.get(rawId);
    if (previous?.batch !== call.batch || previous.answers.length > mostShared) return none;
    return previous.answers.slice(1);
  }

  /** Another call of that id was made, but not the one it answers. */
  #waitOn(answer: Answer): void {
    if (!this.#orphanNumbers.has(answer)) this.#orphan(answer, this.#turnOf(answer));
    this.#touch(answer.entry);
    this.#wait(answer);
  }

  /** A call with a real answer of its own gives back what it only held by guess. */
  #yieldToOwn(own: Answer, call: Call): void {
    if (call.guesses === 0 || !isReal(own.strength)) return;
    for (const answer of call.answers.filter(({ match }) => isGuess(match))) {
      const byPosition = answer.match === 'position';
      this.#detach(answer);
      const again = byPosition && this.#attachByPosition(answer, answeredIdOf(answer.block));
      if (!again) this.#orphan(answer, this.#turnOf(answer));
    }
  }

  #turnOf(answer: Answer): string {
    return this.entries[answer.entry]?.turnId ?? this.#turnId;
  }

  #touch(entry: number): void {
    if (entry < this.#reported) this.#touched.add(entry);
  }
}

/** The arrays made with this are kept, one or two for each content; grown ones would have room for seventeen items. */
function count(blocks: readonly Block[], type: Block['type']): number {
  let found = 0;
  for (const block of blocks) if (block?.type === type) found += 1;
  return found;
}

function byPlace(a: Answer, b: Answer): number {
  return a.entry - b.entry || a.at - b.at;
}

function namesAgree(a: string, b: string): boolean {
  return a === '' || b === '' || a === b;
}
