/**
 * Canonical tool ids: provider-neutral, deterministic, safe for every provider's alphabet.
 * A call's identity is its occurrence (turn, index), because providers repeat their own ids.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '../json/base64.ts';

const prefix = 'hist_tool_';
const wellFormed: RegExp = /^hist_tool_[A-Za-z0-9_-]{1,32}$/;

export interface ToolCallOccurrence {
  readonly providerName: string;
  readonly rawId: string;
  readonly toolName: string;
  /** The turn's stable key: never a position in the history, which compaction and retries move. */
  readonly turnKey: string;
  /** The call's place among the calls of its turn. */
  readonly callIndex: number;
}

/** 24 base64url characters of SHA-256: about 144 bits, so that a collision is not a practical concern. */
export function canonicalToolId(occurrence: ToolCallOccurrence): string {
  const { providerName, rawId, toolName, turnKey, callIndex } = occurrence;
  const digest = sha256(utf8ToBytes(`${providerName}|${rawId}|${toolName}|${turnKey}|${callIndex}`));
  return prefix + base64(digest.subarray(0, 18)).replaceAll('+', '-').replaceAll('/', '_');
}

export function isCanonicalToolId(id: string): boolean {
  return wellFormed.test(id);
}

/** What a provider's prefix is put before: `hist_tool_x` becomes `call_x`, `toolu_x`. */
export function canonicalSuffix(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}
