/** Base64 with padding, for browsers and Node alike: `Buffer` is missing in the one, `Uint8Array.toBase64` in the other. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES: readonly number[] = Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const PADDING = '='.charCodeAt(0);

/** Bytes per step; a multiple of three, and few enough for their characters to be passed as arguments. */
const STEP = 6144;

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += STEP) {
    const codes = codesOf(bytes.subarray(start, start + STEP));
    text += Reflect.apply(String.fromCharCode, undefined, codes);
  }
  return text;
}

export function base64Length(byteCount: number): number {
  return 4 * Math.ceil(byteCount / 3);
}

function codesOf(bytes: Uint8Array): Uint8Array {
  const codes = new Uint8Array(base64Length(bytes.length));
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const bits = (byteAt(bytes, from) << 16) | (byteAt(bytes, from + 1) << 8) | byteAt(bytes, from + 2);
    codes[to] = codeOf(bits >> 18);
    codes[to + 1] = codeOf(bits >> 12);
    codes[to + 2] = codeOf(bits >> 6);
    codes[to + 3] = codeOf(bits);
  }
  return codes.fill(PADDING, Math.ceil((bytes.length * 4) / 3));
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

function codeOf(bits: number): number {
  return CODES[bits & 63] ?? PADDING;
}
