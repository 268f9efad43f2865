/** Where to cut, of all the places where a history may be cut. */
import { type Content, type CutPoint, isSummary } from '@interlock/transcript';

/**
 * The place that keeps most nearly `keepTokens`; the beginning of a turn if one is near enough. Undefined when everything is
 * recent, or when nothing but instructions and an earlier summary would go.
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

/** The later one of two that are equally near: it leaves more room. */
function nearest(points: readonly CutPoint[], distance: (point: CutPoint) => number): CutPoint | undefined {
  return points.reduce<CutPoint | undefined>(
    (best, point) => (best === undefined || distance(point) <= distance(best) ? point : best),
    undefined,
  );
}
