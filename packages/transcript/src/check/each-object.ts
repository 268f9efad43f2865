/** Walks an array that should hold objects. What is none is reported in its place, and the walk goes on. */

import type { JsonPath } from './json-path.ts';
import type { FindingCode } from './problem-codes.ts';
import type { ProblemList } from './problem-list.ts';
import { isRecord, type JsonRecord, kindOf, readItem, readLength, UNREADABLE } from './read.ts';

/**
 * No JSON text that a JavaScript engine can hold (2^29 characters) has more entries or blocks: `{"type":"text"},` is 16.
 * A longer array is sparse or forged, and walking it could take for ever.
 */
const LONGEST_ARRAY = 2 ** 25;

/** Returns the length, or undefined when there is none to trust; it is reported then. */
export function eachObject(
  list: readonly unknown[],
  at: JsonPath,
  notObject: FindingCode,
  problems: ProblemList,
  visit: (item: JsonRecord, at: JsonPath) => void,
): number | undefined {
  const length = readLength(list);
  if (length === UNREADABLE) {
    problems.report('unreadable', at);
    return undefined;
  }
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > LONGEST_ARRAY) {
    problems.report('length-invalid', at, length);
    return undefined;
  }
  for (let index = 0; index < length; index += 1) {
    const item = readItem(list, index);
    const place = { parent: at, key: index };
    if (isRecord(item)) visit(item, place);
    else problems.report(item === UNREADABLE || kindOf(item) === 'unreadable' ? 'unreadable' : notObject, place, item);
  }
  return length;
}
