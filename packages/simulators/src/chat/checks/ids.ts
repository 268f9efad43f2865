/** The ids of calls and results. */
import type { ChatMessage } from '../messages.ts';
import type { Found } from './found.ts';

/** The first `tool_calls[].id` or `tool_call_id` a provider does not take, missing ones ('') included if it does not take ''. */
export function findId(messages: readonly ChatMessage[], accepts: (id: string) => boolean): Found | undefined {
  for (const message of messages) {
    const found = findCallIdIn(message, accepts) ?? findResultIdIn(message, accepts);
    if (found) return found;
  }
  return undefined;
}

/** Only ids of calls. */
export function findCallId(messages: readonly ChatMessage[], accepts: (id: string) => boolean): Found | undefined {
  return firstOf(messages, (message) => findCallIdIn(message, accepts));
}

/** Only ids of results. */
export function findResultId(messages: readonly ChatMessage[], accepts: (id: string) => boolean): Found | undefined {
  return firstOf(messages, (message) => findResultIdIn(message, accepts));
}

/** The first id two calls of one message share. */
export function findRepeatedId(messages: readonly ChatMessage[]): Found | undefined {
  return firstOf(messages, (message) => {
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

function firstOf(
  messages: readonly ChatMessage[],
  check: (message: ChatMessage) => Found | undefined,
): Found | undefined {
  for (const message of messages) {
    const found = check(message);
    if (found) return found;
  }
  return undefined;
}
