/**
 * Base64 with padding, for browsers and Node alike: `Buffer` is missing in the one, `Uint8Array.toBase64` in the other. It is read in
 * either alphabet, with padding or without, as clients write it.
 */

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

/** The standard form, with padding, of base64 in either alphabet; undefined for what is none. The same string if it is standard. */
export function standardBase64(text: string): string | undefined {
  if (standard.test(text) && text.length % 4 === 0) return text;
  const head = dataAddress.exec(text)?.[0].length ?? 0;
  const bare = text
    .slice(head)
    .replaceAll(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (bare === '' || bare.length % 4 === 1 || !standard.test(bare)) return undefined;
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}

const standard: RegExp = /^[A-Za-z0-9+/]+={0,2}$/;
const dataAddress: RegExp = /^data:[^,]*;base64,/;

/** The bytes of base64 in its standard form. */
export function bytesOf(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    const bits =
      (valueAt(text, from) << 18) |
      (valueAt(text, from + 1) << 12) |
      (valueAt(text, from + 2) << 6) |
      valueAt(text, from + 3);
    bytes[to] = bits >> 16;
    // What lies behind the end is dropped by the array.
    bytes[to + 1] = (bits >> 8) & 255;
    bytes[to + 2] = bits & 255;
  }
  return bytes;
}

const VALUES: ReadonlyMap<number, number> = new Map(CODES.map((code, value) => [code, value]));

function valueAt(text: string, index: number): number {
  return VALUES.get(text.charCodeAt(index)) ?? 0;
}
