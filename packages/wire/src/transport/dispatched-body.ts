/**
 * The body of an answer as undici hands it over, piece by piece, without the streams of `fetch` between: those cost more than everything
 * else that is done with a piece. Whoever reads slowly makes the connection wait.
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

  /** Closes the connection of an answer that has not ended. */
  async cancel(): Promise<void> {
    this.#waiting = [];
    if (!this.#isOver) this.#controller.abort(new Error('The answer is not read.'));
  }

  push(chunk: Uint8Array): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked !== undefined) {
      asked.resolve({ done: false, value: chunk });
      return;
    }
    this.#waiting.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size > mostWaiting) this.#controller.pause();
  }

  /** `error`: it broke off. */
  end(error?: Error): void {
    const asked = this.#asked;
    this.#asked = undefined;
    this.#isOver = true;
    this.#error = error;
    if (error === undefined) asked?.resolve({ done: true, value: undefined });
    else asked?.reject(error);
  }

  async #read(): ReturnType<BodyReader['read']> {
    if (this.#waiting.length > 0) {
      // All that has come meanwhile continues together.
      const value = wholeBody(this.#waiting);
      this.#waiting = [];
      this.#size = 0;
      if (this.#controller.paused) this.#controller.resume();
      return { done: false, value };
    }
    if (this.#error !== undefined) throw this.#error;
    if (this.#isOver) return { done: true, value: undefined };
    this.#asked = Promise.withResolvers();
    return this.#asked.promise;
  }
}
