/**
 * Grok. Efforts differ from model to model (XAI-003). Windows, efforts and prices are from xAI's model and pricing pages on the
 * date of each. From 4.20 on a prompt of more than 200,000 tokens costs twice as much.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

/** All models that think refuse stop sequences. */
const efforts: TraitOverrides = {
  stop: false,
  thinking: { control: 'effort', efforts: ['low', 'medium', 'high'], byDefault: true, canDisable: false },
};

/** Always thinks; cannot be configured. */
const fixed: TraitOverrides = {
  stop: false,
  thinking: { control: 'none', efforts: [], byDefault: true, canDisable: false },
};

const unthinking: TraitOverrides = {
  stop: true,
  thinking: { replay: 'none', control: 'none', efforts: [], byDefault: false, canDisable: true },
};

/** xAI documents both 1 and 2 million tokens. */
const four20 = {
  contextWindow: 1_000_000,
  maxOutput: 30_000,
  price: priced('2026-07-13', 1.25, 2.5, 0.2),
} as const;

const blind = { media: { user: [], results: [] } } as const;

export const xaiModels: readonly ModelFamily[] = [
  {
    match: 'grok-4[.]7',
    traits: {
      ...efforts,
      contextWindow: 500_000,
      thinking: { ...efforts.thinking, efforts: ['low', 'medium', 'high', 'xhigh'] },
      price: priced('2026-09-29', 2, 6, 0.5),
    },
  },
  { match: 'grok-4[.][5-9]', traits: { ...efforts, contextWindow: 500_000, price: priced('2026-09-29', 2, 6, 0.5) } },
  {
    match: 'grok-4[.]3',
    traits: {
      ...efforts,
      contextWindow: 1_000_000,
      maxOutput: 30_000,
      thinking: { ...efforts.thinking, canDisable: true },
      price: priced('2026-07-13', 1.25, 2.5, 0.2),
    },
  },
  {
    match: 'grok-4[.]20.*non-reasoning',
    traits: { ...unthinking, ...four20 },
  },
  {
    match: 'grok-4[.]20-multi-agent', // does not call our tools
    traits: { ...fixed, ...four20, tools: 'prompt', forcedToolChoice: 'no', price: priced('2026-03-09', 2, 6, 0.2) },
  },
  { match: 'grok-4[.]20', traits: { ...fixed, ...four20 } },
  {
    match: 'grok-4(?:-1|[.]1)?-fast-non-reasoning',
    traits: { ...unthinking, contextWindow: 2_000_000, price: priced('2025-12-01', 0.2, 0.5, 0.05) },
  },
  {
    match: 'grok-4(?:-1|[.]1)?-fast',
    traits: { ...fixed, contextWindow: 2_000_000, price: priced('2025-12-01', 0.2, 0.5, 0.05) },
  },
  { match: 'grok-build', traits: { ...fixed, contextWindow: 256_000, price: priced('2026-07-13', 1, 2, 0.2) } },
  {
    match: 'grok-code-fast',
    traits: { ...fixed, ...blind, contextWindow: 256_000, price: priced('2025-12-01', 0.2, 1.5, 0.02) },
  },
  {
    match: 'grok-4(?:-0709|-latest|$)',
    traits: { ...fixed, contextWindow: 256_000, price: priced('2025-12-01', 3, 15, 0.75) },
  },
  {
    match: 'grok-3-mini',
    traits: {
      ...efforts,
      ...blind,
      contextWindow: 131_072,
      thinking: { ...efforts.thinking, efforts: ['low', 'high'] },
      price: priced('2025-12-01', 0.3, 0.5, 0.075),
    },
  },
  { match: 'grok-[23]', traits: { ...unthinking, ...blind, contextWindow: 131_072 } },
];
