/** Whether thinking was sent back with the calls it led to. */
import type { ChatMessage } from '../messages.ts';
import { readThinking } from '../seen.ts';
import type { Found } from './found.ts';

/** The first assistant message with calls that carries no thinking; `from` is the first message to look at. */
export function findUnthought(messages: readonly ChatMessage[], from = 0): Found | undefined {
  const message = messages.find(
    (candidate) => candidate.index >= from && candidate.calls.length > 0 && readThinking(candidate) === '',
  );
  return message && { message: message.index, path: `messages[${message.index}].reasoning_content`, value: undefined };
}

/** Where the current turn begins: after the last user message. */
export function currentTurn(messages: readonly ChatMessage[]): number {
  return messages.findLastIndex((message) => message.role === 'user') + 1;
}
