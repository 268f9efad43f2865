/** How one output item is read, whether it comes in pieces, whole, or both. Blocks are numbered when they first show. */
import type { JsonObject } from '@interlock/transcript';
import type { ReplyEvent } from '../../reply/events.ts';

export interface ItemReading {
  /** A piece of the item: an event that names it. Pieces of other kinds of items are ignored. */
  piece(type: string, event: JsonObject): readonly ReplyEvent[];
  /** The item is over. `item` is all of it, where the server says so; a call that is not `complete` never ends. */
  finish(item: JsonObject | undefined, complete: boolean): readonly ReplyEvent[];
  /** The stream broke off: texts and thinking end where they are, unsealed, because nothing vouches for them. */
  breakOff(): readonly ReplyEvent[];
}

/** Numbers for the blocks of one reply, and what its end depends on. */
export interface ReplyProgress {
  blocks: number;
  called: boolean;
  refused: boolean;
  /** By `call_id`, the calls that ran in a container of the provider's and whose outputs are still to come. */
  readonly hosted: Map<string, number>;
  /** Annotations and probabilities are wanted. */
  readonly ownFields: boolean;
}

/** What is still missing of a text of which a part was seen. A text that disagrees with its own pieces adds nothing. */
export function restOf(whole: string, seen: string): string {
  return whole.startsWith(seen) ? whole.slice(seen.length) : '';
}
