/**
 * DeepSeek. What to do with `reasoning_content` was turned round between generations: R1 refused it, V3.2 demands it. Sizes and
 * prices are from DeepSeek's pricing page on the day each is dated: those of peak hours, the others are half.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

const size = { contextWindow: 1_000_000, maxOutput: 384_000 } as const;
const flash = { price: priced('2026-09-10', 0.3, 1.2, 0.006) } as const;
const lowToo: TraitOverrides = { thinking: { efforts: ['low', 'high', 'max'] } };

export const deepseekModels: readonly ModelFamily[] = [
  { match: 'deepseek-v4-pro', traits: { ...size, price: priced('2026-08-17', 1.32, 3.96, 0.044) } },
  {
    // V4.1 Flash sees, and knows an effort that Pro takes for a higher one.
    match: 'deepseek-(?:v4[.]1-)?flash|deepseek-v4-flash-vision',
    traits: { ...size, ...flash },
    perProtocol: { 'openai-chat': { ...lowToo, media: { user: ['image'], results: [], urls: true } } },
  },
  // DeepSeek serves V4.1 under this name, others what it was: text only.
  { match: 'deepseek-v4-flash', traits: { ...size, ...flash }, perProtocol: { 'openai-chat': lowToo } },
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
    // DSK-009: the name of the past for thinking. Its tool loops want the reasoning back (DSK-001); R1, which others may serve under
    // the same name, has no tools and refuses the field (DSK-003). So it goes with calls alone.
    match: 'deepseek-reasoner',
    traits: size,
    perProtocol: {
      'openai-chat': {
        thinking: {
          replay: 'reasoning_content',
          demanded: 'calls',
          onlyWithCalls: true,
          control: 'none',
          efforts: [],
          byDefault: true,
          canDisable: false,
        },
      },
    },
  },
];
