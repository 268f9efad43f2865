/**
 * DeepSeek. The handling of `reasoning_content` was reversed between generations: R1 refuses it, V3.2 requires it. Sizes and
 * prices are from DeepSeek's pricing page on the date of each; prices are those of peak hours, others are half.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

const size = { contextWindow: 1_000_000, maxOutput: 384_000 } as const;
const flash = { price: priced('2026-09-10', 0.3, 1.2, 0.006) } as const;
const lowToo: TraitOverrides = { thinking: { efforts: ['low', 'high', 'max'] } };

export const deepseekModels: readonly ModelFamily[] = [
  { match: 'deepseek-v4-pro', traits: { ...size, price: priced('2026-08-17', 1.32, 3.96, 0.044) } },
  {
    // V4.1 Flash accepts images, and knows an effort that Pro treats as a higher one.
    match: 'deepseek-(?:v4[.]1-)?flash|deepseek-v4-flash-vision',
    traits: { ...size, ...flash },
    perProtocol: { 'openai-chat': { ...lowToo, media: { user: ['image'], results: [], urls: true } } },
  },
  // DeepSeek serves V4.1 under this name, other hosts the original: text only.
  { match: 'deepseek-v4-flash', traits: { ...size, ...flash }, perProtocol: { 'openai-chat': lowToo } },
  {
    // DSK-009: old names for V4 Flash, without and with thinking.
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
    // DSK-009: the old name for thinking. Its tool loops require the reasoning (DSK-001); R1, which other hosts may serve under
    // the same name, has no tools and refuses the field (DSK-003). So it is only sent with calls.
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
