/** The server's half of every protocol. The type requires one for each line of `known.ts`. */
import { server as anthropicMessages } from './anthropic-messages/server.ts';
import { server as bedrockConverse } from './bedrock-converse/server.ts';
import { server as gemini } from './gemini/server.ts';
import type { ProtocolName } from './index.ts';
import { server as ollamaChat } from './ollama-chat/server.ts';
import { server as openaiChat } from './openai-chat/server.ts';
import { server as openaiResponses } from './openai-responses/server.ts';
import type { ServerProtocol } from './protocol.ts';

export const servers: { readonly [Name in ProtocolName]: ServerProtocol<Name> } = {
  'anthropic-messages': anthropicMessages,
  'bedrock-converse': bedrockConverse,
  gemini,
  'ollama-chat': ollamaChat,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
};
