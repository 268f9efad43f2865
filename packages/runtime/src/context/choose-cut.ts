/** Chooses where to cut a history, among all places where it may be cut. */
import { type Content, type CutPoint, isSummary } from '@interlock/transcript';

/**
 * The place that keeps about `keepTokens`; the start of a turn if one is near. Undefined if everything is recent, or if only
 * instructions and an earlier summary would be removed.
 */
export function chooseCut(
  contents: readonly Content[],
  points: readonly CutPoint[],
  sizes: readonly number[],
  keepTokens: number,
): number | undefined {
  const kept = keptAt(sizes);
  if ((kept[0] ?? 0) <= keepTokens) return undefined;
  const firstTold = contents.findIndex((content) => content.speaker !== 'system' && !isSummary(content));
  if (firstTold === -1) return undefined;
  const possible = points.filter(({ index }) => index > firstTold);
  const distance = ({ index }: CutPoint): number => Math.abs((kept[index] ?? 0) - keepTokens);
  const turns = possible.filter((point) => point.startsTurn && distance(point) <= keepTokens / 2);
  return nearest(turns.length > 0 ? turns : possible, distance)?.index;
}

/** For every index, the tokens from there to the end. */
function keptAt(sizes: readonly number[]): readonly number[] {
  const kept: number[] = new Array<number>(sizes.length).fill(0);
  let tokens = 0;
  for (let index = sizes.length - 1; index >= 0; index -= 1) {
    tokens += sizes[index] ?? 0;
    kept[index] = tokens;
  }
  return kept;
}

/** Of two equally near places, the later one is chosen, because it frees more. */
function nearest(points: readonly CutPoint[], distance: (point: CutPoint) => number): CutPoint | undefined {
  return points.reduce<CutPoint | undefined>(
    (best, point) => (best === undefined || distance(point) <= distance(best) ? point : best),
    undefined,
  );
}
