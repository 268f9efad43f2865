/**
 * Limits the output that a thread sends. Until it pauses, only a limited amount is sent; of the rest, only the end is kept, and sent at the
 * next pause. So an endless loop that prints fills neither the memory of the thread nor that of the listener.
 */
const maxAtOnce = 200_000;
const maxTail = 64_000;

export class BoundedTexts {
  readonly #send: (text: string) => void;
  #sent = 0;
  #tail = '';
  #isScheduled = false;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  add(text: string): void {
    if (text === '') return;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#renew()).unref();
    }
    if (this.#sent + text.length + 100 > maxAtOnce || this.#tail !== '') {
      this.#tail += text;
      // Only from time to time, because cutting costs more than adding.
      if (this.#tail.length > 2 * maxTail) this.#tail = this.#tail.slice(-maxTail);
      return;
    }
    // Every message has a cost, however short it is.
    this.#sent += text.length + 100;
    this.#send(text);
  }

  /** Sends the waiting text, so that it comes before the next message. */
  flush(): void {
    const tail = this.#tail.slice(-maxTail);
    this.#tail = '';
    if (tail !== '') this.#send(tail);
  }

  #renew(): void {
    this.#isScheduled = false;
    this.#sent = 0;
    this.flush();
  }
}
