/**
 * Removes thinking that is no longer valid from the body. Some models bind a thinking block to everything before it (ANT-054):
 * from the first block whose prefix has changed, all thinking is removed, because a gap in the chain is refused too (ANT-055).
 */
import type { JsonObject } from '@interlock/transcript';
import { PrefixDigests, prefixDigests, type RequestHead } from '../protocols/prefix-digest.ts';
import type { ClientProtocol, Outgoing } from '../protocols/protocol.ts';
import type { Message, ThinkingPart } from '../shape/message.ts';
import type { EncodedList } from './encoded-list.ts';

export interface BoundBody {
  readonly body: JsonObject;
  /** The digest that thinking in the answer will be bound to, computed on demand; undefined if the target does not bind thinking. */
  readonly prefix?: () => string;
  /** Whether earlier entries differ from those of the last request. */
  readonly rewritten: boolean;
  /** Thinking that was removed here. */
  readonly dropped: number;
}

export function bindThinking(
  protocol: ClientProtocol,
  outgoing: Outgoing,
  { list, chain, thinks }: { readonly list: EncodedList; readonly chain: ThinkingChain; readonly thinks: boolean },
): BoundBody {
  const { messages, traits } = outgoing;
  const { entries } = list;
  const body = protocol.encodeBody(outgoing, entries);
  if (traits.thinking.boundTo !== 'prefix') return { body, rewritten: false, dropped: 0 };
  if (!thinks) {
    return { body, prefix: () => prefixDigests(body).at(-1) ?? '', rewritten: false, dropped: 0 };
  }
  const { system, tools } = body;
  const { broken, whole } = chain.look({ system, tools }, list);
  const prefix = { prefix: () => whole };
  if (broken === -1) return { body, ...prefix, rewritten: false, dropped: 0 };
  const kept = messages.map((message, index) => (index < broken ? message : withoutThinking(message)));
  const dropped = messages.slice(broken).flatMap(thinkingOf).length;
  const sound = entries.slice(0, list.startOf(broken));
  const changed = kept.slice(broken).flatMap((message) => protocol.encodeMessage(message, traits));
  const rewritten = protocol.encodeBody({ ...outgoing, messages: kept }, [...sound, ...changed]);
  return { body: rewritten, ...prefix, rewritten: true, dropped };
}

function thinkingOf(message: Message): readonly ThinkingPart[] {
  return message.role === 'model' ? message.parts.filter((part) => part.type === 'thinking') : [];
}

function withoutThinking(message: Message): Message {
  if (message.role !== 'model') return message;
  return { ...message, parts: message.parts.filter(({ type }) => type !== 'thinking') };
}

/**
 * Which thinking of a conversation still has the prefix it was written after (ANT-054). Kept from request to request: what was
 * checked before, and follows the same entries, is not checked again.
 */
interface ThinkingLook {
  /** The first message with thinking that was bound to a different prefix; -1 if there is none. */
  readonly broken: number;
  /** The digest that thinking in the answer will be bound to. */
  readonly whole: string;
}

export class ThinkingChain {
  readonly #digests = new PrefixDigests();
  /** How many messages, from the first, were valid the last time. */
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
