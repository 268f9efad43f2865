/** A text in pieces so small that a client has to gather them. */

/** Whole characters only: half of a surrogate pair is no text. */
export function piecesOf(text: string, length: number): readonly string[] {
  const characters = [...text];
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, at) => characters.slice(at * length, (at + 1) * length).join(''));
}
