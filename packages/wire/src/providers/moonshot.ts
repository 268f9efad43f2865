/** Moonshot AI (Kimi). An unknown model is assumed to be newer than K3: always thinking, all of it kept (KIM-007). */
import { moonshotModels } from '../models/moonshot.ts';
import type { Provider } from './provider.ts';

export const moonshot: Provider<'moonshot'> = {
  name: 'moonshot',
  label: 'Moonshot AI (Kimi)',
  protocols: ['openai-chat', 'anthropic-messages'],
  endpoints: {
    'openai-chat': 'https://api.moonshot.ai/v1',
    'anthropic-messages': 'https://api.moonshot.ai/anthropic/v1',
  },
  keyEnv: ['MOONSHOT_API_KEY', 'KIMI_API_KEY'],
  endpointEnv: 'MOONSHOT_BASE_URL',
  needsKey: true,
  defaultModel: 'kimi-k3',
  traits: {
    checkedBy: 'moonshot',
    contextWindow: 262_144,
    maxOutput: 32_768,
    toolNames: { first: '[a-zA-Z]', rest: '[a-zA-Z0-9_-]', max: 64 }, // KIM-018
    forcedToolChoice: 'no', // KIM-012
    sampling: 'none', // KIM-011
    furtherSettings: ['frequencyPenalty', 'presencePenalty'],
    thinking: { byDefault: true, canDisable: false },
  },
  perProtocol: {
    'openai-chat': {
      toolIds: 'kimi', // KIM-001
      toolSchema: 'moonshot', // KIM-014
      thinking: {
        replay: 'reasoning_content',
        demanded: 'always',
        control: 'effort',
        efforts: ['low', 'high', 'max'],
      },
    },
    'anthropic-messages': {
      toolSchema: 'moonshot',
      cache: 'none',
      media: { user: [], results: [] }, // KIM-020: no documents; images for models that see them
      thinking: { demanded: 'calls' }, // KIM-021
    },
  },
  families: moonshotModels,
};
