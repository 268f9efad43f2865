/** The body of a request, in one piece or several. */

/** Pieces are sent in order; they must not change meanwhile. */
export type RequestBody = string | Uint8Array | readonly Uint8Array[];

export function piecesOf(body: RequestBody): readonly Uint8Array[] {
  if (typeof body === 'string') return [new TextEncoder().encode(body)];
  return body instanceof Uint8Array ? [body] : body;
}

/** With a buffer that is not shared: as a type argument, TypeScript before 5.7 does not know this. */
export type WholeBody = Uint8Array & { readonly buffer: ArrayBuffer };

/** The body as one buffer. */
export function wholeBody(body: RequestBody): WholeBody {
  const pieces = piecesOf(body);
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
