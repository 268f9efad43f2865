/** Calls in the history, apart from their ids and names. */
import { parseJson } from '../json.ts';
import type { ChatMessage } from '../messages.ts';
import type { Found } from './found.ts';

/** `tool_calls: []`. */
export function findEmptyCalls(messages: readonly ChatMessage[]): Found | undefined {
  const message = messages.find(({ raw }) => Array.isArray(raw['tool_calls']) && raw['tool_calls'].length === 0);
  return message && { message: message.index, path: `messages[${message.index}].tool_calls`, value: [] };
}

/** The first `function.arguments` a provider does not take. */
export function findArguments(
  messages: readonly ChatMessage[],
  accepts: (args: unknown) => boolean,
): Found | undefined {
  for (const { index, calls } of messages) {
    const call = calls.find(({ raw, args }) => raw['function'] !== undefined && !accepts(args));
    if (call) {
      const path = `messages[${index}].tool_calls[${call.index}].function.arguments`;
      return { message: index, item: call.index, path, value: call.args };
    }
  }
  return undefined;
}

/** Whether arguments are a text that is JSON. */
export function isJsonText(args: unknown): boolean {
  return typeof args === 'string' && parseJson(args) !== undefined;
}
