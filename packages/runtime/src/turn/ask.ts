/**
 * Gets one answer of a model, with as many attempts as its route allows. Each attempt is rendered for its own target (REQ-915-004);
 * nothing is sent again once part of the answer was shown; tools are not run here.
 */
import type { Failure, Reply } from '@interlock/wire';
import type { Emit, Refusal, SessionEvent, UnfinishedCall } from '../events/session-event.ts';
import type { RequestNeeds, RouteStep, Selection, TurnRoute } from '../route/route.ts';
import type { RequestWait, UnsentRequest } from '../store/request-facts.ts';
import type { Clock } from '../time/clock.ts';
import type { AttemptResult } from './attempt.ts';
import type { Sending } from './sending.ts';
import type { OpenRequest } from './spending.ts';

export interface AskParts {
  readonly route: TurnRoute;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Which request of the turn this is. */
  readonly step: number;
  /** Absent outside of turns. */
  readonly turnId?: string;
  /** The turn that this one continues. */
  readonly continues?: string;
  readonly needs: () => RequestNeeds;
  readonly send: (selection: Selection, plain: boolean, sending: Sending) => Promise<AttemptResult>;
}

export type AskResult =
  | {
      readonly end: 'answered';
      readonly reply: Reply;
      readonly selection: Selection;
      /** Not recorded yet. */
      readonly request?: OpenRequest;
      readonly unfinished: readonly UnfinishedCall[];
    }
  | {
      readonly end: 'failed';
      readonly failure: Failure;
      readonly because: readonly string[];
      readonly reply?: Reply;
      /** The route of a turn that continues this one. */
      readonly onward?: TurnRoute;
      readonly unsent?: UnsentRequest;
      readonly unfinished: readonly UnfinishedCall[];
    }
  | {
      readonly end: 'cancelled';
      readonly reply?: Reply;
      readonly unsent?: UnsentRequest;
      readonly unfinished: readonly UnfinishedCall[];
    };

export async function ask(parts: AskParts): Promise<AskResult> {
  const { route, emit, signal, clock, needs } = parts;
  let step: RouteStep = await route.next(needs());
  let waits: readonly RequestWait[] = [];
  let attempt = 0;
  while (!signal.aborted) {
    if (step.do === 'stop') return stopped(step, unsentOf(parts, step.because, waits));
    if (step.do === 'wait') {
      announceWait(step, emit);
      const { why, ms, because } = step;
      const from = clock.now();
      await clock.sleep(ms, signal);
      waits = [...waits, { why, ms: signal.aborted ? Math.min(ms, clock.now() - from) : ms, because }];
      if (!signal.aborted) step = await route.next(needs());
      continue;
    }
    const { selection, plain } = step;
    announceSending(parts, step);
    const attempted = await parts.send(selection, plain, sendingOf(parts, step, attempt, waits));
    [waits, attempt] = [[], attempt + 1];
    if (attempted.end === 'cancelled') return attempted;
    if (attempted.end === 'answered') {
      await route.succeeded();
      return { ...attempted, selection };
    }
    const { failure, shown, refusal } = attempted;
    emit({ type: 'request-failed', target: selection.name, failure, ...faultIn(refusal) });
    step = await route.failed(failure, shown, needs());
    if (shown) return failedAfterOutput(attempted, step);
  }
  const because = waits.at(-1)?.because;
  return {
    end: 'cancelled',
    unfinished: [],
    ...(because === undefined ? {} : { unsent: unsentOf(parts, because, waits) }),
  };
}

function unsentOf({ step }: AskParts, because: readonly string[], waits: readonly RequestWait[]): UnsentRequest {
  return { step, because, ...(waits.length === 0 ? {} : { waits }) };
}

/** A refused structure is a mistake of our projection: the history and its rendering have passed their own checks (REQ-915-040). */
function faultIn(
  refusal: Refusal | undefined,
): Pick<Extract<SessionEvent, { type: 'request-failed' }>, 'fault' | 'refusal'> {
  return refusal === undefined ? { fault: 'none' } : { fault: 'projection-fault', refusal };
}

function sendingOf(
  { step }: AskParts,
  { because, movedFrom }: Extract<RouteStep, { do: 'send' }>,
  attempt: number,
  waits: readonly RequestWait[],
): Sending {
  return { step, attempt, because, waits, ...(movedFrom === undefined ? {} : { movedFrom }) };
}

function failedAfterOutput(attempted: Extract<AttemptResult, { end: 'failed' }>, step: RouteStep): AskResult {
  const { failure, unfinished, reply } = attempted;
  const because = step.do === 'stop' ? step.because : [];
  return { end: 'failed', failure, because, unfinished, ...(reply === undefined ? {} : { reply }) };
}

function stopped({ failure, because, onward }: Extract<RouteStep, { do: 'stop' }>, unsent: UnsentRequest): AskResult {
  return { end: 'failed', failure, because, unsent, unfinished: [], ...(onward === undefined ? {} : { onward }) };
}

function announceWait({ why, ms, until, attempt, because }: Extract<RouteStep, { do: 'wait' }>, emit: Emit): void {
  if (why === 'retry') emit({ type: 'retry', attempt, ms, because });
  else emit({ type: 'cooldown-wait', ms, until, because });
}

function announceSending(
  { emit, step, turnId, continues }: AskParts,
  { selection, plain, because, movedFrom, continues: isFirst }: Extract<RouteStep, { do: 'send' }>,
): void {
  const { name, account } = selection;
  const turns = isFirst !== true || turnId === undefined || continues === undefined ? {} : { turnId, continues };
  if (movedFrom !== undefined)
    emit({ type: 'failover', from: movedFrom, to: `${name} (${account})`, because, ...turns });
  emit({ type: 'request', step, target: name, account, plain, because });
}
