/** Suggests a known name for an unknown one. */

/** The nearest by edit distance, if it is close: at most two letters or a third of them differ, and never all. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const typed = wanted.toLowerCase().slice(0, 64);
  const limit = Math.max(2, Math.floor(typed.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(typed, name.toLowerCase());
    if (distance <= limit && distance < typed.length && (best === undefined || distance < best.distance))
      best = { name, distance };
  }
  return best?.name;
}

/** How many letters to insert, delete or replace, or neighbours to swap. */
function editDistance(first: string, second: string): number {
  let [before, above] = [[] as readonly number[], Array.from({ length: second.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= first.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1];
      const isSwapped = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      line.push(
        Math.min(
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, above] = [above, line];
  }
  return above.at(-1) ?? 0;
}
