/**
 * Whether a chunk of an answer carries any of it. Servers keep a connection open with comments and blank lines for as long as they
 * like, and with event fields that make no event; none of that is an answer. Every byte is looked at once.
 */

const colon = 0x3a;
/** The first letter of `data`, the only field of server-sent events without which there is no event. */
const letterD = 0x64;

/** For one answer: ask about its chunks in order. */
export function startLookingForData(): (chunk: Uint8Array) => boolean {
  let isEvents: boolean | undefined;
  let isLineStart = true;
  let isData = false;
  return (chunk) => {
    let found = false;
    for (const byte of chunk) {
      if (isLineEnd(byte)) {
        isLineStart = true;
        isData = false;
      } else if (!isBlank(byte)) {
        isEvents ??= beginsEvents(byte);
        if (isLineStart) isData = !isEvents || byte === letterD;
        isLineStart = false;
        found ||= isData;
      }
    }
    return found;
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
