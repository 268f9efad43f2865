/** DeepSeek. What to do with `reasoning_content` was turned round between generations: R1 refused it, V3.2 demands it. */
import { type ModelFamily, priced } from '../models.ts';

const size = { contextWindow: 1_000_000, maxOutput: 384_000 } as const;

export const deepseekModels: readonly ModelFamily[] = [
  { match: 'deepseek-v4-pro', traits: { ...size, price: priced('2026-06-22', 0.435, 0.87, 0.003625) } },
  { match: 'deepseek-(?:v4-)?flash', traits: { ...size, price: priced('2026-06-22', 0.14, 0.28, 0.0028) } },
  {
    // DSK-009: names of the past for V4 Flash, without and with thinking.
    match: 'deepseek-chat',
    traits: size,
    perProtocol: {
      'openai-chat': {
        sampling: 'any',
        forcedToolChoice: 'yes',
        thinking: { replay: 'none', demanded: 'never', control: 'none', efforts: [], byDefault: false },
      },
    },
  },
  {
    // DSK-009: DeepSeek itself has retired the name; who still serves it serves R1, which refuses the field (DSK-003).
    match: 'deepseek-reasoner',
    traits: size,
    perProtocol: {
      'openai-chat': {
        thinking: {
          replay: 'none',
          demanded: 'never',
          control: 'none',
          efforts: [],
          byDefault: true,
          canDisable: false,
        },
      },
    },
  },
];
