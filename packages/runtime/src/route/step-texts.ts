/** The reasons for a step, in sentences for people. Names and times only: no keys, and no output of commands. */
import type { Failure } from '@interlock/wire';
import type { Cooldown } from '../store/route-store.ts';
import { joinSentences } from '../text/sentences.ts';
import type { CandidateState } from './candidate-state.ts';
import type { Standing } from './choose-candidate.ts';
import type { Candidate } from './read-route.ts';
import { adviceFor } from './unreachable.ts';

/** Everything known about a candidate. */
export interface CandidateView {
  readonly candidate: Candidate;
  readonly state: CandidateState;
  readonly cooling: Cooldown | undefined;
  readonly tokens: number;
  readonly now: number;
}

export function labelOf({ name, account }: Candidate): string {
  return `${name} (${account})`;
}

export function windowOf({ destination }: Candidate): number {
  return destination.traits.contextWindow;
}

/** Why this candidate was not chosen; empty if only its position is the reason. */
export function whyNot(view: CandidateView, { fits }: Standing): readonly string[] {
  const { candidate, state, tokens } = view;
  const label = labelOf(candidate);
  if (state.out !== undefined) return [`${label} ${state.out}`];
  if ((state.tried?.unreachable ?? 0) > 0) return [`${label} cannot be reached: attempt ${state.tried?.count}`];
  const cooling = coolingText(view);
  if (cooling !== undefined) return [`${label} ${cooling}`];
  if (state.tried !== undefined) return [`${label} has failed for this request: attempt ${state.tried.count}`];
  if (fits) return [];
  return [
    state.overflowAt === undefined
      ? `${label} has a window of ${windowOf(candidate)} tokens; the history has about ${tokens}`
      : `${label} has reported that the history is too long`,
  ];
}

export function howChosen(
  view: CandidateView,
  how: 'free' | 'retry' | 'untried' | 'fixable',
  isFirst: boolean,
  attempt: number,
): string {
  const label = labelOf(view.candidate);
  if (how === 'retry') return `${label} is asked again: attempt ${attempt} of this request`;
  if (how === 'free') return isFirst ? `${label} comes first` : `${label} is the first available`;
  if (how === 'untried')
    return `${label} ${coolingText(view) ?? 'failed before'}; nothing else is available, so it is asked`;
  return `${label} ${coolingText(view) ?? 'failed before'}; only a person can fix that, so it is tried once per turn`;
}

function coolingText({ cooling, now }: CandidateView): string | undefined {
  if (cooling === undefined || cooling.until <= now) return undefined;
  return `is cooling down until ${momentText(cooling.until, now)}: ${cooling.reason}`;
}

/** A failure, and the candidate that had it. */
interface CandidateFailure {
  readonly failure: Failure;
  readonly index: number;
}

function withAdvice(views: readonly CandidateView[], last: CandidateFailure | undefined): CandidateFailure | undefined {
  const candidate = last === undefined ? undefined : views[last.index]?.candidate;
  const advice = last === undefined || candidate === undefined ? '' : adviceFor(last.failure, candidate);
  if (last === undefined || advice === '') return last;
  return { ...last, failure: { ...last.failure, message: joinSentences(last.failure.message, advice) } };
}

/** The failure to report when no candidate is left, with the time at which the route will work again. */
export function exhausted(
  views: readonly (CandidateView & Pick<Standing, 'readyAt'>)[],
  given: CandidateFailure | undefined,
): CandidateFailure {
  let soonest: { readonly index: number; readonly at: number } | undefined;
  for (const [index, { state, cooling, readyAt }] of views.entries()) {
    // The next turn tries it immediately.
    if (readyAt === undefined && (state.tried?.unreachable ?? 0) > 0) continue;
    const at = readyAt ?? (state.out === undefined ? cooling?.until : undefined);
    if (at !== undefined && (soonest === undefined || at < soonest.at)) soonest = { index, at };
  }
  const first = soonest === undefined ? undefined : views[soonest.index];
  const last = withAdvice(views, given);
  if (soonest === undefined || first === undefined || soonest.at <= first.now) {
    return last ?? { failure: { reason: 'unknown', message: 'The route has no targets left.' }, index: 0 };
  }
  const { candidate, cooling, now } = first;
  const when = `The first available is ${labelOf(candidate)}, at ${momentText(soonest.at, now)}`;
  const retryAfterMs = soonest.at - now;
  if (last !== undefined) {
    const { failure, index } = last;
    return { failure: { ...failure, message: joinSentences(failure.message, when), retryAfterMs }, index };
  }
  const reason = cooling?.reason ?? 'unknown';
  const message = `Every credential of the route is cooling down. ${when} (${reason}).`;
  return { failure: { reason, message, retryAfterMs }, index: soonest.index };
}

/** The day is omitted if it is today. */
export function momentText(moment: number, now: number): string {
  const [day, time] = parts(moment);
  return day === parts(now)[0] ? `${time} UTC` : `${day} ${time} UTC`;
}

function parts(moment: number): readonly [string, string] {
  const date = new Date(Math.max(0, Math.min(moment, latest)));
  const text = date.toISOString();
  return [text.slice(0, -14), text.slice(-13, -5)];
}

/** The latest moment that a Date can represent. */
const latest = 8.64e15;
