/**
 * Routes the requests of one turn. The turn is bound to the first candidate (a target with one of its credentials) that it tries,
 * for all its round trips; only a failure, or another turn's failure with the same credential, moves it on, and every such step says
 * from where. With `between-turns` it moves only among the credentials of its target (decision 24).
 *
 * Retries and cooldowns are different. A cooldown is shared: other turns go elsewhere until its window ends. A retry belongs to one
 * request: if nothing else is free, it tries the same credential again after 1, 2, 4, … seconds (or the provider's hint), up to
 * `maxRetries` times, without waiting for the window. It waits for the windows of other candidates, the shortest first, for at most
 * `maxWaitMs` in total; hints count against that limit, short pauses do not. Then it stops, and says when it will work. So every
 * request ends: a credential is tried at most `1 + maxRetries` times, waits are limited, everything else happens once. If no target
 * can be reached (`unreachable.ts`), there is one retry and no waiting.
 *
 * What happens once per request: after an `invalid-request` it is sent in a simplified form, to the same selection (before that, if
 * the model refused tools, with the tools in the prompt); after `auth` the key is renewed, and only a different key is tried;
 * `unknown` is retried. After output was shown nothing is sent again.
 */
import type { Failure } from '@interlock/wire';
import { joinSentences } from '../text/sentences.ts';
import type { Clock } from '../time/clock.ts';
import { type CandidateState, freshRequest, type RequestState, standingOf, untouched } from './candidate-state.ts';
import { type Choice, chooseCandidate, earlyMs, type Standing } from './choose-candidate.ts';
import { type BookParts, CooldownBook } from './cooldown-book.ts';
import type { Credentials } from './credentials.ts';
import type { Candidate } from './read-route.ts';
import { retryDelay } from './retry-delay.ts';
import type { RequestNeeds, RouteStep, TurnRoute } from './route.ts';
import { type CandidateView, exhausted, howChosen, labelOf, whyNot, windowOf } from './step-texts.ts';

export interface TurnRouterParts extends BookParts {
  /** In the order in which this turn tries them. */
  readonly candidates: readonly Candidate[];
  readonly betweenTurns: boolean;
  readonly maxRetries: number;
  readonly maxWaitMs: number;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

interface Bound {
  readonly index: number;
  readonly key: string | undefined;
  readonly plain: boolean;
}

type IsAllowed = (index: number) => boolean;

export class TurnRouter implements TurnRoute {
  readonly #parts: TurnRouterParts;
  readonly #states: CandidateState[];
  /** Targets that accepted the history only in the simplified form. */
  readonly #plainTargets = new Set<number>();
  /** Targets that have refused tools. */
  readonly #withoutTools = new Set<number>();
  readonly #book: CooldownBook;
  #bound: Bound | undefined;
  #request: RequestState = freshRequest();

  constructor(parts: TurnRouterParts) {
    this.#parts = parts;
    this.#states = parts.candidates.map(() => untouched);
    this.#book = new CooldownBook(parts);
  }

  async next(needs: RequestNeeds): Promise<RouteStep> {
    this.#countWait();
    const { pinned } = this.#request;
    if (pinned !== undefined) {
      const because = [`${this.#label(pinned.index)} is tried again`];
      if (this.#parts.clock.now() < pinned.until - earlyMs) {
        return this.#wait(pinned.index, pinned.until, false, because);
      }
      this.#request.pinned = undefined;
      return this.#send(pinned.index, because, needs, () => true);
    }
    await this.#book.look();
    const bound = this.#bound;
    if (bound === undefined) return this.#decide(needs, () => true);
    if (this.#standing(bound.index, needs).free) {
      return this.#send(bound.index, [`${this.#label(bound.index)} is bound to this turn`], needs, () => true);
    }
    return this.#decide(needs, () => true);
  }

  async succeeded(): Promise<void> {
    const bound = this.#bound;
    this.#endRequest();
    if (bound === undefined) return;
    const candidate = this.#candidate(bound.index);
    if (bound.plain) this.#plainTargets.add(candidate.targetIndex);
    await this.#book.clear(candidate);
  }

