/** The ids of calls and results. */
import { firstIn } from '../../api/first-found.ts';
import type { ChatMessage } from '../messages.ts';
import type { Found } from './found.ts';

/**
 * The first `tool_calls[].id` or `tool_call_id` a provider does not accept, including missing ones ('') if it does not
 * accept ''.
 */
export function findId(messages: readonly ChatMessage[], accepts: (id: string) => boolean): Found | undefined {
  return firstIn(messages, (message) => findCallIdIn(message, accepts) ?? findResultIdIn(message, accepts));
}

/** The first id that two calls of one message share. */
export function findRepeatedId(messages: readonly ChatMessage[]): Found | undefined {
  return firstIn(messages, (message) => {
    const seen = new Set<string>();
    return findCallIdIn(message, (id) => {
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    });
  });
}

function findCallIdIn(message: ChatMessage, accepts: (id: string) => boolean): Found | undefined {
  const call = message.calls.find(({ id }) => !accepts(id));
  if (!call) return undefined;
  const path = `messages[${message.index}].tool_calls[${call.index}].id`;
  return { message: message.index, item: call.index, path, value: call.raw['id'] ?? '' };
}

function findResultIdIn(message: ChatMessage, accepts: (id: string) => boolean): Found | undefined {
  if (message.role !== 'tool' || accepts(message.answers)) return undefined;
  return { message: message.index, path: `messages[${message.index}].tool_call_id`, value: message.answers };
}
