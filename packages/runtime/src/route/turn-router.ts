/**
 * Routes the requests of one turn. The turn is bound to the first candidate (a target with one of its credentials) that it tries. A
 * failure moves it to another credential of its target, and every such step says from where; then it is retried after short pauses. It
 * never moves to another target: if that is the next choice, the turn is over, and the step has the route of a turn that continues it
 * there; each target of the route gets one such turn (decision 24). What another turn has met moves nothing: the next request is sent,
 * or waits. A request outside of turns (a client's of the gateway) moves to other targets itself.
 *
 * Retries and cooldowns are different. A cooldown is shared: other turns go elsewhere until its window ends. A retry belongs to one
 * request: if nothing else of its target is free (outside of turns: of the route), it tries the same credential again after 1, 2, 4, …
 * seconds (or the provider's hint), up to `maxRetries` times, without waiting for the window. It waits for the windows of other candidates, the shortest first, for at most
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
import { timeForward } from '../time/steady-time.ts';
import { type CandidateState, standingOf, untouched } from './candidate-state.ts';
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
  /** Where another target may be used: by this route itself, by that of the next turn, or not at all. */
  readonly elsewhere: 'here' | 'in-next-turn' | 'never';
  readonly maxRetries: number;
  readonly maxWaitMs: number;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

/** The turn that this one continues. */
interface EarlierTurn {
  /** The credential that failed last. */
  readonly from: string;
  readonly states: readonly CandidateState[];
  /** Candidates of targets that have had their turn. */
  readonly left: ReadonlySet<number>;
  readonly now: () => number;
}

/** A candidate, and what has happened to it in this turn. */
interface TurnCandidate {
  readonly index: number;
  readonly candidate: Candidate;
  /** Its name in sentences for people. */
  readonly label: string;
  state: CandidateState;
  /** How often the current request was sent to it. */
  asked: number;
}

/** What the turn is bound to. */
interface Bound {
  readonly entry: TurnCandidate;
  readonly key: string | undefined;
  readonly plain: boolean;
}

type Sending = Extract<RouteStep, { readonly do: 'send' }>;
type Stopped = Extract<RouteStep, { readonly do: 'stop' }>;

type IsAllowed = (entry: TurnCandidate) => boolean;

/** The state of the current request; reset when the request has succeeded or was given up. */
interface RequestState {
  sent: number;
  /** How long the request has waited so far, counting only waits that are limited. */
  waitedMs: number;
  waiting: { readonly from: number; readonly until: number; readonly limited: boolean } | undefined;
  /** A candidate that is tried again even if others are free. */
  pinned: { readonly entry: TurnCandidate; readonly until: number } | undefined;
  /** Candidates whose key was renewed. */
  readonly renewed: Set<TurnCandidate>;
  plainTried: boolean;
  unknownTried: boolean;
  last: { readonly failure: Failure; readonly index: number } | undefined;
}

function freshRequest(): RequestState {
  return {
    sent: 0,
    waitedMs: 0,
    waiting: undefined,
    pinned: undefined,
    renewed: new Set(),
    plainTried: false,
    unknownTried: false,
    last: undefined,
  };
}

export class TurnRouter implements TurnRoute {
  readonly #parts: TurnRouterParts;
  readonly #entries: readonly TurnCandidate[];
  /** Targets that accepted the history only in the simplified form. */
  readonly #plainTargets = new Set<number>();
  /** Targets that have refused tools. */
  readonly #withoutTools = new Set<number>();
  readonly #book: CooldownBook;
  #bound: Bound | undefined;
  #request: RequestState = freshRequest();

  readonly #earlier: EarlierTurn | undefined;
  /** The pauses of a turn end, though the clock is set back meanwhile. */
  readonly #now: () => number;

