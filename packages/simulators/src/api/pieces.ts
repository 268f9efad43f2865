/** Splits a text into pieces so small that a client has to join them. */

/**
 * How many characters come in small pieces. The rest of a long text comes in larger ones: more of the same shows
 * nothing new.
 */
const inSmallPieces = 2_000;

/** `length`: the length of a small piece. Never splits a surrogate pair. */
export function piecesOf(text: string, length: number | ((at: number) => number)): readonly string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; ) {
    const size = (typeof length === 'number' ? length : length(at)) * (at < inSmallPieces ? 1 : 40);
    pieces.push(characters.slice(at, at + size).join(''));
    at += size;
  }
  return pieces;
}
