/** A body for a transport, in one piece or several. */

/** Pieces are sent in order; they must not change meanwhile. */
export type RequestBody = string | Uint8Array | readonly Uint8Array[];

export function piecesOf(given: RequestBody): readonly Uint8Array[] {
  if (typeof given === 'string') return [new TextEncoder().encode(given)];
  return given instanceof Uint8Array ? [given] : given;
}

/** All of it in one piece of memory. */
export function wholeBody(given: RequestBody): Uint8Array<ArrayBuffer> {
  const pieces = piecesOf(given);
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
