/**
 * The price of moving a conversation to another target, which reads all of its tokens without a cache. A route may set a limit; above it, the
 * conversation stays with the target that answered last. Failover moves it anyway, because otherwise there would be no answer.
 */
import { costOf, LookAhead, type Route, type Selection, type TurnRoute } from '@interlock/runtime';
import type { Thread } from '../memory/thread.ts';
import { headerName } from './attempts.ts';

/** A target and a credential of the route, by name. */
export type SelectionName = Pick<Selection, 'name' | 'account'>;

export interface Switch {
  readonly from: string;
  readonly to: string;
  /** Estimated tokens that are read uncached. */
  readonly tokens: number;
  /** US dollars, where the price of the model is known. */
  readonly cost?: number;
  readonly outcome: 'made' | 'avoided';
}

export interface SwitchContext {
  readonly thread: Thread;
  /** The target whose calls the request answers. The request goes there, whatever it costs. */
  readonly bound?: SelectionName;
  /** The target that answered last, if known. */
  readonly last?: SelectionName;
  /** Estimated tokens of the whole request. */
  readonly tokens: number;
  readonly now: number;
}

export interface ChosenRoute {
  readonly turnRoute: TurnRoute;
  readonly avoided?: Switch;
}

export async function chooseRoute(route: Route, context: SwitchContext): Promise<ChosenRoute> {
  const { bound, last, tokens } = context;
  const { maxSwitchTokens = Infinity, maxSwitchCost = Infinity } = route.config;
  const hasLimit = maxSwitchTokens < Infinity || maxSwitchCost < Infinity;
  if (bound !== undefined || last === undefined || !hasLimit) return { turnRoute: await route.begin(bound) };
  const turnRoute = new LookAhead(await route.begin());
  const step = await turnRoute.peek({ tokens });
  const made = step.do === 'send' ? switchTo(step.selection, context) : undefined;
  if (made === undefined) return { turnRoute };
  const { cost = 0 } = made;
  if (made.tokens <= maxSwitchTokens && cost <= maxSwitchCost) return { turnRoute };
  return { turnRoute: await route.begin(last), avoided: { ...made, outcome: 'avoided' } };
}

/** Undefined: the target does not change. */
export function switchTo({ name, destination }: Selection, context: SwitchContext): Switch | undefined {
  const { last, thread, tokens, now } = context;
  if (last === undefined || last.name === name) return undefined;
  const uncached = thread.uncachedAt(name, tokens, now);
  const cost = costOf(destination.traits.price, { input: uncached, output: 0 });
  return { from: last.name, to: name, tokens: uncached, outcome: 'made', ...(cost === undefined ? {} : { cost }) };
}

export function switchHeaders(change: Switch | undefined): Readonly<Record<string, string>> {
  if (change === undefined) return {};
  const { outcome, from, to, tokens, cost } = change;
  const price = cost === undefined ? '' : `; usd=${cost.toFixed(4)}`;
  return {
    'x-interlock-switch': `${outcome}; from=${headerName(from)}; to=${headerName(to)}; tokens=${tokens}${price}`,
  };
}
