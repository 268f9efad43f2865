/**
 * The body, with thinking only where it is still valid. Some models bind a thinking block to everything before it (ANT-054):
 * from the first block whose prefix has changed on, all thinking is left out, because a hole in the chain is refused too
 * (ANT-055).
 */
import type { JsonObject } from '@interlock/transcript';
import { prefixDigests } from '../protocols/prefix-digest.ts';
import type { ClientProtocol, Outgoing } from '../protocols/protocol.ts';
import type { Message, ThinkingPart } from '../shape/message.ts';
import type { ConversationState } from './conversation.ts';

export interface BoundBody {
  readonly body: JsonObject;
  /** What thinking in the answer will be bound to, worked out when there is some; undefined where nothing is bound. */
  readonly prefix?: () => string;
  /** Whether earlier entries are not those of the last request. */
  readonly rewritten: boolean;
  /** Thinking that was left out here. */
  readonly dropped: number;
}

export function bindThinking(protocol: ClientProtocol, outgoing: Outgoing, state: ConversationState): BoundBody {
  const { messages, traits } = outgoing;
  const { list } = state;
  const { entries } = list;
  const body = protocol.encodeBody(outgoing, entries);
  if (traits.thinking.boundTo !== 'prefix') return { body, rewritten: false, dropped: 0 };
  if (!state.shaper.thinks) {
    return { body, prefix: () => prefixDigests(body).at(-1) ?? '', rewritten: false, dropped: 0 };
  }
  const { system, tools } = body;
  const { broken, whole } = state.chain.look({ system, tools }, list);
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
