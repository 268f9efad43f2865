/** Ids in the formats that agents use, derived from a text: the same conversation is written with the same ids. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function hexFrom(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Marked as version 4, which only says that its bits are random. */
export function uuidFrom(text: string): string {
  const hex = hexFrom(text);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** At most 32 letters and digits. */
export function lettersFrom(text: string, length: number): string {
  return [...sha256(utf8ToBytes(text))]
    .slice(0, length)
    .map((byte) => letters.charAt(byte % letters.length))
    .join('');
}
