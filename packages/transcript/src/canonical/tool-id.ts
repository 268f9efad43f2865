/**
 * Canonical tool ids: provider-neutral, deterministic, safe for every provider's alphabet.
 * A call's identity is its occurrence (turn, index), because providers repeat their own ids.
 */
import { Sha256 } from './sha-256.ts';

const prefix = 'hist_tool_';
/** Ours have 24 characters behind the prefix; other agents write a UUID there, which has 36. */
const wellFormed: RegExp = /^hist_tool_[A-Za-z0-9_-]{1,36}$/;

export interface ToolCallOccurrence {
  readonly providerName: string;
  readonly rawId: string;
  readonly toolName: string;
  /** The turn's stable key: never a position in the history, which compaction and retries move. */
  readonly turnKey: string;
  /** The call's place among the calls of its turn. */
  readonly callIndex: number;
}

/**
 * 24 base64url characters of SHA-256: about 144 bits, so that a collision is not a practical concern. Whoever needs many ids
 * brings the hash along.
 */
export function canonicalToolId(occurrence: ToolCallOccurrence, hash: Sha256 = new Sha256()): string {
  const { providerName, rawId, toolName, turnKey, callIndex } = occurrence;
  const words = hash.digest([providerName, '|', rawId, '|', toolName, '|', turnKey, '|', String(callIndex)]);
  const { 0: a = 0, 1: b = 0, 2: c = 0, 3: d = 0, 4: e = 0 } = words;
  return (
    prefix +
    eightOf(a >>> 8, (a << 16) | (b >>> 16)) +
    eightOf((b << 8) | (c >>> 24), c) +
    eightOf(d >>> 8, (d << 16) | (e >>> 16))
  );
}

/** The last 24 bits of each as base64url. */
function eightOf(left: number, right: number): string {
  return String.fromCharCode(
    digitOf(left >> 18),
    digitOf(left >> 12),
    digitOf(left >> 6),
    digitOf(left),
    digitOf(right >> 18),
    digitOf(right >> 12),
    digitOf(right >> 6),
    digitOf(right),
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
  // Another agent's ids begin otherwise, and are told apart by that alone.
  return id.startsWith(prefix) && wellFormed.test(id);
}

/** What a provider's prefix is put before: `hist_tool_x` becomes `call_x`, `toolu_x`. */
export function canonicalSuffix(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}
