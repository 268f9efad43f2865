/** Finds the call that an answer's id names: by its canonical id, or by its raw id, in batches where that repeats. */
import { IdGroup } from './id-group.ts';
import type { Call } from './occurrence.ts';

/** How many calls are searched linearly before the table is used: that many are cheaper than one lookup. */
const fewCalls = 8;

export class CallIndex {
  readonly #byCanonicalId = new Map<string, Call>();
  /** Only raw ids that are not canonical, or that repeat: an imported history has none. */
  readonly #byRawId = new Map<string, Call | IdGroup>();
  /** The last few calls, among which nearly every answer finds its own; the next call overwrites the oldest. */
  readonly #recent: Call[] = [];
  #next = 0;

  get(canonicalId: string): Call | undefined {
    return this.#byCanonicalId.get(canonicalId);
  }

  add(call: Call): void {
    const { id, rawId } = call;
    if (rawId !== '' && rawId !== id) this.#addRaw(rawId, call);
    this.#byCanonicalId.set(id, call);
    this.#recent[this.#next] = call;
    this.#next = (this.#next + 1) % fewCalls;
  }

  /** The call that answers with this id belong to, or all calls that share it. */
  find(rawId: string): Call | IdGroup | undefined {
    // While no id repeats, an id names one call.
    if (this.#byRawId.size === 0) {
      for (const recent of this.#recent) if (recent.id === rawId) return recent;
    }
    return this.#byRawId.get(rawId) ?? this.#byCanonicalId.get(rawId);
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
