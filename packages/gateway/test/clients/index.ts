/** All of them. */
import { anthropicClient } from './anthropic-client.ts';
import { geminiClient } from './gemini-client.ts';
import { mistralClient } from './mistral-client.ts';
import { ollamaClient } from './ollama-client.ts';
import { openaiChatClient } from './openai-chat-client.ts';
import { openaiResponsesClient } from './openai-responses-client.ts';
import { openaiStoredClients } from './openai-stored-clients.ts';
import type { SdkClient } from './sdk-client.ts';

export const sdkClients: readonly SdkClient[] = [
  anthropicClient,
  openaiChatClient,
  openaiResponsesClient,
  geminiClient,
  ollamaClient,
  mistralClient,
  ...openaiStoredClients,
];
