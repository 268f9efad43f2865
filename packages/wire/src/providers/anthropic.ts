/** Anthropic. An unknown Claude is treated as one of the newest, which refuse the most (ANT-030, ANT-046, ANT-050, ANT-054). */
import { anthropicModels } from '../models/anthropic.ts';
import type { Provider } from './provider.ts';

export const anthropic: Provider<'anthropic'> = {
  name: 'anthropic',
  label: 'Anthropic',
  protocols: ['anthropic-messages'],
  endpoints: { 'anthropic-messages': 'https://api.anthropic.com/v1' },
  keyEnv: ['ANTHROPIC_API_KEY'],
  endpointEnv: 'ANTHROPIC_BASE_URL',
  needsKey: true,
  defaultModel: 'claude-opus-5-5',
  traits: {
    checkedBy: 'anthropic',
    contextWindow: 200_000,
    maxOutput: 64_000,
    toolNames: { first: '[a-zA-Z0-9_-]', rest: '[a-zA-Z0-9_-]', max: 128 }, // ANT-061
    webSearch: true,
    forcedToolChoice: 'no',
    sampling: 'none',
    furtherSettings: ['topK', 'serviceTier', 'user'],
    thinking: {
      control: 'adaptive',
      efforts: ['low', 'medium', 'high'],
      byDefault: true,
      canDisable: false,
      boundTo: 'prefix',
    },
  },
  families: anthropicModels,
};
