/** Z.ai (GLM). Every mistake in the order of messages gives the same opaque error 1214 (GLM-001). */
import { zaiModels } from '../models/zai.ts';
import type { Provider } from './provider.ts';

export const zai: Provider<'zai'> = {
  name: 'zai',
  label: 'Z.ai (GLM)',
  protocols: ['openai-chat', 'anthropic-messages'],
  endpoints: {
    'openai-chat': 'https://api.z.ai/api/paas/v4',
    'anthropic-messages': 'https://api.z.ai/api/anthropic/v1',
  },
  keyEnv: ['ZAI_API_KEY', 'ZHIPU_API_KEY'],
  needsKey: true,
  defaultModel: 'glm-5.3',
  traits: {
    checkedBy: 'zai',
    contextWindow: 131_072,
    maxOutput: 32_768,
    firstMessage: 'user', // GLM-001
    laterSystem: 'user-text', // GLM-003
    forcedToolChoice: 'no',
    media: { user: [], results: [] },
    thinking: { byDefault: true, canDisable: false },
  },
  perProtocol: {
    'openai-chat': {
      furtherSettings: [],
      thinking: {
        replay: 'reasoning_content', // GLM-004: expected back; if it is unknown, a placeholder sentence is sent
        demanded: 'calls',
        control: 'effort',
        efforts: ['low', 'high', 'max'],
      },
    },
    'anthropic-messages': { cache: 'none' }, // GLM-002
  },
  families: zaiModels,
};
