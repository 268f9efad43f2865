/**
 * Everything a gateway holds for its clients has one bound: bodies and what is made of them, answers that are not read yet, and caches. Caches
 * shrink first; then new requests are refused, answers are read more slowly from providers, and whoever has not read for the longest time is
 * dropped. Bytes are estimates of memory.
 */

export interface Cache {
  readonly bytes: number;
  shrinkTo(bytes: number): void;
}

/** Somebody who does not read as fast as is written. */
export interface SlowReader {
  /** What is held for it. */
  readonly bytes: number;
  drop(): void;
}

export class Holdings {
  readonly #most: number;
  readonly #caches: Cache[] = [];
  /** Those that have not read for the longest time first. */
  readonly #slow = new Set<SlowReader>();
  #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The ones that are the least loss come first. */
  addCache(cache: Cache): void {
    this.#caches.push(cache);
  }

  /** False: there is no room for that much more, and nothing was taken. */
  take(bytes: number): boolean {
    if (this.#taken + bytes > this.#most) return false;
    this.add(bytes);
    return true;
  }

  /** For what cannot be refused any more. */
  add(bytes: number): void {
    this.#taken += bytes;
    this.#settle();
  }

  free(bytes: number): void {
    this.#taken -= bytes;
    // What was taken may be in a cache now.
    this.#settle();
    if (this.#taken > this.#most) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }

  /** Resolves when there is room again, at the latest after `patience`. False: there still is none. */
  async room(patience: Promise<unknown>): Promise<boolean> {
    if (this.#taken <= this.#most) return true;
    this.#dropSlow();
    if (this.#taken <= this.#most) return true;
    await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), patience]);
    return this.#taken <= this.#most;
  }

  /** Returns how to say that it reads again. */
  reads(slow: SlowReader): () => void {
    this.#slow.add(slow);
    return () => void this.#slow.delete(slow);
  }

  #settle(): void {
    const left = Math.max(0, this.#most - this.#taken);
    let held = this.#caches.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const cache of this.#caches) {
      if (held <= left) return;
      const before = cache.bytes;
      cache.shrinkTo(Math.max(0, before - (held - left)));
      held -= before - cache.bytes;
    }
  }

  #dropSlow(): void {
    let freed = 0;
    for (const slow of this.#slow) {
      if (this.#taken - freed <= this.#most) return;
      freed += slow.bytes;
      this.#slow.delete(slow);
      slow.drop();
    }
  }
}

/** What one request holds. */
export class RequestHold {
  readonly #holdings: Holdings;
  #bytes = 0;

  constructor(holdings: Holdings) {
    this.#holdings = holdings;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** False: there is no room. */
  take(bytes: number): boolean {
    if (!this.#holdings.take(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    this.#holdings.add(bytes);
  }

  /** The work is done: only so much is still held. */
  keepOnly(bytes: number): void {
    if (bytes >= this.#bytes) return;
    this.#holdings.free(this.#bytes - bytes);
    this.#bytes = bytes;
  }

  room(patience: Promise<unknown>): Promise<boolean> {
    return this.#holdings.room(patience);
  }

  /** `drop`: ends the connection of whoever asked, if that is what is left to do. Returns how to say that it reads again. */
  slow(drop: () => void): () => void {
    const hold = this;
    return this.#holdings.reads({
      get bytes() {
        return hold.#bytes;
      },
      drop,
    });
  }
}
