/** Where stored responses are: in memory, or also in the database. Every one belongs to one client and is never found for another. */
import type { JsonValue } from '@interlock/transcript';
import type { ResponseMemory } from './response-memory.ts';
import type { StoredResponse } from './stored-response.ts';

export interface ResponseStore {
  /** True: the database is lost, so what is not found may still be there. */
  readonly isPartial?: boolean;
  keep(client: string, stored: StoredResponse): Promise<void>;
  find(client: string, id: string): Promise<StoredResponse | undefined>;
  /** Items of answers, by their ids; those that are not found are missing. */
  findItems(client: string, ids: readonly string[]): Promise<ReadonlyMap<string, JsonValue>>;
  /** False: there is no such response. */
  forget(client: string, id: string): Promise<boolean>;
}

export function memoryResponseStore(memory: ResponseMemory): ResponseStore {
  return {
    keep: async (client, stored) => memory.keep(client, stored),
    find: async (client, id) => memory.find(client, id),
    findItems: async (client, ids) => itemsIn(memory, client, ids),
    forget: async (client, id) => memory.forget(client, id),
  };
}

export function itemsIn(
  memory: ResponseMemory,
  client: string,
  ids: readonly string[],
): ReadonlyMap<string, JsonValue> {
  return new Map(
    ids.flatMap((id) => {
      const item = memory.findItem(client, id);
      return item === undefined ? [] : [[id, item]];
    }),
  );
}
