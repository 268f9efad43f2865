/**
 * Base64 for browsers and Node, where `Buffer` or `Uint8Array.toBase64` may be missing. Reads both alphabets, with or without
 * padding.
 */

/** Bytes per step: a multiple of three, and few enough to be passed as arguments. */
const STEP = 6144;

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += STEP) {
    text += btoa(Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, start + STEP)));
  }
  return text;
}

export function base64Length(byteCount: number): number {
  return 4 * Math.ceil(byteCount / 3);
}

/**
 * Converts base64 in either alphabet to the standard form with padding; undefined for anything else. Returns the same string if
 * it is already standard.
 */
export function standardBase64(text: string): string | undefined {
  if (standard.test(text) && text.length % 4 === 0) return text;
  const head = dataUrl.exec(text)?.[0].length ?? 0;
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
const dataUrl: RegExp = /^data:[^,]*;base64,/;

/** Decodes standard base64. */
export function bytesOf(text: string): Uint8Array {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
}
