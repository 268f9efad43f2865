/** The names that someone most likely means by a few letters of one. */
const most = 50;

export function rankNames(names: readonly string[], query: string): readonly string[] {
  const wanted = query.toLowerCase();
  return names
    .flatMap((name) => {
      const rank = rankOf(name.toLowerCase(), wanted);
      return rank === undefined ? [] : [{ name, rank }];
    })
    .sort(
      (one, other) => one.rank - other.rank || one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
    )
    .slice(0, most)
    .map(({ name }) => name);
}

/** Lower is better; undefined: it is not meant. */
function rankOf(name: string, query: string): number | undefined {
  if (query === '') return name.split('/').length;
  const own = name.slice(name.replace(/\/$/, '').lastIndexOf('/') + 1);
  if (name.startsWith(query)) return 0;
  if (own.startsWith(query)) return 1;
  if (own.includes(query)) return 2;
  if (name.includes(query)) return 3;
  return hasInOrder(name, query) ? 4 : undefined;
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    const found = name.indexOf(letter, at);
    if (found === -1) return false;
    at = found + letter.length;
  }
  return true;
}
