/** The length of the common prefix of two buffers, at most `most`. */
export function sameBytes(one: Buffer, other: Buffer, most: number): number {
  const end = Math.min(one.length, other.length, most);
  let at = 0;
  while (at < end) {
    const next = Math.min(end, at + atOnce);
    if (one.compare(other, at, next, at, next) !== 0) break;
    at = next;
  }
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}

/** Bytes that are compared in one call. */
const atOnce = 4_096;
