/** Finds a text in linear time: the engine's search may take minutes for a long text that nearly matches everywhere. */

/** For shorter texts the engine is faster. */
const short = 256;

/** In ascending order. `overlapping`: includes matches that start inside another. */
export function* placesOf(text: string, part: string, overlapping = false): Generator<number> {
  if (part.length <= short) {
    const step = overlapping ? 1 : part.length;
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + step)) yield at;
    return;
  }
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = extended(part, borders, matched, text.charCodeAt(at));
    if (matched < part.length) continue;
    yield at - matched + 1;
    matched = overlapping ? (borders[matched - 1] ?? 0) : 0;
  }
}

export function holdsText(text: string, part: string): boolean {
  return placesOf(text, part).next().done !== true;
}

/** For each prefix of the text, the length of its longest border (Knuth, Morris, Pratt). */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let at = 1; at < part.length; at += 1) {
    borders[at] = extended(part, borders, borders[at - 1] ?? 0, part.charCodeAt(at));
  }
  return borders;
}

/** The length of the matched prefix after one more character. */
function extended(part: string, borders: Uint32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && (length === part.length || part.charCodeAt(length) !== code)) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === code ? length + 1 : length;
}
