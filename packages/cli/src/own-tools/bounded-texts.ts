/**
 * Limits the output that a thread sends. While it does not pause, only so much is sent at once; of the rest the end is kept and sent at the
 * next pause, so that an endless loop that prints fills neither the thread nor the listener.
 */
const mostAtOnce = 200_000;
const longestTail = 64_000;

export class BoundedTexts {
  readonly #send: (text: string) => void;
  #sent = 0;
  #tail = '';
  #isAwaited = false;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  add(text: string): void {
    if (text === '') return;
    if (!this.#isAwaited) {
      this.#isAwaited = true;
      setImmediate(() => this.#renew()).unref();
    }
    if (this.#sent + text.length + 100 > mostAtOnce || this.#tail !== '') {
      this.#tail += text;
      // Not each time: cutting costs more than adding.
      if (this.#tail.length > 2 * longestTail) this.#tail = this.#tail.slice(-longestTail);
      return;
    }
    // Every message has a cost, however short it is.
    this.#sent += text.length + 100;
    this.#send(text);
  }

  /** Sends what waits, before something that has to come after it. */
  flush(): void {
    const tail = this.#tail.slice(-longestTail);
    this.#tail = '';
    if (tail !== '') this.#send(tail);
  }

  #renew(): void {
    this.#isAwaited = false;
    this.#sent = 0;
    this.flush();
  }
}
