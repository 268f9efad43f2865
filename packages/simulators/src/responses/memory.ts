/** The provider's memory between requests: every item it has issued, and the responses it was asked to store. */

import { type JsonObject, textOf } from '../api/json.ts';
import type { World } from '../api/world.ts';

/** Thirty days (OAR-018). */
const retentionSeconds = 30 * 24 * 60 * 60;

/** The account and address it belongs to: items are unknown to other accounts and at other addresses. */
interface Owned {
  readonly account: string;
  readonly endpoint: string;
}

export interface MintedItem extends Owned {
  readonly item: JsonObject;
  readonly model: string;
  readonly created: number;
  /** With store:false the provider knows whose id it is, but cannot find the item under it (OAR-010). */
  readonly stored: boolean;
  /** For reasoning: the thought. */
  readonly thinking: string;
  /** The reasoning it came from (OAR-009). */
  readonly needs?: string;
  /** The item that came right after it in its response (OAR-008). */
  readonly next?: string;
}

export interface StoredResponse extends Owned {
  readonly created: number;
  readonly response: JsonObject;
  /** Everything up to the end of the response: the items before it, its input and its output. */
  readonly items: readonly JsonObject[];
}

export interface Memory {
  /** An item given to this account, stored or not. */
  minted(id: unknown, world: World): MintedItem | undefined;
  /** An item that can be found under its id. */
  stored(id: unknown, world: World): MintedItem | undefined;
  response(id: unknown, world: World): StoredResponse | undefined;
  keepItems(items: readonly MintedItem[]): void;
  keepResponse(response: StoredResponse): void;
}

export function createMemory(): Memory {
  const items = new Map<string, MintedItem>();
  const responses = new Map<string, StoredResponse>();
  const minted = (id: unknown, world: World): MintedItem | undefined => {
    const found = items.get(textOf(id));
    return found && isOf(found, world) ? found : undefined;
  };
  return {
    minted,
    stored: (id, world) => {
      const found = minted(id, world);
      return found?.stored && world.now() - found.created <= retentionSeconds ? found : undefined;
    },
    response: (id, world) => {
      const found = responses.get(textOf(id));
      if (!found || !isOf(found, world)) return undefined;
      return world.now() - found.created <= retentionSeconds ? found : undefined;
    },
    keepItems: (given) => {
      for (const each of given) items.set(textOf(each.item['id']), each);
    },
    keepResponse: (given) => {
      responses.set(textOf(given.response['id']), given);
    },
  };
}

function isOf({ account, endpoint }: Owned, world: World): boolean {
  return account === world.account && endpoint === world.endpoint;
}

/** Organizations that store nothing, by the name of their account (OAR-017). */
export function keepsNothing(account: string): boolean {
  return account.startsWith('zdr');
}
