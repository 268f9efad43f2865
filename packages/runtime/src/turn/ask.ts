/**
 * Gets one answer of a model, with as many attempts as its route allows. Each attempt is rendered for its own target (REQ-915-004);
 * nothing is sent again once part of the answer was shown; tools are not run here.
 */
import type { Failure, Reply } from '@interlock/wire';
import type { Emit, UnfinishedCall } from '../events/session-event.ts';
import type { RequestNeeds, RouteStep, Selection, TurnRoute } from '../route/route.ts';
import type { Clock } from '../time/clock.ts';
import type { AttemptResult } from './attempt.ts';

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
  readonly send: (selection: Selection, plain: boolean) => Promise<AttemptResult>;
}

export type AskResult =
  | {
      readonly end: 'answered';
      readonly reply: Reply;
      readonly selection: Selection;
      readonly unfinished: readonly UnfinishedCall[];
    }
  | {
      readonly end: 'failed';
      readonly failure: Failure;
      readonly because: readonly string[];
      readonly reply?: Reply;
      /** The route of a turn that continues this one. */
      readonly onward?: TurnRoute;
      readonly unfinished: readonly UnfinishedCall[];
    }
  | { readonly end: 'cancelled'; readonly reply?: Reply; readonly unfinished: readonly UnfinishedCall[] };

export async function ask(parts: AskParts): Promise<AskResult> {
  const { route, emit, signal, clock, needs } = parts;
  let step: RouteStep = await route.next(needs());
  while (!signal.aborted) {
    if (step.do === 'stop') return stopped(step);
    if (step.do === 'wait') {
      announceWait(step, emit);
      await clock.sleep(step.ms, signal);
      if (!signal.aborted) step = await route.next(needs());
      continue;
    }
    const { selection, plain } = step;
    announceSending(parts, step);
    const attempted = await parts.send(selection, plain);
    if (attempted.end === 'cancelled') return attempted;
    if (attempted.end === 'answered') {
      await route.succeeded();
      return { ...attempted, selection };
    }
    const { failure, shown, reply, unfinished } = attempted;
    emit({ type: 'request-failed', target: selection.name, failure });
    step = await route.failed(failure, shown, needs());
    if (shown) {
      const because = step.do === 'stop' ? step.because : [];
      return { end: 'failed', failure, because, unfinished, ...(reply === undefined ? {} : { reply }) };
    }
  }
  return { end: 'cancelled', unfinished: [] };
}

function stopped({ failure, because, onward }: Extract<RouteStep, { do: 'stop' }>): AskResult {
  return { end: 'failed', failure, because, unfinished: [], ...(onward === undefined ? {} : { onward }) };
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
