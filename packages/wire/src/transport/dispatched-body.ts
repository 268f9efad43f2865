/**
 * The body of an answer as undici hands it over, piece by piece, without the streams of `fetch` between: those cost more than everything
 * else that is done with a piece. Whoever reads slowly makes the connection wait. Whoever asks for it gets pieces that follow each other
 * closely in one.
 */
import type { Dispatcher } from 'undici';
import type { BodyReader } from './read-body.ts';
import { wholeBody } from './request-body.ts';

/** Bytes that may wait for the reader before the connection has to. */
const mostWaiting = 256 * 1024;

export class DispatchedBody {
  readonly #controller: Dispatcher.DispatchController;
  #waiting: Uint8Array[] = [];
  #size = 0;
  #asked: PromiseWithResolvers<Awaited<ReturnType<BodyReader['read']>>> | undefined;
  #gatherMs = 0;
  #handedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #error: Error | undefined;
  locked = false;

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  getReader(): BodyReader {
    this.locked = true;
    return { read: () => this.#read(), cancel: () => this.cancel() };
  }

  /** From now on, what comes within `ms` of the piece before waits until then, and is one piece. The end of the body does not wait. */
  gather(ms: number): void {
    if (this.#gatherMs === 0) this.#handedAt = performance.now();
    this.#gatherMs = ms;
  }

  /** Closes the connection of an answer that has not ended. */
  async cancel(): Promise<void> {
    this.#waiting = [];
    if (!this.#isOver) this.#controller.abort(new Error('The answer is not read.'));
  }

  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size > mostWaiting) this.#controller.pause();
    this.#handOver();
  }

  /** `error`: it broke off. */
  end(error?: Error): void {
    this.#isOver = true;
    this.#error = error;
    this.#handOver();
  }

  #read(): ReturnType<BodyReader['read']> {
    this.#asked = Promise.withResolvers();
    const { promise } = this.#asked;
    this.#handOver();
    return promise;
  }

  /** Gives the reader what it waits for, if that is there and due. */
  #handOver(): void {
    const asked = this.#asked;
    if (asked === undefined || !(this.#waiting.length > 0 ? this.#isDue() : this.#isOver)) return;
    this.#asked = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) asked.resolve({ done: false, value: this.#take() });
    else if (this.#error !== undefined) asked.reject(this.#error);
    else asked.resolve({ done: true, value: undefined });
    // It pushes what it has at once.
    if (this.#controller.paused && !this.#isOver) this.#controller.resume();
  }

  /** If not, it is handed over when it is. */
  #isDue(): boolean {
    if (this.#gatherMs === 0 || this.#isOver || this.#size > mostWaiting) return true;
    const early = this.#handedAt + this.#gatherMs - performance.now();
    if (early > 0) this.#timer ??= setTimeout(this.#ring, early);
    return early <= 0;
  }

  readonly #ring = (): void => {
    this.#timer = undefined;
    this.#handOver();
  };

  #take(): Uint8Array {
    const [only] = this.#waiting;
    const value = this.#waiting.length === 1 && only !== undefined ? only : wholeBody(this.#waiting);
    this.#waiting = [];
    this.#size = 0;
    if (this.#gatherMs > 0) this.#handedAt = performance.now();
    return value;
  }
}
