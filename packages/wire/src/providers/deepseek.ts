/**
 * DeepSeek. An unknown model is assumed to be newer than V4: thinks by default and requires it back with its calls
 * (DSK-002).
 */
import { deepseekModels } from '../models/deepseek.ts';
import type { Provider } from './provider.ts';

export const deepseek: Provider<'deepseek'> = {
  name: 'deepseek',
  label: 'DeepSeek',
  protocols: ['openai-chat', 'anthropic-messages'],
  endpoints: {
    'openai-chat': 'https://api.deepseek.com',
    'anthropic-messages': 'https://api.deepseek.com/anthropic/v1',
  },
  keyEnv: ['DEEPSEEK_API_KEY'],
  needsKey: true,
  defaultModel: 'deepseek-v4-pro',
  traits: {
    checkedBy: 'deepseek',
    contextWindow: 131_072,
    maxOutput: 32_768,
    media: { user: [], results: [] },
    furtherSettings: [], // its Messages ignores top_k
  },
  perProtocol: {
    'openai-chat': {
      forcedToolChoice: 'without-thinking', // DSK-006
      furtherSettings: ['frequencyPenalty', 'presencePenalty'],
      sampling: 'without-thinking', // DSK-007: ignored, so the setting is lost
      thinking: {
        replay: 'reasoning_content',
        demanded: 'always', // DSK-001: on every message of an exchange with tools; optional elsewhere (DSK-003)
        control: 'thinking-type',
        efforts: ['high', 'max'],
        byDefault: true,
        canDisable: true,
      },
    },
    'anthropic-messages': {
      cache: 'none',
      thinking: { demanded: 'calls', control: 'budget', byDefault: true, canDisable: true }, // DSK-015
    },
  },
  families: deepseekModels,
};
