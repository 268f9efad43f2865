/** A queue: the prompts of a session run one at a time, in order of arrival. */

type Waiting = (isItsTurn: boolean) => void;

export class PromptQueue {
  #isTaken = false;
  #waiting: readonly Waiting[] = [];

  /** Whether a prompt is running or waiting. */
  get isBusy(): boolean {
    return this.#isTaken;
  }

  /**
   * Resolves with true when all earlier prompts have ended; the caller must then call `leave`. Resolves with false if it was cancelled
   * while waiting.
   */
  async enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (!this.#isTaken) {
      this.#isTaken = true;
      return true;
    }
    return new Promise((resolve) => {
      const settle = (isItsTurn: boolean): void => {
        signal.removeEventListener('abort', cancel);
        resolve(isItsTurn);
      };
      const cancel = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== settle);
        settle(false);
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting = [...this.#waiting, settle];
    });
  }

  leave(): void {
    const [next, ...rest] = this.#waiting;
    this.#waiting = rest;
    this.#isTaken = next !== undefined;
    next?.(true);
  }

  /** Cancels all waiting prompts. */
  cancelWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const settle of waiting) settle(false);
  }
}
