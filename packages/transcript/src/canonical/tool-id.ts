/**
 * Canonical tool ids: provider-neutral, deterministic, safe for every provider's alphabet.
 * A call's identity is its occurrence (turn, index), because providers repeat their own ids.
 */
import { Sha256 } from './sha-256.ts';

const prefix = 'hist_tool_';
/** Ours have 24 characters after the prefix; other agents write a UUID, which has 36. */
const wellFormed: RegExp = /^hist_tool_[A-Za-z0-9_-]{1,36}$/;

export interface ToolCallOccurrence {
  readonly providerName: string;
  readonly rawId: string;
  readonly toolName: string;
  /** The turn's stable key. Never a position in the history, which compaction and retries change. */
  readonly turnKey: string;
  /** The call's position among the calls of its turn. */
  readonly callIndex: number;
}

/**
 * 24 base64url characters of SHA-256: about 144 bits, so that a collision is not a practical concern. Pass a hash to create
 * many ids.
 */
export function canonicalToolId(occurrence: ToolCallOccurrence, hash: Sha256 = new Sha256()): string {
  const { providerName, rawId, toolName, turnKey, callIndex } = occurrence;
  const words = hash.digest([providerName, '|', rawId, '|', toolName, '|', turnKey, '|', String(callIndex)]);
  const { 0: a = 0, 1: b = 0, 2: c = 0, 3: d = 0, 4: e = 0 } = words;
  return idOf(a >>> 8, (a << 16) | (b >>> 16), (b << 8) | (c >>> 24), c, d >>> 8, (d << 16) | (e >>> 16));
}

/** The last 24 bits of each as base64url after the prefix. Built in one expression: V8 would copy a concatenated string later. */
function idOf(a: number, b: number, c: number, d: number, e: number, f: number): string {
  // biome-ignore format: a line for the prefix and one for each number
  return String.fromCharCode(
    0x68, 0x69, 0x73, 0x74, 0x5f, 0x74, 0x6f, 0x6f, 0x6c, 0x5f,
    digitOf(a >> 18), digitOf(a >> 12), digitOf(a >> 6), digitOf(a),
    digitOf(b >> 18), digitOf(b >> 12), digitOf(b >> 6), digitOf(b),
    digitOf(c >> 18), digitOf(c >> 12), digitOf(c >> 6), digitOf(c),
    digitOf(d >> 18), digitOf(d >> 12), digitOf(d >> 6), digitOf(d),
    digitOf(e >> 18), digitOf(e >> 12), digitOf(e >> 6), digitOf(e),
    digitOf(f >> 18), digitOf(f >> 12), digitOf(f >> 6), digitOf(f),
  );
}

const digits: readonly number[] = Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  (digit) => digit.charCodeAt(0),
);

function digitOf(bits: number): number {
  return digits[bits & 63] ?? 0;
}

export function isCanonicalToolId(id: string): boolean {
  // Ids of other agents start differently; nothing else distinguishes them.
  return id.startsWith(prefix) && wellFormed.test(id);
}

/** The part that a provider's prefix is put in front of: `hist_tool_x` becomes `call_x`, `toolu_x`. */
export function canonicalSuffix(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}
