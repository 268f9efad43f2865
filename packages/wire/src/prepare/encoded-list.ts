/**
 * The encoded messages of a conversation, kept from request to request: only new messages, and the last one if it was extended,
 * are encoded again. Their JSON is kept too, as bytes, once it is requested.
 */
import type { JsonObject } from '@interlock/transcript';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { Message } from '../shape/message.ts';
import type { Traits } from '../traits/traits.ts';
import { KeptPieces } from './kept-pieces.ts';

export class EncodedList {
  readonly #protocol: ClientProtocol;
  readonly #traits: Traits;
  readonly #messages: Message[] = [];
  /** The messages of this request. The list is live, like the entries: the next update changes both. */
  readonly messages: readonly Message[] = this.#messages;
  /** Where the entries of each message start. */
  readonly #starts: number[] = [];
  readonly #entries: JsonObject[] = [];
  readonly entries: readonly JsonObject[] = this.#entries;
  readonly #kept = new KeptPieces();
  /** How many of the messages belong to the conversation. */
  #lasting = 0;
  #checkFrom = 0;

  constructor(protocol: ClientProtocol, traits: Traits) {
    this.#protocol = protocol;
    this.#traits = traits;
  }

  /** The first entry that is new, or next to a new one: a check starts here. */
  get checkFrom(): number {
    return this.#checkFrom;
  }

  /** Where the entries of message `index` start. */
  startOf(index: number): number {
    return this.#starts[index] ?? this.#entries.length;
  }

  /** Sets the current messages, and one that only this request ends with. */
  update(messages: readonly Message[], trailing: Message | undefined): void {
    const known = this.#lasting;
    const from = known > 0 && this.#messages[known - 1] !== messages[known - 1] ? known - 1 : known;
    this.#entries.length = this.startOf(from);
    this.#messages.length = from;
    this.#starts.length = from;
    for (let index = from; index < messages.length; index += 1) this.#add(messages[index]);
    this.#add(trailing);
    this.#lasting = messages.length;
    // Results are checked together with the calls before them.
    this.#checkFrom = this.startOf(Math.max(0, from - 1));
  }

  /**
   * The kept bytes of entries. Adds those which `sent` contains unchanged and which later requests will repeat: all but the
   * last message are final.
   */
  pieces(sent: (index: number) => unknown): KeptPieces['all'] {
    const closed = this.#lasting === 0 ? 0 : this.startOf(this.#lasting - 1);
    let to = Math.max(this.#kept.length, Math.min(closed, 1));
    while (to < closed && sent(to) === this.#entries[to]) to += 1;
    this.#kept.extend(this.#entries, to);
    return this.#kept.all;
  }

  #add(message: Message | undefined): void {
    if (message === undefined) return;
    this.#messages.push(message);
    this.#starts.push(this.#entries.length);
    for (const entry of this.#protocol.encodeMessage(message, this.#traits)) this.#entries.push(entry);
  }
}
