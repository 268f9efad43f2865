/** xAI (Grok). Thinking is sent back on Responses only. An unknown model is assumed to always think (XAI-003). */
import { xaiModels } from '../models/xai.ts';
import type { Provider } from './provider.ts';

export const xai: Provider<'xai'> = {
  name: 'xai',
  label: 'xAI (Grok)',
  protocols: ['openai-chat', 'openai-responses'],
  endpoints: { 'openai-chat': 'https://api.x.ai/v1', 'openai-responses': 'https://api.x.ai/v1' },
  keyEnv: ['XAI_API_KEY'],
  needsKey: true,
  defaultModel: 'grok-4.7',
  traits: {
    checkedBy: 'xai',
    contextWindow: 131_072,
    maxOutput: 32_768,
    parallelToolCalls: 'settable',
    systemRole: 'system',
    laterSystem: 'in-place',
    sampling: 'any',
    furtherSettings: ['seed', 'user'], // XAI-006
    stop: false,
    media: { user: ['image'], results: [], urls: true },
    responseFormat: 'json-schema',
    cache: 'none',
    thinking: { control: 'none', efforts: [], byDefault: true, canDisable: false },
  },
  perProtocol: { 'openai-responses': { furtherSettings: ['user'] } },
  families: xaiModels,
};
