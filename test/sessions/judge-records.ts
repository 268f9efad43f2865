/** Checks what a session has recorded about its turns and requests: each turn stays with one target, and every request says whose it is. */
import type { RequestFacts, SessionRecord } from '@interlock/runtime';

type Turn = Extract<SessionRecord, { readonly kind: 'turn-start' }>;

/** REQ-915-002: provider, model and address of all requests that a turn itself makes. */
export function judgeRecords(records: readonly SessionRecord[]): readonly string[] {
  const requests = records.flatMap((record) => (record.kind === 'request' ? [record] : []));
  const turns = records.flatMap((record) => (record.kind === 'turn-start' ? [record] : []));
  return [...judgeTurns(requests, turns), ...requests.flatMap(judgeNames), ...judgeNumbers(requests)];
}

export function targetOf({ provider, model, endpoint }: RequestFacts): string {
  return `${provider}/${model} at ${endpoint}`;
}

function judgeTurns(requests: readonly RequestFacts[], turns: readonly Turn[]): readonly string[] {
  const own = requests.filter(({ by, for: purpose }) => by === undefined && purpose === undefined);
  const targets = Map.groupBy(own, ({ turnId }) => turnId);
  const moved = [...targets].flatMap(([turnId, all]) => {
    const places = new Set(all.map(targetOf));
    return places.size === 1 ? [] : [`${turnId} went to ${[...places].join(' and ')}`];
  });
  // A turn that continues another goes elsewhere than all turns before it in its chain.
  const repeated = turns.flatMap((turn) => {
    const place = targets.get(turn.turnId)?.[0];
    const before = earlierTurns(turn, turns).flatMap((id) => targets.get(id)?.slice(0, 1) ?? []);
    const isThere = place !== undefined && before.some((each) => targetOf(each) === targetOf(place));
    return isThere ? [`${turn.turnId} continues ${turn.continues} with a target that has had its turn`] : [];
  });
  return [...moved, ...repeated];
}

function earlierTurns({ continues }: Turn, turns: readonly Turn[]): readonly string[] {
  const before = turns.find(({ turnId }) => turnId === continues);
  if (continues === undefined) return [];
  return [continues, ...(before === undefined ? [] : earlierTurns(before, turns))];
}

/** Those of subagents and of compactions in a turn name the request they serve. */
function judgeNames({ number, by, for: purpose, turnId, step, serves }: RequestFacts): readonly string[] {
  if (by !== undefined) return serves === undefined ? [`request ${number} of ${by} serves nothing`] : [];
  if (purpose === 'summary' && turnId !== undefined)
    return serves?.turnId === turnId ? [] : [`the summary ${number} of ${turnId} serves another turn`];
  return purpose === undefined && (turnId === undefined || step === undefined) ? [`request ${number} has no name`] : [];
}

function judgeNumbers(requests: readonly RequestFacts[]): readonly string[] {
  return [...Map.groupBy(requests, ({ by }) => by).values()].flatMap((all) => {
    const numbers = all.map(({ number }) => number);
    return new Set(numbers).size === numbers.length ? [] : [`requests have the numbers ${numbers.join(' ')}`];
  });
}
