/**
 * Makes any value safe for `JSON.stringify` and for the parsers of providers: arguments and results of tools hold cycles, dates,
 * bigints, half emoji. Pure, and never throws.
 */
import { type CleanJson, copyJson } from './copy-json.ts';
import { isCleanJson } from './is-clean-json.ts';
import type { JsonValue } from './json-value.ts';
import type { ValueChange } from './value-change.ts';

export type { CleanJson } from './copy-json.ts';
export type { ValueChange, ValueChangeKind } from './value-change.ts';

const NO_CHANGES: readonly ValueChange[] = Object.freeze([]);

/**
 * A value that is already clean, as nearly all are, is returned itself: it stays clean as long as it is not changed.
 */
export function toJson(value: unknown): CleanJson {
  return isCleanJson(value) ? { value, changes: NO_CHANGES } : copyJson(value);
}

/** The same value, but always a copy: later changes of the original do not reach it. */
export function snapshotJson(value: unknown): JsonValue {
  return copyJson(value).value;
}
