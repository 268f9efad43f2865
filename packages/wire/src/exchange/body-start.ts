/** Looks at the first sign of a body before anybody reads it, and gives all of it back. */

export interface BodyStart {
  /** The first sign that is no white space; '' for an empty body. */
  readonly sign: string;
  readonly chunks: AsyncGenerator<Uint8Array, void, undefined>;
}

/** `chunks` is read through what is returned only. */
export async function bodyStart(chunks: AsyncGenerator<Uint8Array, void, undefined>): Promise<BodyStart> {
  const held: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await chunks.next();
    if (done === true) return { sign: '', chunks: replay(held, chunks) };
    held.push(value);
    const first = value.find((byte) => !blank.has(byte));
    if (first !== undefined) return { sign: String.fromCharCode(first), chunks: replay(held, chunks) };
  }
}

/** White space, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

async function* replay(
  held: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (const chunk of held) yield chunk;
    for await (const chunk of rest) yield chunk;
  } finally {
    await rest.return();
  }
}
