/**
 * Whether a chunk of an answer carries any of it. Servers keep a connection open with comments and blank lines for as long as they
 * like, and with event fields that make no event; none of that is an answer. No byte is looked at twice.
 */

const colon = 0x3a;
/** The first letter of `data`, the only field of server-sent events without which there is no event. */
const letterD = 0x64;

/** For one answer: ask about its chunks in order. */
export function startLookingForData(): (chunk: Uint8Array) => boolean {
  let isEvents: boolean | undefined;
  let isLineStart = true;
  let isDataLine = false;
  const isData = (byte: number): boolean => {
    if (isLineEnd(byte)) {
      isLineStart = true;
      isDataLine = false;
      return false;
    }
    if (isBlank(byte)) return false;
    isEvents ??= beginsEvents(byte);
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

/** JSON, a web page and binary messages begin with no letter and no comment. */
function beginsEvents(byte: number): boolean {
  return byte === colon || (byte >= 0x61 && byte <= 0x7a);
}

function isLineEnd(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d;
}

/** Also the bytes of a byte order mark. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}
