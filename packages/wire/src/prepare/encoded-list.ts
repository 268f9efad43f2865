/**
 * The encoded messages of a conversation, kept from request to request: only what is new, and the last message when it was
 * extended, is encoded again. Their JSON is kept too, as bytes, once somebody asks for it.
 */
import type { JsonObject } from '@interlock/transcript';
import type { Protocol } from '../protocol.ts';
import type { Message } from '../shape/message.ts';
import type { Traits } from '../traits.ts';
import { KeptBytes } from './kept-bytes.ts';

export class EncodedList {
  readonly #protocol: Protocol;
  readonly #traits: Traits;
  readonly #messages: Message[] = [];
  /** Where the entries of each message begin. */
  readonly #starts: number[] = [];
  readonly #entries: JsonObject[] = [];
  readonly #bytes = new KeptBytes();
  #updates = 0;

  constructor(protocol: Protocol, traits: Traits) {
    this.#protocol = protocol;
    this.#traits = traits;
  }

  get entries(): readonly JsonObject[] {
    return this.#entries;
  }

  /** Whether more than one request was made of it: only then it pays to keep bytes. */
  get isReused(): boolean {
    return this.#updates > 1;
  }

  /** Where the entries of message `index` begin. */
  startOf(index: number): number {
    return this.#starts[index] ?? this.#entries.length;
  }

  /** Takes the messages as they are now. Returns the first entry from which a check has to look again. */
  update(messages: readonly Message[]): number {
    this.#updates += 1;
    const known = this.#messages.length;
    const from = known > 0 && this.#messages[known - 1] !== messages[known - 1] ? known - 1 : known;
    this.#truncate(from);
    for (let index = from; index < messages.length; index += 1) {
      const message = messages[index];
      if (message === undefined) break;
      this.#messages.push(message);
      this.#starts.push(this.#entries.length);
      for (const entry of this.#protocol.encodeMessage(message, this.#traits)) this.#entries.push(entry);
    }
    // Results are judged together with the calls before them.
    return this.startOf(Math.max(0, from - 1));
  }

  /** The JSON of the entries from `from` up to `to`, with commas between. A view: to be copied at once. */
  bytes(from: number, to: number): Uint8Array {
    for (let index = this.#bytes.length; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry !== undefined) this.#bytes.add(entry);
    }
    return this.#bytes.slice(from, to);
  }

  #truncate(message: number): void {
    const entry = this.startOf(message);
    this.#messages.length = message;
    this.#starts.length = message;
    this.#entries.length = entry;
    this.#bytes.truncate(entry);
  }
}
