/**
 * Makes any value safe for `JSON.stringify` and for the parsers of providers: arguments and results of tools hold cycles,
 * dates, bigints, half emoji. It is pure, and throws for no input.
 */
import { type CleanJson, copyJson } from './copy-json.ts';
import { isCleanJson } from './is-clean-json.ts';
import type { JsonValue } from './json-value.ts';
import { NO_CHANGES } from './value-change.ts';

export type { CleanJson } from './copy-json.ts';
export type { ValueChange, ValueChangeKind } from './value-change.ts';

/** A value that is clean already, as nearly all are, is returned itself: it stays clean as long as nobody changes it. */
export function toJson(value: unknown): CleanJson {
  return isCleanJson(value) ? { value, changes: NO_CHANGES } : copyJson(value);
}

/** The same value, but always a copy: whatever happens to the original later, getters and proxies too, it stays. */
export function snapshotJson(value: unknown): JsonValue {
  return copyJson(value).value;
}
