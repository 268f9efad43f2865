/**
 * A turn's route that can show its next step in advance: the context window is checked against the target that the next request goes
 * to, and that request gets the same step with its reasons.
 */
import type { Failure } from '@interlock/wire';
import type { RequestNeeds, RouteStep, TurnRoute } from './route.ts';

export class LookAhead implements TurnRoute {
  readonly #route: TurnRoute;
  #seen: RouteStep | undefined;

  constructor(route: TurnRoute) {
    this.#route = route;
  }

  async peek(needs: RequestNeeds): Promise<RouteStep> {
    if (this.#seen !== undefined) return this.#seen;
    const step = await this.#route.next(needs);
    // A `wait` is not kept, nor a `stop` that is not the end of the turn: they may change.
    if (step.do === 'send' || (step.do === 'stop' && step.onward !== undefined)) this.#seen = step;
    return step;
  }

  async next(needs: RequestNeeds): Promise<RouteStep> {
    const seen = this.#seen;
    this.#seen = undefined;
    return seen ?? this.#route.next(needs);
  }

  succeeded(): Promise<void> {
    return this.#route.succeeded();
  }

  failed(failure: Failure, shown: boolean, needs: RequestNeeds): Promise<RouteStep> {
    return this.#route.failed(failure, shown, needs);
  }
}
