/**
 * The encoded messages of a conversation, kept from request to request: only what is new, and the last message when it was
 * extended, is encoded again. Their JSON texts are kept too, once somebody asks for one.
 */
import type { JsonObject } from '@interlock/transcript';
import type { Protocol } from '../protocol.ts';
import type { Message } from '../shape/message.ts';
import type { Traits } from '../traits.ts';

export class EncodedList {
  readonly #protocol: Protocol;
  readonly #traits: Traits;
  readonly #messages: Message[] = [];
  /** Where the entries of each message begin. */
  readonly #starts: number[] = [];
  readonly #entries: JsonObject[] = [];
  readonly #texts: string[] = [];

  constructor(protocol: Protocol, traits: Traits) {
    this.#protocol = protocol;
    this.#traits = traits;
  }

  get entries(): readonly JsonObject[] {
    return this.#entries;
  }

  /** Where the entries of message `index` begin. */
  startOf(index: number): number {
    return this.#starts[index] ?? this.#entries.length;
  }

  /** Takes the messages as they are now. Returns the first entry from which a check has to look again. */
  update(messages: readonly Message[]): number {
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

  /** JSON texts of all entries. The list is live. */
  texts(): readonly string[] {
    for (let index = this.#texts.length; index < this.#entries.length; index += 1) {
      this.#texts.push(JSON.stringify(this.#entries[index]));
    }
    return this.#texts;
  }

  #truncate(message: number): void {
    const entry = this.startOf(message);
    this.#messages.length = message;
    this.#starts.length = message;
    this.#entries.length = entry;
    if (this.#texts.length > entry) this.#texts.length = entry;
  }
}
