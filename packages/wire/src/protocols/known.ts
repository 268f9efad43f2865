/**
 * Every protocol, one per line, in alphabetical order: it decides between two that match a body equally well.
 * `known-servers.ts` has the other halves.
 */
export { anthropicMessages } from './anthropic-messages/index.ts';
export { bedrockConverse } from './bedrock-converse/index.ts';
export { gemini } from './gemini/index.ts';
export { ollamaChat } from './ollama-chat/index.ts';
export { openaiChat } from './openai-chat/index.ts';
export { openaiResponses } from './openai-responses/index.ts';
