/**
 * Stored responses in memory, by owner: a client, or a connection. Nothing is ever found for another owner. Bounded in bytes, number and
 * age, per owner and in total: the least recently used go first. What several responses continue counts once, and is held until the last of
 * them is forgotten.
 */
import type { JsonValue } from '@interlock/transcript';
import { asObject } from '@interlock/wire';
import type { StoredResponse } from './stored-response.ts';

export interface ResponseMemoryOptions {
  /** Approximate bytes of one owner, and of all. */
  readonly bytes: number;
  readonly totalBytes: number;
  /** Responses of one owner. Default: any number. */
  readonly most?: number;
  /** Milliseconds after which an unused response is forgotten. Default: never. */
  readonly ageMs?: number;
  readonly now: () => number;
}

interface Kept {
  readonly owner: string;
  readonly stored: StoredResponse;
  until: number;
}

interface Owned {
  /** Least recently used first. */
  readonly byId: Map<string, Kept>;
  /** The responses whose items can be found by their ids, and those that were not looked at yet. */
  readonly byItem: Map<string, Kept>;
  readonly unseen: Set<Kept>;
  bytes: number;
}

export class ResponseMemory {
  readonly #options: ResponseMemoryOptions;
  readonly #owners = new Map<string, Owned>();
  /** All of them, least recently used first. */
  readonly #kept = new Set<Kept>();
  /** How many hold a response: its own id, and those that continue it. */
  readonly #holders = new Map<StoredResponse, number>();
  #bytes = 0;

  constructor(options: ResponseMemoryOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  shrinkTo(bytes: number): void {
    for (const kept of this.#kept) {
      if (this.#bytes <= bytes) return;
      const own = this.#owners.get(kept.owner);
      if (own !== undefined) this.#forget(own, kept);
    }
  }

  keep(owner: string, stored: StoredResponse): void {
    this.forget(owner, stored.id);
    const kept: Kept = { owner, stored, until: 0 };
    const own = this.#owners.get(owner) ?? { byId: new Map(), byItem: new Map(), unseen: new Set(), bytes: 0 };
    this.#owners.set(owner, own);
    own.unseen.add(kept);
    this.#hold(own, stored);
    this.#use(own, kept);
    this.#shrink(own);
  }

  find(owner: string, id: string): StoredResponse | undefined {
    const own = this.#owners.get(owner);
    const kept = own?.byId.get(id);
    if (own === undefined || kept === undefined) return undefined;
    if (kept.until <= this.#options.now()) return void this.#forget(own, kept);
    this.#use(own, kept);
    return kept.stored;
  }

  /** An item of an answer. The answers of a client that never asks for one are not searched. */
  findItem(owner: string, id: string): JsonValue | undefined {
    const own = this.#owners.get(owner);
    if (own === undefined) return undefined;
    for (const kept of own.unseen) for (const item of itemIds(kept.stored)) own.byItem.set(item, kept);
    own.unseen.clear();
    const found = own.byItem.get(id);
    const stored = found === undefined ? undefined : this.find(owner, found.stored.id);
    return stored?.output.find((item) => asObject(item)?.['id'] === id);
  }

  /** False: there is no such response. */
  forget(owner: string, id: string): boolean {
    const own = this.#owners.get(owner);
    const kept = own?.byId.get(id);
    if (own === undefined || kept === undefined) return false;
    this.#forget(own, kept);
    return true;
  }

  forgetAll(owner: string): void {
    const own = this.#owners.get(owner);
    if (own !== undefined) for (const kept of own.byId.values()) this.#forget(own, kept);
  }

  #use(own: Owned, kept: Kept): void {
    kept.until = this.#options.now() + (this.#options.ageMs ?? Number.POSITIVE_INFINITY);
    own.byId.delete(kept.stored.id);
    own.byId.set(kept.stored.id, kept);
    this.#kept.delete(kept);
    this.#kept.add(kept);
  }

  #shrink(own: Owned): void {
    const { bytes, totalBytes, most = Number.POSITIVE_INFINITY, now } = this.#options;
    for (const kept of own.byId.values()) {
      if (own.bytes <= bytes && own.byId.size <= most) break;
      this.#forget(own, kept);
    }
    for (const kept of this.#kept) {
      if (this.#bytes <= totalBytes && kept.until > now()) return;
      const other = this.#owners.get(kept.owner);
      if (other !== undefined) this.#forget(other, kept);
    }
  }

  #forget(own: Owned, kept: Kept): void {
    own.byId.delete(kept.stored.id);
    this.#kept.delete(kept);
    if (!own.unseen.delete(kept)) {
      for (const item of itemIds(kept.stored)) if (own.byItem.get(item) === kept) own.byItem.delete(item);
    }
    this.#release(own, kept.stored);
    if (own.byId.size === 0) this.#owners.delete(kept.owner);
  }

  #hold(own: Owned, stored: StoredResponse): void {
    for (let at: StoredResponse | undefined = stored; at !== undefined; at = at.before) {
      const holders = this.#holders.get(at) ?? 0;
      this.#holders.set(at, holders + 1);
      if (holders > 0) return;
      this.#count(own, at.size);
    }
  }

  #release(own: Owned, stored: StoredResponse): void {
    for (let at: StoredResponse | undefined = stored; at !== undefined; at = at.before) {
      const holders = (this.#holders.get(at) ?? 1) - 1;
      if (holders > 0) return void this.#holders.set(at, holders);
      this.#holders.delete(at);
      this.#count(own, -at.size);
    }
  }

  #count(own: Owned, size: number): void {
    own.bytes += size;
    this.#bytes += size;
  }
}

/** The ids of the items of its answer. */
export function itemIds({ output }: StoredResponse): readonly string[] {
  return output.flatMap((item) => {
    const id = asObject(item)?.['id'];
    return typeof id === 'string' ? [id] : [];
  });
}
