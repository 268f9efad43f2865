/** Usage and cost of the requests of a document, and the cost of switching to another target. */
import type { CostPoint, Costs, SwitchCost } from '@interlock/inspector';
import { costOf } from '@interlock/runtime';
import { ConfigError, resolveTarget, type Traits } from '@interlock/wire';
import { CommandError } from '../io/command-error.ts';
import { parseTarget } from '../target/parse-target.ts';
import { withPlaceholders } from '../target/provider-names.ts';
import { type InspectedDocument, type RecordedUsage, turnsIn } from './document.ts';

export function recordedCosts({ usages, log }: InspectedDocument): Omit<Costs, 'version'> {
  const turns = turnsIn(log);
  const requests = usages.map((recorded) => costPoint(recorded, turns[recorded.after - 1] ?? 0));
  return { requests, switches: switchesIn(requests) };
}

function costPoint({ usage, target, at, isSummary }: RecordedUsage, turn: number): CostPoint {
  const { input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = usage;
  const traits = traitsOf(target);
  const cost = costOf(traits?.price, usage);
  return {
    turn,
    ...(at === undefined ? {} : { at }),
    target,
    input,
    output,
    cacheRead,
    cacheWrite,
    reasoning,
    ...(cost === undefined ? {} : { cost }),
    ...(traits === undefined ? {} : { window: traits.contextWindow }),
    ...(isSummary === undefined ? {} : { isSummary }),
  };
}

/** A name of the configuration, or an unknown model, has no price. */
function traitsOf(target: string): Traits | undefined {
  try {
    return resolveTarget(withPlaceholders(parseTarget(target))).traits;
  } catch (error) {
    if (error instanceof ConfigError || error instanceof CommandError) return undefined;
    throw error;
  }
}

/** After a switch, the new target had to read everything again that the previous one had read, except what came from a cache. */
function switchesIn(requests: readonly CostPoint[]): readonly SwitchCost[] {
  const own = requests.filter(({ isSummary }) => isSummary !== true);
  return own.flatMap((point, index) => {
    const before = own[index - 1];
    if (before === undefined || before.target === point.target) return [];
    const known = Math.min(point.input, before.input + before.output);
    const tokens = Math.max(0, known - point.cacheRead);
    const price = traitsOf(point.target)?.price;
    const fresh = costOf(price, { input: tokens, output: 0 });
    const cached = costOf(price, { input: tokens, output: 0, cacheRead: tokens });
    const cost = fresh === undefined || cached === undefined ? {} : { cost: fresh - cached };
    return [{ turn: point.turn, from: before.target, to: point.target, tokens, ...cost }];
  });
}
