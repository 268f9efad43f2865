/**
 * A random walk over all providers: turns with tools and random settings, turns cancelled during parallel calls, histories cut at a cut
 * point with a constant summary in place of the start, and histories that end after any entry, as after a crash. The same seed gives the
 * same walk.
 */
import { type Content, compact, cutPoints, importContents } from '@interlock/transcript';
import type { Agent } from './agent.ts';
import { anySettings } from './any-settings.ts';
import { mulberry32 } from './mulberry32.ts';
import { complaint, marksOf, marksSeen, strangeThoughts } from './seen-marks.ts';
import type { Station } from './stations.ts';
import { playTurn } from './turn.ts';

export interface Tally {
  requests: number;
  /** What was wrong, in words; empty if the walk succeeded. */
  readonly refused: string[];
  readonly warned: string[];
  /** Results that a provider was not shown, or was shown twice, and thoughts that it should not have seen. */
  readonly hidden: string[];
}

export function newTally(): Tally {
  return { requests: 0, refused: [], warned: [], hidden: [] };
}

const summary = [
  { type: 'text', text: 'Summary of the conversation so far: files were read and pages looked at.' },
] as const;
const questions: readonly string[] = [
  'Read a.txt and b.txt, search for "interlock", and take a screenshot.',
  'What is in c.txt?',
  'Thanks. Nothing more to do.',
  'Search for trains, then read the best file. 🚆',
];

export async function walk(
  agent: Agent,
  stations: readonly Station[],
  seed: number,
  turns: number,
  tally: Tally,
): Promise<void> {
  const random = mulberry32(seed);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  let history: readonly Content[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const station = pick(stations);
    const before = station.simulator.log.length;
    const cancelled = random() < 0.25;
    const mask = random();
    const options = { turnId: `turn-${seed}-${turn}`, text: pick(questions), settings: anySettings(random) };
    const cancels = cancelled ? { cancels: (index: number) => (Math.floor(mask * 16) >> index) % 2 === 0 } : {};
    const shown = history;
    try {
      history = [...history, ...(await playTurn(agent, station, history, { ...options, ...cancels }))];
    } catch (error) {
      tally.refused.push(`${station.name}: ${String(error).slice(0, 300)} (seed ${seed}, turn ${turn})`);
      return;
    }
    judge(station, before, shown, history, `(seed ${seed}, turn ${turn})`, tally);
    history = damage(history, random);
  }
}

function judge(
  station: Station,
  before: number,
  shown: readonly Content[],
  after: readonly Content[],
  where: string,
  tally: Tally,
): void {
  const requests = station.simulator.log.slice(before);
  tally.requests += requests.length;
  for (const request of requests) {
    const said = complaint(request);
    if (said !== undefined)
      (request.verdict === 'accepted' ? tally.warned : tally.refused).push(`${station.name}: ${said} ${where}`);
    if (request.seen === undefined) continue;
    const seen = marksSeen(request.seen);
    const lost = marksOf(shown).filter((mark) => seen.get(mark) !== 1);
    if (lost.length > 0) tally.hidden.push(`${station.name}: ${lost.join(' ')} ${where}`);
    for (const thought of strangeThoughts(request.seen, after, station))
      tally.hidden.push(`${station.name}: ${thought} ${where}`);
  }
}

/** What happens to a history between turns. */
function damage(history: readonly Content[], random: () => number): readonly Content[] {
  const chance = random();
  const at = random();
  if (chance < 0.15) {
    const own = importContents(history);
    const points = cutPoints(own);
    const point = points[Math.floor(at * points.length)];
    return point === undefined ? history : compact(own, point.index, summary);
  }
  if (chance < 0.3) return history.slice(0, 1 + Math.floor(at * history.length));
  return history;
}
