/**
 * What a list of parts became, as one list. Nearly always each became one object; then the list itself is it, exactly as long
 * as it has to be. One that grows takes room for seventeen at the first, and a body has some thousand lists of one or two.
 */
import type { JsonObject } from '@interlock/transcript';
import { asObject } from './json.ts';

/** One object, several or none. */
export type Encoded = JsonObject | readonly JsonObject[] | undefined;

export function flat(list: readonly Encoded[]): readonly JsonObject[] {
  return list.every(isOne) ? list : list.flatMap((item) => item ?? []);
}

function isOne(item: Encoded): item is JsonObject {
  return item !== undefined && asObject(item) !== undefined;
}
