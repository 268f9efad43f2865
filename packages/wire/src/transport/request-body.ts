/**
 * A body as `fetch` takes it: a stream of its pieces, as they are. Given as one piece of memory it would be copied twice before
 * the first byte is sent, which for a long history is most of what sending costs. The length goes before: without it, the body
 * would be sent in chunks of HTTP, which not every server takes.
 */

/** Pieces are sent one after the other; none may be changed while they are. */
export type RequestBody = string | Uint8Array | readonly Uint8Array[];

export interface StreamedBody {
  readonly body: ReadableStream<Uint8Array>;
  readonly length: number;
}

export function streamBody(given: RequestBody): StreamedBody {
  const pieces = piecesOf(given);
  const rest = pieces.values();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { value } = rest.next();
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
  });
  return { body, length: pieces.reduce((size, { length }) => size + length, 0) };
}

function piecesOf(given: RequestBody): readonly Uint8Array[] {
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
