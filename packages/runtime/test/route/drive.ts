/** Drives a route as the turn loop would, and records every step in one line. */
import type { Failure, FailureReason } from '@interlock/wire';
import type { RequestNeeds, RouteStep, TurnRoute } from '../../src/route/route.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** The result of one request: an answer, or a failure, perhaps after output was shown. */
export type Reply =
  | 'ok'
  | FailureReason
  | (Partial<Failure> & { readonly reason: FailureReason; readonly shown?: true });

export interface Driven {
  readonly lines: readonly string[];
  readonly steps: readonly RouteStep[];
  /** Whether the request was answered. */
  readonly answered: boolean;
}

/** One request, from `next` to an answer or a stop. `replies` are used up; after that every attempt succeeds. */
export async function driveRequest(
  turn: TurnRoute,
  clock: VirtualClock,
  replies: Reply[],
  needs: RequestNeeds = { tokens: 1_000 },
): Promise<Driven> {
  const steps: RouteStep[] = [];
  let step = await turn.next(needs);
  for (;;) {
    steps.push(step);
    if (steps.length > 500) throw new Error('The route does not come to an end.');
    if (step.do === 'stop') return { lines: steps.map(lineOf), steps, answered: false };
    if (step.do === 'wait') {
      await clock.advance(step.ms);
      step = await turn.next(needs);
      continue;
    }
    const reply = replies.shift() ?? 'ok';
    if (reply === 'ok') {
      await turn.succeeded();
      return { lines: [...steps.map(lineOf), 'ok'], steps, answered: true };
    }
    const { shown = false, ...failure } = typeof reply === 'string' ? { reason: reply } : reply;
    step = await turn.failed({ message: 'It failed.', ...failure }, shown, needs);
  }
}

/** One request of a turn, and of the turns that continue it. `turn`: the last of them. */
export async function driveTurns(
  first: TurnRoute,
  clock: VirtualClock,
  replies: Reply[],
  needs?: RequestNeeds,
): Promise<Driven & { readonly turn: TurnRoute }> {
  const all: Driven[] = [];
  for (let turn = first; ; ) {
    const driven = await driveRequest(turn, clock, replies, needs);
    all.push(driven);
    const last = driven.steps.at(-1);
    if (last?.do === 'stop' && last.onward !== undefined) turn = last.onward;
    else {
      const [lines, steps] = [all.flatMap((each) => each.lines), all.flatMap((each) => each.steps)];
      return { lines, steps, answered: driven.answered, turn };
    }
  }
}

export function lineOf(step: RouteStep): string {
  switch (step.do) {
    case 'send':
      return `${step.plain ? 'send plainly' : 'send'} ${step.selection.name} ${step.selection.account} ${step.selection.target.key}`;
    case 'wait':
      return `${step.why} ${step.attempt} ${step.ms}`;
    case 'stop':
      return `${step.onward === undefined ? 'stop' : 'end'} ${step.provider} ${step.failure.reason}`;
  }
}
