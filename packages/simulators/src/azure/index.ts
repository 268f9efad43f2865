/** Azure OpenAI: Chat Completions and Responses of the user's deployments. */
export { createAzureChat } from './chat.ts';
export { createAzureResponses } from './responses.ts';
