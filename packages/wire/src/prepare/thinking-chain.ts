/**
 * Which thinking of a conversation still has the prefix it was written after (ANT-054), kept from request to request: what was
 * looked at before, and comes after the same entries, is not looked at again.
 */
import { PrefixDigests, type RequestHead } from '../protocols/prefix-digest.ts';
import type { Message } from '../shape/message.ts';
import type { EncodedList } from './encoded-list.ts';

export interface ThinkingLook {
  /** The first message with thinking that belongs to a different prefix than the current one; -1 if there is none. */
  readonly broken: number;
  /** What thinking in the answer will be bound to. */
  readonly whole: string;
}

export class ThinkingChain {
  readonly #digests = new PrefixDigests();
  /** How many messages, from the first, were found to be sound the last time. */
  #sound = 0;

  look(head: RequestHead, list: EncodedList): ThinkingLook {
    const digests = this.#digests;
    const { messages, entries } = list;
    digests.take(head, entries);
    let at = Math.min(this.#sound, messages.length);
    while (at > 0 && list.startOf(at) >= digests.kept) at -= 1;
    while (at < messages.length && isBound(messages[at], digests.before(list.startOf(at)))) at += 1;
    this.#sound = at;
    return { broken: at < messages.length ? at : -1, whole: digests.before(entries.length) };
  }
}

function isBound(message: Message | undefined, before: string): boolean {
  if (message?.role !== 'model') return true;
  return message.parts.every((part) => part.type !== 'thinking' || part.prefix === before);
}
