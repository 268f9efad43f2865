/** How one output item is read, in chunks, whole, or both. Blocks are numbered when they first appear. */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../json/json.ts';
import type { ReplyEvent } from '../../reply/events.ts';

export interface ItemReading {
  /** A chunk of the item: an event that names it. Chunks of other types of items are ignored. */
  chunk(type: string, event: JsonObject): readonly ReplyEvent[];
  /** The end of the item. `item` is all of it, if the server repeats it; a call that is not `complete` never ends. */
  finish(item: JsonObject | undefined, complete: boolean): readonly ReplyEvent[];
  /** The stream was cut off: texts and thinking end where they are, without seals, because they may be incomplete. */
  breakOff(): readonly ReplyEvent[];
  /** An item that follows in the output begins: this one's block comes before it, although nothing of it has arrived. Absent: it has its number. */
  keepPlace?(): readonly ReplyEvent[];
}

/** How far one reply has been read: the number of blocks so far, and the facts that decide its stop reason. */
export interface ReplyProgress {
  blocks: number;
  called: boolean;
  refused: boolean;
  /** By `call_id`: calls that ran in a container of the provider and whose outputs are still to come. */
  readonly hosted: Map<string, number>;
  /** Whether annotations, probabilities and ids are requested. */
  readonly ownFields: boolean;
}

/**
 * The provider's id of an item, for a client of the same API: it expects one id for all events of an item, and sends the item back with it.
 * It is emitted once, before the item's first block.
 */
export class OwnId {
  readonly #id: string;
  #isWanted: boolean;

  constructor(begun: JsonObject, { ownFields }: ReplyProgress) {
    this.#id = asText(begun['id']);
    this.#isWanted = ownFields && this.#id !== '';
  }

  of(index: number): readonly ReplyEvent[] {
    if (!this.#isWanted) return [];
    this.#isWanted = false;
    return ownFields(index, { id: this.#id });
  }
}

export function ownFields(index: number, fields: JsonObject): readonly ReplyEvent[] {
  return [{ type: 'block-fields', protocol: 'openai-responses', index, fields }];
}

/** The missing rest of a text that was partly received. A text that contradicts its own chunks adds nothing. */
export function restOf(whole: string, seen: string): string {
  return whole.startsWith(seen) ? whole.slice(seen.length) : '';
}
