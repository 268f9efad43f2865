/** Bytes in pieces, as a network may deliver them. */
import fc from 'fast-check';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Cuts at these positions, in any order. Empty chunks stay, because a network delivers those too. */
export async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  for (const [at, from] of places.entries()) {
    const to = places[at + 1];
    if (to !== undefined) yield bytes.subarray(from, to);
  }
}

/** All ways to cut once, and into single bytes. */
export function everyCut(bytes: Uint8Array): readonly (readonly number[])[] {
  const places = Array.from(bytes, (_, at) => at);
  return [...places.map((at) => [at]), places];
}

/** Any characters, including those that framing might handle wrongly. */
export const awkwardText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(fc.constantFrom(':', ' ', 'data:', 'event', 'é', '😀', '\u2028', '\ufeff', '{"a":1}', '\t'), fc.string()),
    {
      maxLength: 6,
    },
  )
  .map((parts) =>
    parts
      .join('')
      .toWellFormed()
      .replaceAll(/[\r\n\0]/g, '-'),
  );

export async function gather<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
