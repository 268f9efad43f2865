/** Every protocol there is, a line each: nothing else lists them. Two that are as sure of a body are asked in alphabetical order. */
export { anthropicMessages } from './anthropic-messages/index.ts';
export { bedrockConverse } from './bedrock-converse/index.ts';
export { gemini } from './gemini/index.ts';
export { ollamaChat } from './ollama-chat/index.ts';
export { openaiChat } from './openai-chat/index.ts';
export { openaiResponses } from './openai-responses/index.ts';