  constructor(parts: TurnRouterParts, earlier?: EarlierTurn) {
    this.#parts = parts;
    this.#now = earlier?.now ?? timeForward(parts.clock);
    this.#earlier = earlier;
    this.#entries = parts.candidates.map((candidate, index) => ({
      index,
      candidate,
      label: labelOf(candidate),
      state: earlier?.states[index] ?? untouched,
      asked: 0,
    }));
    this.#book = new CooldownBook(parts);
  }

  async next(needs: RequestNeeds): Promise<RouteStep> {
    this.#countWait();
    const { pinned } = this.#request;
    if (pinned !== undefined) {
      const because = [`${pinned.entry.label} is tried again`];
      if (this.#now() < pinned.until - earlyMs) {
        return this.#wait(pinned.entry, pinned.until, false, because);
      }
      this.#request.pinned = undefined;
      return this.#send(pinned.entry, because, needs, () => true);
    }
    await this.#book.look();
    const entry = this.#bound?.entry;
    if (entry !== undefined && this.#standing(entry, needs).free) {
      return this.#send(entry, [boundText(entry)], needs, () => true);
    }
    const isUnsent = this.#request.sent === 0 && entry?.state.out === undefined;
    if (entry !== undefined && isUnsent && this.#parts.elsewhere !== 'here') return this.#stayWith(entry, needs);
    return this.#decide(needs, () => true);
  }

  /**
   * The request has not failed: the credential that the turn is bound to is cooling down because of another turn. Another credential of
   * the target is used. If there is none, the request waits, unless it could go on elsewhere if it failed: then it is sent.
   */
  #stayWith(bound: TurnCandidate, needs: RequestNeeds): Promise<RouteStep> {
    const isOwn: IsAllowed = ({ candidate }) => isSameTarget(bound.candidate, candidate);
    const isFreeElsewhere: IsAllowed = (other) =>
      !isOwn(other) && this.#isInReach(other) && this.#standing(other, needs).free;
    const { choice } = this.#choose(needs, isOwn);
    const waits = choice.do === 'wait' && !this.#entries.some(isFreeElsewhere);
    if (choice.do === 'send' || waits) return this.#decide(needs, isOwn);
    const because = [...whyNot(this.#view(bound, needs), this.#standing(bound, needs)), boundText(bound)];
    return this.#send(bound, because, needs, () => true);
  }

  async succeeded(): Promise<void> {
    const bound = this.#bound;
    this.#endRequest();
    if (bound === undefined) return;
    const { candidate } = bound.entry;
    if (bound.plain) this.#plainTargets.add(candidate.targetIndex);
    await this.#book.clear(candidate);
  }

  async failed(failure: Failure, shown: boolean, needs: RequestNeeds): Promise<RouteStep> {
    const bound = this.#bound;
    if (bound === undefined) return this.#stop(failure, this.#entries[0], ['nothing was sent']);
    const { entry } = bound;
    this.#request.last = { failure, index: entry.index };
    if (failure.reason === 'auth' || failure.reason === 'auth-permanent')
      return this.#refused(failure, shown, needs, bound);
    await this.#cool(entry, failure);
    if (shown) return this.#stop(failure, entry, ['output was shown: the request is not sent again']);
    switch (failure.reason) {
      case 'invalid-request':
        return this.#withToolsInPrompt(failure, needs, bound) ?? this.#sendPlainly(failure, needs, bound);
      case 'context-overflow':
        return this.#findLarger(failure, needs, bound);
      case 'content-filter':
        return this.#stop(failure, entry, ['the provider refused the content: another credential changes nothing']);
      case 'unknown':
        return this.#onceMore(failure, entry);
      case 'model-not-found':
        for (const each of this.#sameTarget(entry)) each.state = { ...each.state, out: 'does not have the model' };
        return this.#goOn(needs);
      default:
        return this.#goOn(needs);
    }
  }

  /** Chooses another candidate, or the same one again after a pause. */
  async #goOn(needs: RequestNeeds): Promise<RouteStep> {
    await this.#book.look();
    return this.#decide(needs, () => true);
  }

  /** Whether this turn, or one that continues it, may use the candidate. */
  #isInReach({ candidate, index }: TurnCandidate): boolean {
    if (this.#earlier?.left.has(index) === true) return false;
    const bound = this.#bound;
    if (this.#parts.elsewhere !== 'never' || bound === undefined) return true;
    return isSameTarget(bound.entry.candidate, candidate);
  }

  /** A refused key is renewed once. If it cannot be renewed, or is refused again, the credential is out for now. */
  async #refused(failure: Failure, shown: boolean, needs: RequestNeeds, { entry, key }: Bound): Promise<RouteStep> {
    const { source } = entry.candidate;
    const isRenewable = source !== undefined && key !== undefined && !this.#request.renewed.has(entry);
    if (shown && isRenewable && ('command' in source || 'token' in source)) {
      this.#parts.credentials.refuse(source, key);
      return this.#stop(failure, entry, ['output was shown: the key is renewed for the next turn']);
    }
    let message =
      source === undefined ? joinSentences(failure.message, 'No key is configured for it.') : failure.message;
    if (!shown && isRenewable) {
      this.#request.renewed.add(entry);
      const renewed = await this.#parts.credentials.renew(source, key);
      if ('key' in renewed) return this.#sending(entry, renewed.key, [`${entry.label} has a renewed key`]);
      if (renewed.lasting) message = joinSentences(message, renewed.failure.message);
    }
    const lasting: Failure = { ...failure, reason: 'auth-permanent', message };
    this.#request.last = { failure: lasting, index: entry.index };
    await this.#cool(entry, lasting);
    if (shown) return this.#stop(lasting, entry, ['output was shown: the request is not sent again']);
    return this.#goOn(needs);
  }

  /** Undefined if that was already tried. The sender has seen the failure, too, and describes the tools in the prompt from now on. */
  #withToolsInPrompt(failure: Failure, needs: RequestNeeds, { entry }: Bound): Promise<RouteStep> | undefined {
    const { targetIndex } = entry.candidate;
    if (failure.lacks !== 'tools' || this.#withoutTools.has(targetIndex)) return undefined;
    this.#withoutTools.add(targetIndex);
    const because = [`${entry.label} does not support tools: once more with the tools in the prompt`];
    return this.#send(entry, because, needs, (other) => other === entry);
  }

  #sendPlainly(failure: Failure, needs: RequestNeeds, bound: Bound): RouteStep | Promise<RouteStep> {
    const { entry } = bound;
    if (bound.plain || this.#request.plainTried) {
      return this.#stop(failure, entry, ['the simplified request was refused, too: it is not sent anywhere else']);
    }
    this.#request.plainTried = true;
    this.#bound = { ...bound, plain: true };
    const because = [`${entry.label} refused the request: once more in a simplified form`];
    return this.#send(entry, because, needs, (other) => other === entry);
  }

  /** Chooses a target with a larger window. If there is none, the caller compacts the history. */
  async #findLarger(failure: Failure, { tokens }: RequestNeeds, { entry }: Bound): Promise<RouteStep> {
    const window = windowOf(entry.candidate);
    const isLarger: IsAllowed = ({ candidate }) => windowOf(candidate) > window;
    const { elsewhere } = this.#parts;
    // The next turn must not choose one that is as small.
    const tooSmall = elsewhere === 'in-next-turn' ? this.#entries.filter((each) => !isLarger(each)) : [];
    for (const each of [...this.#sameTarget(entry), ...tooSmall]) {
      each.state = { ...each.state, overflowAt: Math.min(each.state.overflowAt ?? tokens, tokens) };
    }
    if (elsewhere !== 'never' && this.#entries.some(isLarger)) {
      await this.#book.look();
      const step = await this.#decide({ tokens }, (other) => {
        const { free, fits } = this.#standing(other, { tokens });
        return isLarger(other) && free && fits;
      });
      if (step.do === 'send' || (step.do === 'stop' && step.onward !== undefined)) return step;
    }
    return this.#stop(failure, entry, ['no other target with a larger window is available']);
  }

  #onceMore(failure: Failure, entry: TurnCandidate): RouteStep {
    if (this.#request.unknownTried || entry.asked > this.#parts.maxRetries) {
      return this.#stop(failure, entry, ['the kind of failure is unknown']);
    }
    this.#request.unknownTried = true;
    const until = this.#now() + retryDelay(1, undefined, this.#parts.random);
    this.#request.pinned = { entry, until };
    return this.#wait(entry, until, false, [`${entry.label} failed for an unknown reason`]);
  }

  /** Chooses a candidate. Credentials that turn out to be unavailable are skipped, one after the other. */
  async #decide(needs: RequestNeeds, isAllowed: IsAllowed): Promise<RouteStep> {
    const { choice, standings } = this.#choose(needs, isAllowed);
    const because = this.#whyNot(standings, choice, needs);
    const entry = choice.do === 'none' ? undefined : this.#entries[choice.index];
    if (choice.do === 'none' || entry === undefined) return this.#giveUp(standings, because, needs);
    if (this.#isBeyondTurn(entry)) return this.#endTurn(because);
    if (choice.do === 'wait') {
      return this.#wait(entry, choice.until, standings[entry.index]?.limited ?? true, because);
    }
    const chosen = howChosen(this.#view(entry, needs), choice.how, entry.index === 0, this.#request.sent + 1);
    return this.#send(entry, [...because, chosen], needs, isAllowed);
  }

  /** A turn uses the other credentials of its target first. */
  #choose(
    needs: RequestNeeds,
    isAllowed: IsAllowed,
  ): { readonly choice: Choice; readonly standings: readonly Standing[] } {
    const standings = this.#entries.map((entry): Standing => {
      const standing = this.#standing(entry, needs);
      return isAllowed(entry) && this.#isInReach(entry) ? standing : barred(standing);
    });
    const own = this.#entries.find((entry) => {
      const { free = false, fits = false } = standings[entry.index] ?? {};
      return (
        this.#bound !== undefined &&
        this.#parts.elsewhere === 'in-next-turn' &&
        !this.#isBeyondTurn(entry) &&
        free &&
        fits
      );
    });
    if (own !== undefined) return { choice: { do: 'send', index: own.index, how: 'free' }, standings };
    const retry = this.#ownRetry(standings);
    if (retry !== undefined) return { choice: retry, standings };
    const patienceMs = this.#parts.maxWaitMs - this.#request.waitedMs;
    return { choice: chooseCandidate(standings, this.#now(), patienceMs), standings };
  }

  /**
   * A turn retries its target after short pauses before it ends for another one. A longer wait (for the provider's hint, or the end of
   * a window) does not keep it, nor a server that cannot be reached or was silent: asking it again would take as long.
   */
  #ownRetry(standings: readonly Standing[]): Choice | undefined {
    if (this.#bound === undefined || this.#parts.elsewhere !== 'in-next-turn') return undefined;
    if (this.#request.last?.failure.reason === 'timeout') return undefined;
    const own = standings.filter((standing, index) => {
      const entry = this.#entries[index];
      if (entry === undefined || this.#isBeyondTurn(entry) || !standing.fits || standing.limited) return false;
      return standing.readyAt !== undefined && (entry.state.tried?.unreachable ?? 0) === 0;
    });
    return own.length === 0
      ? undefined
      : chooseCandidate(
          standings.map((each) => (own.includes(each) ? each : barred(each))),
          this.#parts.clock.now(),
          0,
        );
  }

  /** Whether only another turn may use this candidate. */
  #isBeyondTurn({ candidate }: TurnCandidate): boolean {
    const bound = this.#bound;
    if (this.#parts.elsewhere !== 'in-next-turn' || bound === undefined) return false;
    return !isSameTarget(bound.entry.candidate, candidate);
  }

  /** Its target has failed, and another one is next: that is for a turn that continues this one. */
  #endTurn(because: readonly string[]): RouteStep {
    const entry = this.#bound?.entry;
    const failure = this.#request.last?.failure ?? { reason: 'unknown', message: 'The target cannot be used.' };
    if (entry === undefined) return this.#stop(failure, entry, because);
    const had = this.#entries.filter(({ candidate }) => isSameTarget(entry.candidate, candidate));
    const onward = new TurnRouter(this.#parts, {
      from: entry.label,
      states: this.#entries.map(({ state }) => state),
      left: new Set([...(this.#earlier?.left ?? []), ...had.map(({ index }) => index)]),
      now: this.#now,
    });
    return { ...this.#stop(failure, entry, because), onward };
  }

  async #send(
    entry: TurnCandidate,
    because: readonly string[],
    needs: RequestNeeds,
    isAllowed: IsAllowed,
  ): Promise<RouteStep> {
    const { source } = entry.candidate;
    if (source === undefined) return this.#sending(entry, undefined, because);
    const credential = await this.#parts.credentials.get(source);
    if ('key' in credential) return this.#sending(entry, credential.key, because);
    const { failure, lasting } = credential;
    if (lasting) await this.#cool(entry, failure);
    entry.state = { ...entry.state, out: `has no key: ${failure.message}` };
    this.#request.last ??= { failure, index: entry.index };
    return this.#decide(needs, isAllowed);
  }

  #sending(entry: TurnCandidate, key: string | undefined, because: readonly string[]): RouteStep {
    const { name, account, targetIndex, destination, target: keyless } = entry.candidate;
    const before = this.#bound;
    const stays = before?.entry === entry && before.plain;
    const plain = stays || this.#plainTargets.has(targetIndex);
    this.#bound = { entry, key, plain };
    this.#request.sent += 1;
    entry.asked += 1;
    const target = key === undefined ? keyless : { ...keyless, key };
    const selection = { name, target, destination, account };
    return { do: 'send', selection, plain, because, ...this.#movedFrom(before, entry) };
  }

  #movedFrom(before: Bound | undefined, entry: TurnCandidate): Pick<Sending, 'movedFrom' | 'continues'> {
    if (before !== undefined) return before.entry === entry ? {} : { movedFrom: before.entry.label };
    return this.#earlier === undefined ? {} : { movedFrom: this.#earlier.from, continues: true };
  }

  #wait(entry: TurnCandidate, until: number, limited: boolean, because: readonly string[]): RouteStep {
    const from = this.#now();
    this.#request.waiting = { from, until, limited };
    const ownPause = this.#request.pinned?.until ?? entry.state.tried?.retryAt ?? 0;
    const why = ownPause >= until ? 'retry' : 'cooldown';
    return { do: 'wait', why, ms: Math.max(0, until - from), until, attempt: this.#request.sent, because };
  }

  #giveUp(standings: readonly Standing[], because: readonly string[], needs: RequestNeeds): RouteStep {
    const views = this.#entries.map((entry) => ({
      ...this.#view(entry, needs),
      readyAt: standings[entry.index]?.readyAt,
    }));
    const { failure, index } = exhausted(views, this.#request.last);
    const stays = this.#parts.elsewhere === 'never' && this.#entries.some((entry) => !this.#isInReach(entry));
    const reasons = stays ? [...because, 'the next message may go to another target'] : because;
    return this.#stop(failure, this.#entries[index], reasons);
  }

  #stop(failure: Failure, entry: TurnCandidate | undefined, because: readonly string[]): Stopped {
    this.#endRequest();
    return { do: 'stop', failure, provider: entry?.candidate.destination.provider ?? '', because };
  }

  #endRequest(): void {
    this.#request = freshRequest();
    for (const entry of this.#entries) {
      entry.state = { ...entry.state, tried: undefined };
      entry.asked = 0;
    }
    if (this.#bound !== undefined) this.#bound = { ...this.#bound, plain: false };
  }

  /** Records the failure, and when this request may be retried. */
  async #cool(entry: TurnCandidate, failure: Failure): Promise<void> {
    const now = this.#now();
    const tried = await this.#book.write(entry.candidate, failure, entry.state.tried, now);
    if (tried !== undefined) entry.state = { ...entry.state, failed: true, tried };
  }

  #countWait(): void {
    const { waiting } = this.#request;
    this.#request.waiting = undefined;
    if (waiting?.limited !== true) return;
    this.#request.waitedMs += Math.max(0, Math.min(this.#now(), waiting.until) - waiting.from);
  }

  #standing({ candidate, state, asked }: TurnCandidate, { tokens }: RequestNeeds): Standing {
    const fits = !(tokens > windowOf(candidate)) && !(tokens >= (state.overflowAt ?? Number.POSITIVE_INFINITY));
    const tries = { asked, maxRetries: this.#parts.maxRetries };
    return standingOf(state, this.#book.of(candidate), fits, this.#now(), tries);
  }

  #whyNot(standings: readonly Standing[], choice: Choice, needs: RequestNeeds): readonly string[] {
    const passed = choice.do === 'send' ? this.#entries.slice(0, choice.index) : this.#entries;
    return passed.flatMap((entry) => {
      const standing = standings[entry.index];
      return standing === undefined ? [] : whyNot(this.#view(entry, needs), standing);
    });
  }

  #view({ candidate, state }: TurnCandidate, { tokens }: RequestNeeds): CandidateView {
    return { candidate, state, cooling: this.#book.of(candidate), tokens, now: this.#now() };
  }

  #sameTarget({ candidate: { targetIndex } }: TurnCandidate): readonly TurnCandidate[] {
    return this.#entries.filter(({ candidate }) => candidate.targetIndex === targetIndex);
  }
}

/** As if it could not be used. */
function barred(standing: Standing): Standing {
  return { ...standing, free: false, readyAt: undefined, fixable: false, untried: false, serverFailed: false };
}

function boundText({ label }: TurnCandidate): string {
  return `${label} is bound to this turn`;
}

/** Whether both are the same model at the same address, even in two entries of the route. */
function isSameTarget(one: Candidate, other: Candidate): boolean {
  if (one.targetIndex === other.targetIndex) return true;
  const [a, b] = [one.destination, other.destination];
  return a.provider === b.provider && a.model === b.model && a.endpoint === b.endpoint && a.protocol === b.protocol;
}
