/** Azure OpenAI: Chat Completions and Responses of one's own deployments. */
export { createAzureChat } from './chat.ts';
export { createAzureResponses } from './responses.ts';
