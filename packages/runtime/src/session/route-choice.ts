/**
 * Whom the session asks, and whom it will ask once the running turn has ended. A switch never reaches a turn that is under way
 * (REQ-915-050), and changes nothing but this (REQ-915-003).
 */
import { type Destination, resolveTarget } from '@interlock/wire';
import type { Route, RouteTarget } from '../route/route.ts';

export class RouteChoice {
  #current: Route;
  #pending: Route | undefined;
  #first: { readonly of: Route; readonly destination: Destination | undefined } | undefined;

  constructor(route: Route) {
    this.#current = route;
  }

  get current(): Route {
    return this.#current;
  }

  get pending(): Route | undefined {
    return this.#pending;
  }

  /** Whom it asks first; resolved once for each route. */
  get first(): Destination | undefined {
    if (this.#first?.of !== this.#current)
      this.#first = { of: this.#current, destination: firstDestination(this.#current) };
    return this.#first.destination;
  }

  /** The one it replaces, if another was waiting. */
  queue(route: Route): Route | undefined {
    const replaced = this.#pending;
    this.#pending = route;
    return replaced;
  }

  cancel(): Route | undefined {
    const cancelled = this.#pending;
    this.#pending = undefined;
    return cancelled;
  }

  /** Only ever called at rest. */
  apply(): { readonly from: Route; readonly to: Route } | undefined {
    const to = this.#pending;
    if (to === undefined) return undefined;
    const from = this.#current;
    this.#current = to;
    this.#pending = undefined;
    return { from, to };
  }
}

export function routeName({ config }: Route): string {
  const names = config.targets.map(targetName);
  return config.name ?? (config.policy === 'fixed' ? (names[0] ?? '') : `${config.policy} of ${names.join(', ')}`);
}

export function targetName(target: RouteTarget): string {
  if (target.name !== undefined) return target.name;
  const { provider, model } = resolveTarget(target);
  return `${provider}/${model}`;
}

/** Whom the route asks first when nothing is cooling down. */
export function firstDestination({ config }: Route): Destination | undefined {
  const target = config.targets[0];
  return target === undefined ? undefined : resolveTarget(target);
}
