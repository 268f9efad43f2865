/**
 * The current route of a session, and the one that applies after the running turn. A switch never affects a running turn (REQ-915-050)
 * and changes nothing else (REQ-915-003). It is reported with its losses, and recorded.
 */
import { type Destination, resolveTarget } from '@interlock/wire';
import type { Emit, SessionEvent } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { Route, RouteTarget } from '../route/route.ts';
import { type SwitchLoss, switchLosses } from '../route/switch-losses.ts';
import type { SwitchReport } from './session.ts';

type SwitchApplied = Extract<SessionEvent, { readonly type: 'switch-applied' }>;

export class Switching {
  readonly #history: History;
  #current: Route;
  #pending: Route | undefined;
  #first: { readonly of: Route; readonly destination: Destination | undefined } | undefined;
  /** Made while idle, and not reported yet. */
  #unreported: Pick<SwitchApplied, 'from' | 'losses'> | undefined;

  constructor(route: Route, history: History) {
    this.#current = route;
    this.#history = history;
  }

  get current(): Route {
    return this.#current;
  }

  /** The first target of the current route; resolved once for each route. */
  get first(): Destination | undefined {
    if (this.#first?.of !== this.#current)
      this.#first = { of: this.#current, destination: firstDestination(this.#current) };
    return this.#first.destination;
  }

  get pending(): Route | undefined {
    return this.#pending;
  }

  /** `tokens`: roughly how large the next request is. */
  lossesOf(route: Route, tokens: number): readonly SwitchLoss[] {
    const to = firstDestination(route);
    return to === undefined ? [] : switchLosses(this.#history.facts.contents, to, tokens);
  }

  atRest(route: Route, tokens: number): SwitchReport {
    const losses = this.lossesOf(route, tokens);
    this.#pending = route;
    const applied = this.apply(tokens);
    // Reported at the start of the next turn. After several switches, `from` is the route before the first of them.
    if (applied !== undefined) this.#unreported = { from: this.#unreported?.from ?? applied.from, losses };
    return { when: 'now', to: routeName(route), losses };
  }

  duringTurn(route: Route, tokens: number, emit: Emit): SwitchReport {
    const losses = this.lossesOf(route, tokens);
    const to = routeName(route);
    const replaced = this.#pending;
    this.#pending = route;
    emit({
      type: 'switch-queued',
      to,
      ...(replaced === undefined ? {} : { replaces: routeName(replaced) }),
      losses,
    });
    return { when: 'after-turn', to, losses };
  }

  cancel(emit: Emit): void {
    const cancelled = this.#pending;
    this.#pending = undefined;
    if (cancelled !== undefined) emit({ type: 'switch-cancelled', to: routeName(cancelled) });
  }

  /** Reports, once, a switch made since the last turn. */
  report(emit: Emit): void {
    if (this.#unreported === undefined) return;
    emit({ type: 'switch-applied', to: routeName(this.#current), ...this.#unreported });
    this.#unreported = undefined;
  }

  /** Applies the pending switch. Only called while idle. */
  apply(tokens: number): SwitchApplied | undefined {
    const next = this.#pending;
    if (next === undefined) return undefined;
    const from = routeName(this.#current);
    const to = routeName(next);
    this.#current = next;
    this.#pending = undefined;
    // If the write fails, the next turn reports it, because it writes first.
    this.#history.write({ kind: 'switch', to }).catch(() => {});
    return { type: 'switch-applied', from, to, losses: this.lossesOf(next, tokens) };
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

/** The first target of a route when nothing is cooling down. */
function firstDestination({ config }: Route): Destination | undefined {
  const target = config.targets[0];
  return target === undefined ? undefined : resolveTarget(target);
}
