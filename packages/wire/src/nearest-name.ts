/** What somebody may have meant by a name that does not exist. */

/** The nearest by edit distance, if it is near: two letters or a third of them differ, and never all. */
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

/** How many letters to insert, delete or replace. */
function editDistance(first: string, second: string): number {
  let above = Array.from({ length: second.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...first].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...second].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
