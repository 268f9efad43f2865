/**
 * A turn's route with a look at the next step before it is taken: code that measures the window asks first, and the request
 * that follows has the reasons for which it was decided.
 */
import type { Failure } from '@interlock/wire';
import type { RequestNeeds, RouteStep, TurnRoute } from './route.ts';

export class LookAhead implements TurnRoute {
  readonly #way: TurnRoute;
  #seen: Extract<RouteStep, { readonly do: 'send' }> | undefined;

  constructor(way: TurnRoute) {
    this.#way = way;
  }

  async peek(needs: RequestNeeds): Promise<RouteStep> {
    if (this.#seen !== undefined) return this.#seen;
    const step = await this.#way.next(needs);
    // A pause or an end is asked for again: it may be over.
    if (step.do === 'send') this.#seen = step;
    return step;
  }

  async next(needs: RequestNeeds): Promise<RouteStep> {
    const seen = this.#seen;
    this.#seen = undefined;
    return seen ?? this.#way.next(needs);
  }

  succeeded(): Promise<void> {
    return this.#way.succeeded();
  }

  failed(failure: Failure, shown: boolean, needs: RequestNeeds): Promise<RouteStep> {
    return this.#way.failed(failure, shown, needs);
  }
}
