/**
 * What it costs when a conversation goes to another target: its tokens are read there without a cache. A route may set a limit; above it
 * the conversation stays with the target that answered last. Failover moves it anyway, because otherwise there would be no answer.
 */
import { costOf, LookAhead, type Route, type Selection, type TurnRoute } from '@interlock/runtime';
import type { Thread } from '../memory/thread.ts';
import { headerName } from './attempts.ts';

/** A target and a credential of the route, by name. */
export type SelectionName = Pick<Selection, 'name' | 'account'>;

export interface Switch {
  readonly from: string;
  readonly to: string;
  /** About how many would be read uncached. */
  readonly tokens: number;
  /** US dollars, where the price of the model is known. */
  readonly cost?: number;
  readonly outcome: 'made' | 'avoided';
}

export interface Journey {
  readonly thread: Thread;
  /** Whose calls the request answers: it goes there, whatever it costs. */
  readonly bound?: SelectionName;
  /** Who answered last, as far as it is known. */
  readonly last?: SelectionName;
  /** Of the whole request, roughly. */
  readonly tokens: number;
  readonly now: number;
}

export interface ChosenWay {
  readonly way: TurnRoute;
  readonly avoided?: Switch;
}

export async function chooseWay(route: Route, journey: Journey): Promise<ChosenWay> {
  const { bound, last, tokens } = journey;
  const { maxSwitchTokens = Infinity, maxSwitchCost = Infinity } = route.config;
  const hasLimit = maxSwitchTokens < Infinity || maxSwitchCost < Infinity;
  if (bound !== undefined || last === undefined || !hasLimit) return { way: await route.begin(bound) };
  const way = new LookAhead(await route.begin());
  const step = await way.peek({ tokens });
  const made = step.do === 'send' ? switchTo(step.selection, journey) : undefined;
  if (made === undefined) return { way };
  const { cost = 0 } = made;
  if (made.tokens <= maxSwitchTokens && cost <= maxSwitchCost) return { way };
  return { way: await route.begin(last), avoided: { ...made, outcome: 'avoided' } };
}

/** Undefined if it is not one. */
export function switchTo({ name, destination }: Selection, journey: Journey): Switch | undefined {
  const { last, thread, tokens, now } = journey;
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
