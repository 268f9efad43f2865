/** OpenAI. An unknown model is treated as one of the newest: thinking, on Responses, without sampling (OAC-014…017). */
import { hostedModels, openaiModels } from '../models/openai.ts';
import type { Provider } from './provider.ts';

export const openai: Provider<'openai'> = {
  name: 'openai',
  label: 'OpenAI',
  protocols: ['openai-responses', 'openai-chat'],
  endpoints: { 'openai-responses': 'https://api.openai.com/v1', 'openai-chat': 'https://api.openai.com/v1' },
  keyEnv: ['OPENAI_API_KEY'],
  endpointEnv: 'OPENAI_BASE_URL',
  needsKey: true,
  defaultModel: 'gpt-5.6-terra',
  traits: {
    checkedBy: 'openai',
    contextWindow: 272_000,
    maxOutput: 128_000,
    maxTokensField: 'max_completion_tokens',
    systemRole: 'developer',
    parallelToolCalls: 'settable',
    customTools: true,
    strictSchemas: true,
    allowedTools: true,
    toolsNeedResponses: true,
    laterSystem: 'in-place', // OAC-024
    firstMessage: 'any',
    lastMessage: 'any',
    media: { user: ['image', 'pdf'], urls: true },
    sampling: 'none',
    stop: false,
    furtherSettings: ['seed', 'frequencyPenalty', 'presencePenalty', 'verbosity', 'serviceTier', 'user'], // OAC-033
    responseFormat: 'json-schema',
    cache: 'key',
    thinking: { control: 'effort', efforts: ['low', 'medium', 'high'], byDefault: true, canDisable: false },
  },
  perProtocol: {
    'openai-responses': { webSearch: true, furtherSettings: ['verbosity', 'serviceTier', 'user'] },
    'openai-chat': { media: { documents: 'file' } }, // OAC-013
  },
  families: [...openaiModels, ...hostedModels],
};
