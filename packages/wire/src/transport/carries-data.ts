/**
 * Whether a chunk of an answer carries any of it. Servers keep a connection open with comments and blank lines for as long as they
 * like, and with event fields that make no event; none of that is an answer. No byte is looked at twice.
 */

const colon = 0x3a;
/** Blanks, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x20, 0x09, 0xef, 0xbb, 0xbf]);
/** The first letter of `data`, the only field of server-sent events without which there is no event. */
const letterD = 0x64;

/** For one answer: ask about its chunks in order. */
export function startLookingForData(): (chunk: Uint8Array) => boolean {
  let isEvents: boolean | undefined;
  let isLineStart = true;
  let isDataLine = false;
  const isData = (byte: number): boolean => {
    if (byte === 0x0a || byte === 0x0d) {
      isLineStart = true;
      isDataLine = false;
      return false;
    }
    if (blank.has(byte)) return false;
    // JSON, a web page and binary messages begin with no letter and no comment.
    isEvents ??= byte === colon || (byte >= 0x61 && byte <= 0x7a);
    if (isLineStart) isDataLine = !isEvents || byte === letterD;
    isLineStart = false;
    return isDataLine;
  };
  return (chunk) => {
    const first = chunk.findIndex(isData);
    if (first === -1) return false;
    // Of the rest only the last line matters, for the next chunk; what is no event stream is all data.
    const last = Math.max(chunk.lastIndexOf(0x0a), chunk.lastIndexOf(0x0d));
    if (isEvents === true && last > first) chunk.subarray(last).forEach(isData);
    return true;
  };
}
