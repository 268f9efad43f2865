/** Keeps one sandbox entry ready, because a tool whose process has ended is started again while the agent waits synchronously. */
import type { SandboxEntry } from '@interlock/runtime';

export class SpareEntry {
  readonly #enter: () => Promise<SandboxEntry>;
  #ready: SandboxEntry | undefined;
  #isClosed = false;

  private constructor(enter: () => Promise<SandboxEntry>) {
    this.#enter = enter;
  }

  /** Rejects if the sandbox cannot be entered. */
  static async prepare(enter: () => Promise<SandboxEntry>): Promise<SpareEntry> {
    const spare = new SpareEntry(enter);
    spare.#ready = await enter();
    return spare;
  }

  take(): SandboxEntry {
    const entry = this.#ready;
    if (entry === undefined) throw new Error('Its process has just ended, and is not ready to be started again.');
    this.#ready = undefined;
    void this.#refill();
    return entry;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#ready?.leave();
  }

  async #refill(): Promise<void> {
    const entry = await this.#enter().catch(() => undefined);
    if (this.#isClosed) await entry?.leave();
    else this.#ready = entry;
  }
}
