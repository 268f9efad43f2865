/** Calls in the history, apart from their ids. */
import { firstIn } from '../../api/first-found.ts';
import { parseJson } from '../../api/json.ts';
import type { ChatCall, ChatMessage } from '../messages.ts';
import type { Found } from './found.ts';

/** `tool_calls: []`. */
export function findEmptyCalls(messages: readonly ChatMessage[]): Found | undefined {
  const message = messages.find(({ raw }) => Array.isArray(raw['tool_calls']) && raw['tool_calls'].length === 0);
  return message && { message: message.index, path: `messages[${message.index}].tool_calls`, value: [] };
}

/** The first list with more calls than a provider accepts. */
export function findManyCalls(messages: readonly ChatMessage[], most: number): Found | undefined {
  const message = messages.find(({ raw }) => Array.isArray(raw['tool_calls']) && raw['tool_calls'].length > most);
  const calls = message?.raw['tool_calls'];
  if (message === undefined || calls === undefined) return undefined;
  return { message: message.index, path: `messages[${message.index}].tool_calls`, value: calls };
}

/** The first `function.arguments` a provider does not accept. */
export function findArguments(
  messages: readonly ChatMessage[],
  accepts: (args: unknown) => boolean,
): Found | undefined {
  return findInFunction(messages, 'arguments', ({ args }) => args, accepts);
}

/** The first `function.name` of the history a provider does not accept. */
export function findCallName(messages: readonly ChatMessage[], accepts: (name: string) => boolean): Found | undefined {
  return findInFunction(messages, 'name', ({ name }) => name, accepts);
}

function findInFunction<Value>(
  messages: readonly ChatMessage[],
  field: string,
  read: (call: ChatCall) => Value,
  accepts: (value: Value) => boolean,
): Found | undefined {
  return firstIn(messages, ({ index, calls }) => {
    const call = calls.find((each) => each.raw['function'] !== undefined && !accepts(read(each)));
    const path = `messages[${index}].tool_calls[${call?.index}].function.${field}`;
    return call && { message: index, item: call.index, path, value: read(call) };
  });
}

/** Whether arguments are a text that is JSON. */
export function isJsonText(args: unknown): boolean {
  return typeof args === 'string' && parseJson(args) !== undefined;
}
