/** Switches: reported with what they would lose, applied between turns, recorded. */
import type { Destination } from '@interlock/wire';
import type { Emit, SessionEvent } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { Route } from '../route/route.ts';
import { type SwitchLoss, switchLosses } from '../route/switch-losses.ts';
import { firstDestination, RouteChoice, routeName } from './route-choice.ts';
import type { SwitchReport } from './session.ts';

type Applied = Extract<SessionEvent, { readonly type: 'switch-applied' }>;

export class Switching {
  readonly #choice: RouteChoice;
  readonly #history: History;
  readonly #tokens: () => number;
  /** Made at rest, and not told yet. */
  #untold: Pick<Applied, 'from' | 'losses'> | undefined;

  /** `tokens`: roughly how large the next request is. */
  constructor(route: Route, history: History, tokens: () => number) {
    this.#choice = new RouteChoice(route);
    this.#history = history;
    this.#tokens = tokens;
  }

  get current(): Route {
    return this.#choice.current;
  }

  /** Whom the current route asks first. */
  get first(): Destination | undefined {
    return this.#choice.first;
  }

  get pending(): Route | undefined {
    return this.#choice.pending;
  }

  lossesOf(route: Route): readonly SwitchLoss[] {
    const to = firstDestination(route);
    return to === undefined ? [] : switchLosses(this.#history.facts.contents, to, this.#tokens());
  }

  atRest(route: Route): SwitchReport {
    const losses = this.lossesOf(route);
    this.#choice.queue(route);
    const applied = this.apply();
    // Told at the beginning of the next turn; after several switches, from where the first one left.
    if (applied !== undefined) this.#untold = { from: this.#untold?.from ?? applied.from, losses };
    return { when: 'now', to: routeName(route), losses };
  }

  duringTurn(route: Route, emit: Emit): SwitchReport {
    const losses = this.lossesOf(route);
    const to = routeName(route);
    const replaced = this.#choice.queue(route);
    emit({
      type: 'switch-queued',
      to,
      ...(replaced === undefined ? {} : { replaces: routeName(replaced) }),
      losses,
    });
    return { when: 'after-turn', to, losses };
  }

  cancel(emit: Emit): void {
    const cancelled = this.#choice.cancel();
    if (cancelled !== undefined) emit({ type: 'switch-cancelled', to: routeName(cancelled) });
  }

  /** Says, once, what was switched since the last turn. */
  tell(emit: Emit): void {
    if (this.#untold === undefined) return;
    emit({ type: 'switch-applied', to: routeName(this.current), ...this.#untold });
    this.#untold = undefined;
  }

  /** What waits counts from now on. */
  apply(): Applied | undefined {
    const switched = this.#choice.apply();
    if (switched === undefined) return undefined;
    const from = routeName(switched.from);
    const to = routeName(switched.to);
    // The record says who was chosen; a failed write is reported by the next turn, which writes first.
    this.#history.write({ kind: 'switch', to }).catch(() => {});
    return { type: 'switch-applied', from, to, losses: this.lossesOf(switched.to) };
  }
}
