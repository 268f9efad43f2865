/**
 * Conversations that change provider after every turn, arranged so that every ordered pair of providers occurs. `pairRounds` is the short
 * form: each pair in one turn. `returnRounds` is the long form: for each ordered pair a separate conversation from the first to the second
 * and back.
 */
import type { Content } from '@interlock/transcript';
import type { Agent } from './agent.ts';
import { complaint, marksOf, marksSeen } from './seen-marks.ts';
import type { Station } from './stations.ts';
import { playTurn } from './turn.ts';

export type Round = readonly Station[];

export const question = 'Read a.txt and b.txt, search for "interlock", and take a screenshot.';

/** From each provider to two others and back each time; every ordered pair occurs once. */
export function pairRounds(stations: readonly Station[]): readonly Round[] {
  return stations.flatMap((here, at) => {
    const others = stations.slice(at + 1);
    const pairs = Array.from({ length: Math.ceil(others.length / 2) }, (_, pair) =>
      others.slice(2 * pair, 2 * pair + 2),
    );
    return pairs.map((pair) => [here, ...pair.flatMap((there) => [there, here])]);
  });
}

export function returnRounds(stations: readonly Station[]): readonly Round[] {
  return stations.flatMap((here) =>
    stations.filter((there) => there !== here).map((there) => [here, there, here] as const),
  );
}

/** The ordered pairs of consecutive providers in a round, by name. */
export function pairsOf(round: Round): readonly string[] {
  return round.slice(1).map((there, at) => `${round[at]?.name} → ${there.name}`);
}

/** Plays a turn with tools at each provider of the round; returns what was refused, warned about, or hidden from a later one. */
export async function playRound(
  agent: Agent,
  round: Round,
  streams: (turn: number) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const history: Content[] = [];
  for (const [turn, station] of round.entries()) {
    const where = `(turn ${turn} of ${round.map(({ name }) => name).join(', ')})`;
    const before = station.simulator.log.length;
    const shown = [...history];
    const settings = { stream: streams(turn) };
    try {
      history.push(...(await playTurn(agent, station, history, { turnId: `turn-${turn}`, text: question, settings })));
    } catch (error) {
      return [...wrong, `${String(error).slice(0, 300)} ${where}`];
    }
    wrong.push(...complaints(station, before, shown).map((said) => `${said} ${where}`));
  }
  const results = marksOf(history).length;
  return results >= round.length ? wrong : [...wrong, `${results} results in ${round.length} turns`];
}

/** What is wrong with the requests a provider received since `before`: refused, warned about, or missing a result of the history. */
export function complaints({ simulator }: Station, before: number, history: readonly Content[]): readonly string[] {
  const requests = simulator.log.slice(before);
  const last = requests.at(-1)?.seen;
  const seen = last === undefined ? new Map<string, number>() : marksSeen(last);
  const hidden = marksOf(history).filter((mark) => seen.get(mark) !== 1);
  return [
    ...requests.flatMap((request) => complaint(request) ?? []),
    ...(hidden.length === 0 ? [] : [`not shown once: ${hidden.join(' ')}`]),
  ];
}
