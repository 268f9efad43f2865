/**
 * GLM. Thinking can be turned off up to 5.2, and only be reduced since 5.3 (GLM-004). Sizes and prices are from Z.ai's model
 * and pricing pages on the date of each; where a gateway's catalogue differs, the smaller window is used.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

const efforts: TraitOverrides = {
  thinking: { control: 'effort', efforts: ['low', 'high', 'max'], byDefault: true, canDisable: false },
};
const switched: TraitOverrides = {
  thinking: { control: 'thinking-type', efforts: [], byDefault: true, canDisable: true },
};

const onChat = (traits: TraitOverrides): Pick<ModelFamily, 'perProtocol'> => ({
  perProtocol: { 'openai-chat': traits },
});

const seeing = { media: { user: ['image'], results: [], urls: true } } as const;

export const zaiModels: readonly ModelFamily[] = [
  {
    match: 'glm-5[.]3-flash',
    traits: { ...seeing, contextWindow: 1_000_000, maxOutput: 131_072 },
    ...onChat(efforts),
  },
  {
    match: 'glm-5[.][3-9]',
    traits: { contextWindow: 1_000_000, maxOutput: 131_072, price: priced('2026-08-18', 1.4, 4.4, 0.26) },
    ...onChat(efforts),
  },
  {
    match: 'glm-5[.]2',
    traits: { contextWindow: 1_000_000, maxOutput: 131_072, price: priced('2026-06-17', 1.4, 4.4, 0.26) },
    ...onChat(switched),
  },
  { match: 'glm-5v', traits: { ...seeing, contextWindow: 200_000, maxOutput: 131_072 }, ...onChat(switched) },
  {
    match: 'glm-5-turbo',
    traits: { contextWindow: 200_000, maxOutput: 131_072, price: priced('2026-03-16', 1.2, 4, 0.24) },
    ...onChat(switched),
  },
  { match: 'glm-5(?:[.]1|-|$)', traits: { contextWindow: 200_000, maxOutput: 131_072 }, ...onChat(switched) },
  { match: 'glm-4[.]6v', traits: { ...seeing, contextWindow: 128_000, maxOutput: 32_768 }, ...onChat(switched) },
  { match: 'glm-4[.]\\dv', traits: { ...seeing, contextWindow: 64_000, maxOutput: 16_384 }, ...onChat(switched) },
  {
    match: 'glm-4[.][67]',
    traits: { contextWindow: 200_000, maxOutput: 131_072, price: priced('2025-12-22', 0.6, 2.2, 0.11) },
    ...onChat(switched),
  },
  {
    match: 'glm-4[.]5-air',
    traits: { contextWindow: 131_072, maxOutput: 98_304, price: priced('2025-12-01', 0.2, 1.1, 0.03) },
    ...onChat(switched),
  },
  {
    match: 'glm-4[.]5',
    traits: { contextWindow: 131_072, maxOutput: 98_304, price: priced('2025-12-01', 0.6, 2.2, 0.11) },
    ...onChat(switched),
  },
];
