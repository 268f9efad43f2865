/** Finds the call that an answer's id names: by its canonical id, or by the raw one, in batches where that repeats. */
import { IdGroup } from './id-group.ts';
import type { Call } from './occurrence.ts';

/** Up to here, looking at the calls of the last batch one by one is cheaper than a look into a large table. */
const fewCalls = 8;

export class CallIndex {
  readonly #byCanonicalId = new Map<string, Call>();
  /** Only raw ids that are not canonical, or that repeat: in an imported history there are none. */
  readonly #byRawId = new Map<string, Call | IdGroup>();
  /** The calls of the last batch, where nearly every answer finds its own. */
  #recent: Call[] = [];

  get(canonicalId: string): Call | undefined {
    return this.#byCanonicalId.get(canonicalId);
  }

  add(call: Call): void {
    const { id, rawId, batch } = call;
    if (rawId !== '' && rawId !== id) this.#addRaw(rawId, call);
    this.#byCanonicalId.set(id, call);
    if (this.#recent[0]?.batch !== batch) this.#recent = [];
    this.#recent.push(call);
  }

  /** The call that the next answer under this id belongs to. Asking counts: where ids repeat, each call has its turn. */
  take(rawId: string): Call | undefined {
    // While no id repeats, an id names one call.
    if (this.#byRawId.size === 0 && this.#recent.length <= fewCalls) {
      const recent = this.#recent.find(({ id }) => id === rawId);
      if (recent !== undefined) return recent;
    }
    const known = this.#byRawId.get(rawId) ?? this.#byCanonicalId.get(rawId);
    return known instanceof IdGroup ? known.take() : known;
  }

  #addRaw(rawId: string, call: Call): void {
    const known = this.#byRawId.get(rawId) ?? this.#byCanonicalId.get(rawId);
    if (known instanceof IdGroup) {
      known.add(call);
    } else if (known === undefined) {
      this.#byRawId.set(rawId, call);
    } else {
      const repeated = new IdGroup(known);
      repeated.add(call);
      this.#byRawId.set(rawId, repeated);
    }
  }
}
