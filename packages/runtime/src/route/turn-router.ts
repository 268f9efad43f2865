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
  readonly betweenTurns: boolean;
  readonly maxRetries: number;
  readonly maxWaitMs: number;
  readonly credentials: Credentials;
  readonly clock: Clock;
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

  constructor(parts: TurnRouterParts) {
    this.#parts = parts;
    this.#entries = parts.candidates.map((candidate, index) => ({
      index,
      candidate,
      label: labelOf(candidate),
      state: untouched,
      asked: 0,
    }));
    this.#book = new CooldownBook(parts);
  }

  async next(needs: RequestNeeds): Promise<RouteStep> {
    this.#countWait();
    const { pinned } = this.#request;
    if (pinned !== undefined) {
      const because = [`${pinned.entry.label} is tried again`];
      if (this.#parts.clock.now() < pinned.until - earlyMs) {
        return this.#wait(pinned.entry, pinned.until, false, because);
      }
      this.#request.pinned = undefined;
      return this.#send(pinned.entry, because, needs, () => true);
    }
    await this.#book.look();
    const entry = this.#bound?.entry;
    if (entry !== undefined && this.#standing(entry, needs).free) {
      return this.#send(entry, [`${entry.label} is bound to this turn`], needs, () => true);
    }
    return this.#decide(needs, () => true);
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

  /** Tries another candidate, or the same one again after a pause. */
  async #goOn(needs: RequestNeeds): Promise<RouteStep> {
    await this.#book.look();
    return this.#decide(needs, () => true);
  }

  /** Whether the turn may use this candidate: with `between-turns` only the candidates of the target it is bound to. */
  #isInReach({ candidate }: TurnCandidate): boolean {
    const bound = this.#bound;
    if (!this.#parts.betweenTurns || bound === undefined) return true;
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

  /** Moves to a target with a larger window, if the turn may move between requests. Otherwise the caller compacts the history. */
  async #findLarger(failure: Failure, { tokens }: RequestNeeds, { entry }: Bound): Promise<RouteStep> {
    for (const each of this.#sameTarget(entry)) {
      each.state = { ...each.state, overflowAt: Math.min(each.state.overflowAt ?? tokens, tokens) };
    }
    const window = windowOf(entry.candidate);
    const isLarger: IsAllowed = ({ candidate }) => windowOf(candidate) > window;
    if (!this.#parts.betweenTurns && this.#entries.some(isLarger)) {
      await this.#book.look();
      const step = await this.#decide({ tokens }, (other) => {
        const { free, fits } = this.#standing(other, { tokens });
        return isLarger(other) && free && fits;
      });
      if (step.do === 'send') return step;
    }
    return this.#stop(failure, entry, ['no other target with a larger window is available']);
  }

  #onceMore(failure: Failure, entry: TurnCandidate): RouteStep {
    if (this.#request.unknownTried || entry.asked > this.#parts.maxRetries) {
      return this.#stop(failure, entry, ['the kind of failure is unknown']);
    }
    this.#request.unknownTried = true;
    const until = this.#parts.clock.now() + retryDelay(1, undefined, this.#parts.random);
    this.#request.pinned = { entry, until };
    return this.#wait(entry, until, false, [`${entry.label} failed for an unknown reason`]);
  }

  /** Chooses a candidate. Credentials that turn out to be unavailable are skipped, one after the other. */
  async #decide(needs: RequestNeeds, isAllowed: IsAllowed): Promise<RouteStep> {
    const now = this.#parts.clock.now();
    const standings = this.#entries.map((entry): Standing => {
      const standing = this.#standing(entry, needs);
      return isAllowed(entry) && this.#isInReach(entry)
        ? standing
        : { ...standing, free: false, readyAt: undefined, fixable: false, untried: false, serverFailed: false };
    });
    const choice = chooseCandidate(standings, now, this.#parts.maxWaitMs - this.#request.waitedMs);
    const because = this.#whyNot(standings, choice, needs);
    const entry = choice.do === 'none' ? undefined : this.#entries[choice.index];
    if (choice.do === 'none' || entry === undefined) return this.#giveUp(standings, because, needs);
    if (choice.do === 'wait') {
      return this.#wait(entry, choice.until, standings[entry.index]?.limited ?? true, because);
    }
    const chosen = howChosen(this.#view(entry, needs), choice.how, entry.index === 0, this.#request.sent + 1);
    return this.#send(entry, [...because, chosen], needs, isAllowed);
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
    const moved = before === undefined || before.entry === entry ? {} : { movedFrom: before.entry.label };
    return { do: 'send', selection: { name, target, destination, account }, plain, because, ...moved };
  }

  #wait(entry: TurnCandidate, until: number, limited: boolean, because: readonly string[]): RouteStep {
    const from = this.#parts.clock.now();
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
    const stays = this.#entries.some((entry) => !this.#isInReach(entry));
    const reasons = stays ? [...because, 'the route switches only between turns'] : because;
    return this.#stop(failure, this.#entries[index], reasons);
  }

  #stop(failure: Failure, entry: TurnCandidate | undefined, because: readonly string[]): RouteStep {
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
    const now = this.#parts.clock.now();
    const tried = await this.#book.write(entry.candidate, failure, entry.state.tried, now);
    if (tried !== undefined) entry.state = { ...entry.state, failed: true, tried };
  }

  #countWait(): void {
    const { waiting } = this.#request;
    this.#request.waiting = undefined;
    if (waiting?.limited !== true) return;
    this.#request.waitedMs += Math.max(0, Math.min(this.#parts.clock.now(), waiting.until) - waiting.from);
  }

  #standing({ candidate, state, asked }: TurnCandidate, { tokens }: RequestNeeds): Standing {
    const fits = !(tokens > windowOf(candidate)) && !(tokens >= (state.overflowAt ?? Number.POSITIVE_INFINITY));
    const tries = { asked, maxRetries: this.#parts.maxRetries };
    return standingOf(state, this.#book.of(candidate), fits, this.#parts.clock.now(), tries);
  }

  #whyNot(standings: readonly Standing[], choice: Choice, needs: RequestNeeds): readonly string[] {
    const passed = choice.do === 'send' ? this.#entries.slice(0, choice.index) : this.#entries;
    return passed.flatMap((entry) => {
      const standing = standings[entry.index];
      return standing === undefined ? [] : whyNot(this.#view(entry, needs), standing);
    });
  }

  #view({ candidate, state }: TurnCandidate, { tokens }: RequestNeeds): CandidateView {
    return { candidate, state, cooling: this.#book.of(candidate), tokens, now: this.#parts.clock.now() };
  }

  #sameTarget({ candidate: { targetIndex } }: TurnCandidate): readonly TurnCandidate[] {
    return this.#entries.filter(({ candidate }) => candidate.targetIndex === targetIndex);
  }
}

/** Whether both are the same model at the same address, even in two entries of the route. */
function isSameTarget(one: Candidate, other: Candidate): boolean {
  if (one.targetIndex === other.targetIndex) return true;
  const [a, b] = [one.destination, other.destination];
  return a.provider === b.provider && a.model === b.model && a.endpoint === b.endpoint && a.protocol === b.protocol;
}
