/** The protocols by name. Adding one is a folder with the same files as its siblings, and one line here. */
import type { Protocol } from '../protocol.ts';
import type { ProtocolName } from '../protocol-name.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import { gemini } from './gemini/index.ts';
import { ollamaChat } from './ollama-chat/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiResponses } from './openai-responses/index.ts';

const protocols: Readonly<Record<ProtocolName, Protocol>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'ollama-chat': ollamaChat,
};

export function protocolOf(name: ProtocolName): Protocol {
  return protocols[name];
}
