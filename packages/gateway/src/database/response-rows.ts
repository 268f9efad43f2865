/**
 * A stored response as a row of the database. Each row has only what its request added, and names the rows before it: the last few dozen,
 * so that a long chain is read with few statements, and a row stays small however long the chain is.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { StoredResponse } from '../responses/stored-response.ts';

export interface ResponseRow {
  readonly id: string;
  /** The rows before it, the nearest first. */
  readonly before: readonly string[];
  readonly input: readonly JsonValue[];
  readonly response: JsonObject;
}

/** How many of the rows before it a row names. */
const named = 64;

/** `isWritten`: whether there is a row of a response. What is between such a one and this one becomes part of its own row. */
export function rowOf(stored: StoredResponse, isWritten: (each: StoredResponse) => boolean): ResponseRow {
  const between: StoredResponse[] = [];
  let last = stored.before;
  for (; last !== undefined && !isWritten(last); last = last.before) between.push(last);
  const before: string[] = [];
  for (let at = last; at !== undefined && before.length < named; at = at.before) if (isWritten(at)) before.push(at.id);
  const input = [...between.reverse().flatMap((each) => [...each.input, ...each.output]), ...stored.input];
  return { id: stored.id, before, input, response: stored.response };
}

/**
 * The response with its chain. `find` gives the rows of these ids that are still there; `known` a response that is in memory. Undefined: a
 * part of the chain has expired.
 */
export async function chainFrom(
  row: ResponseRow,
  find: (ids: readonly string[]) => Promise<ReadonlyMap<string, ResponseRow>>,
  known: (id: string) => StoredResponse | undefined,
): Promise<readonly StoredResponse[] | undefined> {
  const rows = [row];
  let base: StoredResponse | undefined;
  for (let next = row.before; next.length > 0 && base === undefined; next = rows.at(-1)?.before ?? []) {
    const stop = next.findIndex((id) => known(id) !== undefined);
    const wanted = stop === -1 ? next : next.slice(0, stop);
    const found = wanted.length === 0 ? undefined : await find(wanted);
    for (const id of wanted) {
      const each = found?.get(id);
      if (each === undefined) return undefined;
      rows.push(each);
    }
    base = known(next[stop] ?? '');
  }
  const chain: StoredResponse[] = [];
  for (const { id, input, response } of rows.reverse()) {
    chain.push(new StoredResponse({ id, before: chain.at(-1) ?? base, input, given: { response } }));
  }
  return chain;
}
