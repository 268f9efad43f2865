/** Names of declared tools, and names on messages. */
import type { ChatMessage, ChatTool } from '../messages.ts';
import type { Found } from './found.ts';

export function findToolName(tools: readonly ChatTool[], accepts: (name: string) => boolean): Found | undefined {
  const tool = tools.find(({ raw, name }) => raw['function'] !== undefined && !accepts(name));
  return tool && { message: -1, item: tool.index, path: `tools[${tool.index}].function.name`, value: tool.name };
}

/** `name` of messages; absent or null counts as none. */
export function findMessageName(
  messages: readonly ChatMessage[],
  accepts: (name: string, message: ChatMessage) => boolean,
): Found | undefined {
  for (const message of messages) {
    const name = message.raw['name'];
    if (typeof name === 'string' && !accepts(name, message)) {
      return { message: message.index, path: `messages[${message.index}].name`, value: name };
    }
  }
  return undefined;
}