  async failed(failure: Failure, shown: boolean, needs: RequestNeeds): Promise<RouteStep> {
    const bound = this.#bound;
    if (bound === undefined) return this.#stop(failure, 0, ['nothing was sent']);
    this.#request.last = { failure, index: bound.index };
    if (failure.reason === 'auth' || failure.reason === 'auth-permanent')
      return this.#refused(failure, shown, needs, bound);
    await this.#cool(bound.index, failure);
    if (shown) return this.#stop(failure, bound.index, ['output was shown: the request is not sent again']);
    switch (failure.reason) {
      case 'invalid-request':
        return this.#withToolsInPrompt(failure, needs, bound) ?? this.#sendPlainly(failure, needs, bound);
      case 'context-overflow':
        return this.#findLarger(failure, needs, bound);
      case 'content-filter':
        return this.#stop(failure, bound.index, [
          'the provider refused the content: another credential changes nothing',
        ]);
      case 'unknown':
        return this.#onceMore(failure, bound);
      case 'model-not-found':
        for (const index of this.#sameTarget(bound.index)) this.#note(index, { out: 'does not have the model' });
        return this.#goOn(needs);
      default:
        return this.#goOn(needs);
    }
  }

  /** Tries another candidate, or the same one again after a pause. */
  async #goOn(needs: RequestNeeds): Promise<RouteStep> {
    await this.#book.look();
    return this.#decide(needs, () => true);
  }

  /** Whether the turn may use this candidate: with `between-turns` only the candidates of the target it is bound to. */
  #isInReach(index: number): boolean {
    const bound = this.#bound;
    if (!this.#parts.betweenTurns || bound === undefined) return true;
    return isSameTarget(this.#candidate(bound.index), this.#candidate(index));
  }

  /** A refused key is renewed once. If it cannot be renewed, or is refused again, the credential is out for now. */
  async #refused(failure: Failure, shown: boolean, needs: RequestNeeds, { index, key }: Bound): Promise<RouteStep> {
    const { source } = this.#candidate(index);
    const isRenewable = source !== undefined && key !== undefined && !this.#request.renewed.has(index);
    if (shown && isRenewable && ('command' in source || 'token' in source)) {
      this.#parts.credentials.refuse(source, key);
      return this.#stop(failure, index, ['output was shown: the key is renewed for the next turn']);
    }
    let message =
      source === undefined ? joinSentences(failure.message, 'No key is configured for it.') : failure.message;
    if (!shown && isRenewable) {
      this.#request.renewed.add(index);
      const renewed = await this.#parts.credentials.renew(source, key);
      if ('key' in renewed) return this.#sending(index, renewed.key, [`${this.#label(index)} has a renewed key`]);
      if (renewed.lasting) message = joinSentences(message, renewed.failure.message);
    }
    const lasting: Failure = { ...failure, reason: 'auth-permanent', message };
    this.#request.last = { failure: lasting, index };
    await this.#cool(index, lasting);
    if (shown) return this.#stop(lasting, index, ['output was shown: the request is not sent again']);
    return this.#goOn(needs);
  }

  /** Undefined if that was already tried. The sender has seen the failure, too, and describes the tools in the prompt from now on. */
  #withToolsInPrompt(failure: Failure, needs: RequestNeeds, { index }: Bound): Promise<RouteStep> | undefined {
    const { targetIndex } = this.#candidate(index);
    if (failure.lacks !== 'tools' || this.#withoutTools.has(targetIndex)) return undefined;
    this.#withoutTools.add(targetIndex);
    const because = [`${this.#label(index)} does not support tools: once more with the tools in the prompt`];
    return this.#send(index, because, needs, (other) => other === index);
  }

  #sendPlainly(failure: Failure, needs: RequestNeeds, bound: Bound): RouteStep | Promise<RouteStep> {
    if (bound.plain || this.#request.plainTried) {
      return this.#stop(failure, bound.index, [
        'the simplified request was refused, too: it is not sent anywhere else',
      ]);
    }
    this.#request.plainTried = true;
    this.#bound = { ...bound, plain: true };
    return this.#send(
      bound.index,
      [`${this.#label(bound.index)} refused the request: once more in a simplified form`],
      needs,
      (index) => index === bound.index,
    );
  }

  /** Moves to a target with a larger window, if the turn may move between requests. Otherwise the caller compacts the history. */
  async #findLarger(failure: Failure, { tokens }: RequestNeeds, bound: Bound): Promise<RouteStep> {
    const { candidates, betweenTurns } = this.#parts;
    for (const index of this.#sameTarget(bound.index)) {
      this.#note(index, { overflowAt: Math.min(this.#states[index]?.overflowAt ?? tokens, tokens) });
    }
    const window = windowOf(this.#candidate(bound.index));
    const isLarger: IsAllowed = (index) => windowOf(this.#candidate(index)) > window;
    if (!betweenTurns && candidates.some((_, index) => isLarger(index))) {
      await this.#book.look();
      const step = await this.#decide({ tokens }, (index) => {
        const { free, fits } = this.#standing(index, { tokens });
        return isLarger(index) && free && fits;
      });
      if (step.do === 'send') return step;
    }
    return this.#stop(failure, bound.index, ['no other target with a larger window is available']);
  }

  #onceMore(failure: Failure, bound: Bound): RouteStep {
    if (this.#request.unknownTried || this.#asked(bound.index) > this.#parts.maxRetries) {
      return this.#stop(failure, bound.index, ['the kind of failure is unknown']);
    }
    this.#request.unknownTried = true;
    const until = this.#parts.clock.now() + retryDelay(1, undefined, this.#parts.random);
    this.#request.pinned = { index: bound.index, until };
    return this.#wait(bound.index, until, false, [`${this.#label(bound.index)} failed for an unknown reason`]);
  }

  /** Chooses a candidate. Credentials that turn out to be unavailable are skipped, one after the other. */
  async #decide(needs: RequestNeeds, isAllowed: IsAllowed): Promise<RouteStep> {
    const now = this.#parts.clock.now();
    const standings = this.#parts.candidates.map((_, index): Standing => {
      const standing = this.#standing(index, needs);
      return isAllowed(index) && this.#isInReach(index)
        ? standing
        : { ...standing, free: false, readyAt: undefined, fixable: false, untried: false, passing: false };
    });
    const choice = chooseCandidate(standings, now, this.#parts.maxWaitMs - this.#request.waitedMs);
    const because = this.#whyNot(standings, choice, needs);
    if (choice.do === 'wait') {
      return this.#wait(choice.index, choice.until, standings[choice.index]?.limited ?? true, because);
    }
    if (choice.do === 'send') {
      const chosen = howChosen(this.#view(choice.index, needs), choice.how, choice.index === 0, this.#request.sent + 1);
      return this.#send(choice.index, [...because, chosen], needs, isAllowed);
    }
    return this.#giveUp(standings, because, needs);
  }

  async #send(
    index: number,
    because: readonly string[],
    needs: RequestNeeds,
    isAllowed: IsAllowed,
  ): Promise<RouteStep> {
    const { source } = this.#candidate(index);
    if (source === undefined) return this.#sending(index, undefined, because);
    const credential = await this.#parts.credentials.get(source);
    if ('key' in credential) return this.#sending(index, credential.key, because);
    const { failure, lasting } = credential;
    if (lasting) await this.#cool(index, failure);
    this.#note(index, { out: `has no key: ${failure.message}` });
    this.#request.last ??= { failure, index };
    return this.#decide(needs, isAllowed);
  }

  #sending(index: number, key: string | undefined, because: readonly string[]): RouteStep {
    const candidate = this.#candidate(index);
    const { name, account, targetIndex, destination } = candidate;
    const before = this.#bound;
    const stays = before?.index === index && before.plain;
    const plain = stays || this.#plainTargets.has(targetIndex);
    this.#bound = { index, key, plain };
    this.#request.sent += 1;
    this.#request.asked.set(index, this.#asked(index) + 1);
    const target = key === undefined ? candidate.target : { ...candidate.target, key };
    const moved = before === undefined || before.index === index ? {} : { movedFrom: this.#label(before.index) };
    return { do: 'send', selection: { name, target, destination, account }, plain, because, ...moved };
  }

  #wait(index: number, until: number, limited: boolean, because: readonly string[]): RouteStep {
    const from = this.#parts.clock.now();
    this.#request.waiting = { from, until, limited };
    const ownPause = this.#request.pinned?.until ?? this.#states[index]?.tried?.retryAt ?? 0;
    const why = ownPause >= until ? 'retry' : 'cooldown';
    return { do: 'wait', why, ms: Math.max(0, until - from), until, attempt: this.#request.sent, because };
  }

  #giveUp(standings: readonly Standing[], because: readonly string[], needs: RequestNeeds): RouteStep {
    const views = this.#parts.candidates.map((_, index) => ({
      ...this.#view(index, needs),
      readyAt: standings[index]?.readyAt,
    }));
    const { failure, index } = exhausted(views, this.#request.last);
    const stays = views.some((_, other) => !this.#isInReach(other));
    return this.#stop(failure, index, stays ? [...because, 'the route switches only between turns'] : because);
  }

  #stop(failure: Failure, index: number, because: readonly string[]): RouteStep {
    this.#endRequest();
    return { do: 'stop', failure, provider: this.#candidate(index).destination.provider, because };
  }

  #endRequest(): void {
    this.#request = freshRequest();
    for (const index of this.#states.keys()) this.#note(index, { tried: undefined });
    if (this.#bound !== undefined) this.#bound = { ...this.#bound, plain: false };
  }

  /** Records the failure, and when this request may be retried. */
  async #cool(index: number, failure: Failure): Promise<void> {
    const before = this.#states[index]?.tried;
    const tried = await this.#book.write(this.#candidate(index), failure, before, this.#parts.clock.now());
    if (tried !== undefined) this.#note(index, { failed: true, tried });
  }

  #countWait(): void {
    const { waiting } = this.#request;
    this.#request.waiting = undefined;
    if (waiting?.limited !== true) return;
    this.#request.waitedMs += Math.max(0, Math.min(this.#parts.clock.now(), waiting.until) - waiting.from);
  }

  #standing(index: number, { tokens }: RequestNeeds): Standing {
    const state = this.#states[index] ?? untouched;
    const fits =
      !(tokens > windowOf(this.#candidate(index))) && !(tokens >= (state.overflowAt ?? Number.POSITIVE_INFINITY));
    const cooling = this.#book.of(this.#candidate(index));
    const tries = { asked: this.#asked(index), maxRetries: this.#parts.maxRetries };
    return standingOf(state, cooling, fits, this.#parts.clock.now(), tries);
  }

  #whyNot(standings: readonly Standing[], choice: Choice, needs: RequestNeeds): readonly string[] {
    const passed = choice.do === 'send' ? standings.slice(0, choice.index) : standings;
    return passed.flatMap((standing, index) => whyNot(this.#view(index, needs), standing));
  }

  #asked(index: number): number {
    return this.#request.asked.get(index) ?? 0;
  }

  #view(index: number, { tokens }: RequestNeeds): CandidateView {
    const candidate = this.#candidate(index);
    const cooling = this.#book.of(candidate);
    return { candidate, state: this.#states[index] ?? untouched, cooling, tokens, now: this.#parts.clock.now() };
  }

  #sameTarget(index: number): readonly number[] {
    const { targetIndex } = this.#candidate(index);
    return [...this.#states.keys()].filter((other) => this.#candidate(other).targetIndex === targetIndex);
  }

  #note(index: number, change: Partial<CandidateState>): void {
    this.#states[index] = { ...(this.#states[index] ?? untouched), ...change };
  }

  #label(index: number): string {
    return labelOf(this.#candidate(index));
  }

  #candidate(index: number): Candidate {
    const candidate = this.#parts.candidates[index];
    if (candidate === undefined) throw new RangeError(`There is no candidate ${index}.`);
    return candidate;
  }
}

/** Whether both are the same model at the same address, even in two entries of the route. */
function isSameTarget(one: Candidate, other: Candidate): boolean {
  if (one.targetIndex === other.targetIndex) return true;
  const [a, b] = [one.destination, other.destination];
  return a.provider === b.provider && a.model === b.model && a.endpoint === b.endpoint && a.protocol === b.protocol;
}
