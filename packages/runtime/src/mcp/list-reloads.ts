/** Changed lists are reloaded: one at a time, and ever more slowly if they keep changing. */
import type { Clock } from '../time/clock.ts';
import { withDeadline } from './deadline.ts';
import type { ListSource } from './offered-tools.ts';

export interface ListReloadsOptions {
  readonly clock: Clock;
  readonly listMs: number;
  readonly reloadMs: number;
  readonly load: (source: ListSource, signal: AbortSignal) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
}

const longestPause = 30_000;

export class ListReloads {
  readonly #options: ListReloadsOptions;
  /** Sources whose lists have changed since they were last asked for; one that is being looked after stays in. */
  readonly #changed = new Map<ListSource, boolean>();

  constructor(options: ListReloadsOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async reload(source: ListSource): Promise<void> {
    const isLookedAfter = this.#changed.has(source);
    this.#changed.set(source, true);
    if (isLookedAfter) return;
    const { clock, listMs, reloadMs, load, onFailed } = this.#options;
    for (let pause = reloadMs; this.#changed.get(source) === true; pause = Math.min(2 * pause, longestPause)) {
      await clock.sleep(pause, source.over);
      this.#changed.set(source, false);
      if (source.over.aborted) break;
      try {
        await withDeadline(clock, listMs, source.over, (signal) => load(source, signal));
      } catch (error) {
        if (!source.over.aborted) onFailed(error);
      }
    }
    this.#changed.delete(source);
  }
}
