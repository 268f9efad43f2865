/**
 * Whether a chunk of an answer contains data. Servers keep a connection open with comments, blank lines, and event fields that
 * make no event; these are not part of an answer. No byte is read twice.
 */

const colon = 0x3a;
/** Blanks, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x20, 0x09, 0xef, 0xbb, 0xbf]);
/** The first letter of `data`, the only field without which there is no server-sent event. */
const letterD = 0x64;

/** For one answer: call it for its chunks in order. */
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
    // JSON, a web page and binary messages start with no letter and no comment.
    isEvents ??= byte === colon || (byte >= 0x61 && byte <= 0x7a);
    if (isLineStart) isDataLine = !isEvents || byte === letterD;
    isLineStart = false;
    return isDataLine;
  };
  return (chunk) => {
    const first = chunk.findIndex(isData);
    if (first === -1) return false;
    // Only the last line matters for the next chunk; anything but an event stream is all data.
    const last = Math.max(chunk.lastIndexOf(0x0a), chunk.lastIndexOf(0x0d));
    if (isEvents === true && last > first) chunk.subarray(last).forEach(isData);
    return true;
  };
}
