/**
 * Kimi. Each generation thinks in a different way, and all of them require their thinking back. Windows and prices are from
 * Moonshot's model and pricing pages on the date of each.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

const size = { contextWindow: 262_144, maxOutput: 32_768 } as const;

/** K3: always thinks, keeps all of it, knows efforts and no `thinking` (KIM-007). */
const third: TraitOverrides = {
  sampling: 'none',
  thinking: {
    replay: 'reasoning_content',
    demanded: 'always',
    control: 'effort',
    efforts: ['low', 'high', 'max'],
    byDefault: true,
    canDisable: false,
  },
};

/** From K2.5 on: thinks by default (KIM-006), temperature pinned (KIM-011). */
const switched: TraitOverrides = {
  sampling: 'none',
  thinking: {
    replay: 'reasoning_content',
    demanded: 'calls',
    control: 'thinking-type',
    efforts: [],
    byDefault: true,
    canDisable: true,
  },
};

const unthinking: TraitOverrides = {
  sampling: 'any',
  thinking: { replay: 'none', demanded: 'never', control: 'none', efforts: [], byDefault: false, canDisable: true },
};

/** On Anthropic's protocol the same models use that protocol's thinking. */
const onChat = (traits: TraitOverrides): Pick<ModelFamily, 'perProtocol'> => ({
  perProtocol: { 'openai-chat': traits },
});

const seeing = { media: { user: ['image'], results: [] } } as const;

export const moonshotModels: readonly ModelFamily[] = [
  {
    match: 'kimi-k3[.-]1',
    traits: { ...seeing, contextWindow: 1_048_576, maxOutput: 131_072, price: priced('2026-10-23', 2, 10, 0.2) },
    ...onChat(third),
  },
  {
    match: 'kimi-k3',
    traits: { ...seeing, contextWindow: 1_048_576, maxOutput: 131_072, price: priced('2026-07-18', 3, 15, 0.3) },
    ...onChat(third),
  },
  {
    match: 'kimi-k2[.-]7', // KIM-009
    traits: { ...seeing, ...size },
    ...onChat({ ...switched, thinking: { ...switched.thinking, canDisable: false } }),
  },
  {
    match: 'kimi-k2[.-]6',
    traits: { ...seeing, ...size, price: priced('2026-04-21', 0.95, 4, 0.16) },
    ...onChat(switched),
  },
  { match: 'kimi-k2[.-][89]', traits: { ...seeing, ...size }, ...onChat(switched) },
  {
    match: 'kimi-k2[.-]5',
    traits: { ...seeing, ...size, price: priced('2026-02-01', 0.6, 3, 0.1) },
    ...onChat(switched),
  },
  {
    match: 'kimi-k2-thinking',
    traits: { ...size, price: priced('2025-12-01', 0.6, 2.5, 0.15) },
    ...onChat({ ...switched, thinking: { ...switched.thinking, control: 'none', canDisable: false } }),
  },
  { match: 'kimi-for-coding', traits: { ...seeing, ...size }, ...onChat(switched) }, // KIM-011
  { match: 'kimi-k2-0711', traits: { contextWindow: 131_072, maxOutput: 16_384 }, ...onChat(unthinking) },
  {
    match: 'kimi-k2(?:-|$)',
    traits: { contextWindow: 262_144, maxOutput: 16_384, price: priced('2025-12-01', 0.6, 2.5, 0.15) },
    ...onChat(unthinking),
  },
  { match: 'kimi-latest', traits: { ...seeing, contextWindow: 131_072, maxOutput: 16_384 }, ...onChat(unthinking) },
  { match: 'moonshot-v1-8k', traits: { contextWindow: 8192, maxOutput: 4096 }, ...onChat(unthinking) },
  { match: 'moonshot-v1-32k', traits: { contextWindow: 32_768, maxOutput: 8192 }, ...onChat(unthinking) },
  { match: 'moonshot-v1', traits: { contextWindow: 131_072, maxOutput: 8192 }, ...onChat(unthinking) },
];
