/**
 * Stored responses in the database. Each instance also keeps those that it gave or found in memory, which is all there is while the database
 * is lost. What was stored or deleted meanwhile is written when it is back.
 */
import type { KeptValues } from '@interlock/runtime';
import { itemIds, type ResponseMemory } from '../responses/response-memory.ts';
import { itemsIn, type ResponseStore } from '../responses/response-store.ts';
import { chainOf, type StoredResponse } from '../responses/stored-response.ts';
import type { Availability } from './availability.ts';
import { readChecked, writeChecked } from './checked-text.ts';
import { chainFrom, type ResponseRow, rowOf } from './response-rows.ts';

export interface DatabaseResponseOptions {
  readonly memory: ResponseMemory;
  readonly now: () => number;
  /** Milliseconds after which an unused response is forgotten. Rows may stay for twice as long. */
  readonly ageMs: number;
}

/** How many responses and deletions wait for the database at most. */
const mostUnwritten = 1_000;

/** Larger responses stay in memory: a database that takes too long to store one would count as lost. */
const mostCharacters = 4 * 1024 * 1024;

/** Rows that are looked for with one statement: a larger one could take so long that the database counts as lost. */
const atOnce = 100;

/** Milliseconds after a failed look-up in which what is not found may still exist. */
const recently = 2_000;

interface Unwritten {
  readonly client: string;
  readonly id: string;
  readonly isDeleted: boolean;
}

export function databaseResponses(
  values: KeptValues,
  availability: Availability,
  { memory, now, ageMs }: DatabaseResponseOptions,
): ResponseStore {
  // The database renews what is past half of its age when it is read: so a response is there for at least `ageMs`.
  const rowMs = 2 * ageMs;
  const written = new WeakSet<StoredResponse>();
  /** When the rows of a chain were last renewed, by its responses. */
  const renewedAt = new WeakMap<StoredResponse, number>();
  const unwritten: Unwritten[] = [];
  let failedAt = Number.NEGATIVE_INFINITY;

  const write = async (client: string, stored: StoredResponse): Promise<void> => {
    const text = writeChecked(rowOf(stored, (each) => written.has(each)));
    if (text.length > mostCharacters) return;
    const items = itemIds(stored).map((id) => nameOf('item', client, id));
    await values.keep([nameOf('response', client, stored.id), ...items], text, rowMs);
    written.add(stored);
  };

  const writeDeleted = (client: string, id: string): Promise<void> =>
    values.keep([nameOf('deleted response', client, id)], '', rowMs);

  const later = (each: Unwritten): void => {
    unwritten.push(each);
    if (unwritten.length > mostUnwritten) unwritten.shift();
  };

  // Removed first: a response that cannot be written must not keep the database lost.
  availability.onRecovery(async () => {
    for (let next = unwritten.shift(); next !== undefined; next = unwritten.shift()) {
      const { client, id, isDeleted } = next;
      const stored = memory.find(client, id);
      if (isDeleted) await writeDeleted(client, id);
      else if (stored !== undefined) await write(client, stored);
    }
  });

  /** Reading renews. A chain that is continued from memory is read now and then, so that other instances find all of it. */
  const renew = async (client: string, stored: StoredResponse): Promise<void> => {
    if (now() - (renewedAt.get(stored) ?? now()) < ageMs / 8) return;
    renewedAt.set(stored, now());
    const names = chainOf(stored).flatMap((each) => (written.has(each) ? [nameOf('response', client, each.id)] : []));
    for (let at = 0; at < names.length; at += atOnce) {
      await availability.run(() => values.find(names.slice(at, at + atOnce), rowMs));
    }
  };

  /** By name. Undefined: there is no database now. */
  const textsOf = async (names: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> => {
    const found = await availability.run(() => values.find(names, rowMs));
    // It may be back before the request that met the loss is answered.
    if (found === undefined) failedAt = now();
    return found && new Map(found.value.flatMap(({ keys, text }) => keys.map((name) => [name, text] as const)));
  };

  const rowsOf = async (client: string, ids: readonly string[]): Promise<ReadonlyMap<string, ResponseRow>> => {
    const texts = await textsOf(ids.map((id) => nameOf('response', client, id)));
    const rows = [...(texts?.values() ?? [])].flatMap((text) => readChecked<ResponseRow>(text) ?? []);
    return new Map(rows.map((row) => [row.id, row]));
  };

  const load = async (client: string, row: ResponseRow): Promise<StoredResponse | undefined> => {
    const inMemory = (id: string): StoredResponse | undefined => memory.find(client, id);
    const chain = await chainFrom(row, (ids) => rowsOf(client, ids), inMemory);
    for (const each of chain ?? []) {
      written.add(each);
      renewedAt.set(each, now());
    }
    const last = chain?.at(-1);
    if (last !== undefined) memory.keep(client, last);
    return last;
  };

  const find = async (client: string, id: string): Promise<StoredResponse | undefined> => {
    const near = memory.find(client, id);
    const [deleted, name] = [nameOf('deleted response', client, id), nameOf('response', client, id)];
    // Another instance may have deleted it.
    const texts = await textsOf(near === undefined ? [deleted, name] : [deleted]);
    if (texts?.has(deleted) === true) return void memory.forget(client, id);
    if (near !== undefined) void renew(client, near);
    const row = near === undefined ? readChecked<ResponseRow>(texts?.get(name) ?? '') : undefined;
    return row === undefined ? near : load(client, row);
  };

  return {
    get isPartial() {
      return availability.lost || now() - failedAt < recently;
    },
    find,
    keep: async (client, stored) => {
      memory.keep(client, stored);
      renewedAt.set(stored, (stored.before && renewedAt.get(stored.before)) ?? now());
      if ((await availability.run(() => write(client, stored))) !== undefined) return;
      later({ client, id: stored.id, isDeleted: false });
    },
    findItems: async (client, ids) => {
      const near = itemsIn(memory, client, ids);
      const missing = ids.filter((id) => !near.has(id));
      if (missing.length === 0) return near;
      for (let at = 0; at < missing.length; at += atOnce) {
        const texts = await textsOf(missing.slice(at, at + atOnce).map((id) => nameOf('item', client, id)));
        const rows = new Set([...(texts?.values() ?? [])].flatMap((text) => readChecked<ResponseRow>(text)?.id ?? []));
        for (const id of rows) await find(client, id);
      }
      return itemsIn(memory, client, ids);
    },
    forget: async (client, id) => {
      if ((await find(client, id)) === undefined) return false;
      memory.forget(client, id);
      if ((await availability.run(() => writeDeleted(client, id))) === undefined)
        later({ client, id, isDeleted: true });
      return true;
    },
  };
}

function nameOf(kind: 'response' | 'item' | 'deleted response', client: string, id: string): string {
  return JSON.stringify([kind, client, id]);
}
