/**
 * Alibaba's Qwen (DashScope, international). An unknown model is assumed to think, and accepts no forced call meanwhile
 * (QWN-003).
 */
import { qwenModels } from '../models/qwen.ts';
import type { Provider } from './provider.ts';

export const qwen: Provider<'qwen'> = {
  name: 'qwen',
  label: 'Qwen (DashScope)',
  protocols: ['openai-chat'],
  endpoints: { 'openai-chat': 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1' },
  keyEnv: ['DASHSCOPE_API_KEY', 'QWEN_API_KEY'],
  endpointEnv: 'DASHSCOPE_BASE_URL',
  needsKey: true,
  defaultModel: 'qwen3.8-max',
  traits: {
    checkedBy: 'qwen',
    contextWindow: 131_072,
    maxOutput: 16_384,
    parallelToolCalls: 'settable',
    furtherSettings: ['topK', 'seed', 'presencePenalty', 'repetitionPenalty'],
    forcedToolChoice: 'without-thinking',
    laterSystem: 'user-text', // VLL-002
    responseFormat: 'none', // QWN-004: JSON mode is refused while thinking
    thinking: {
      replay: 'reasoning_content',
      demanded: 'never',
      control: 'enable_thinking',
      efforts: [],
      byDefault: true,
      canDisable: true,
    },
  },
  families: qwenModels,
};
