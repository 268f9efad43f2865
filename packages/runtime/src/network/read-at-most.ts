/** The text of a response that may be too long. Undefined: it has more than `longest` bytes, and the rest was not read. */
export async function readAtMost(chunks: AsyncIterable<Uint8Array>, longest: number): Promise<string | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > longest) return undefined;
    read.push(chunk);
  }
  return Buffer.concat(read).toString('utf8');
}
