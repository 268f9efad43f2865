/** Grok. Efforts differ from model to model (XAI-003). */
import { type ModelFamily, priced } from '../models.ts';
import type { TraitOverrides } from '../traits.ts';

/** Stop sequences are refused by all that think. */
const efforts: TraitOverrides = {
  stop: false,
  thinking: { control: 'effort', efforts: ['low', 'medium', 'high'], byDefault: true, canDisable: false },
};

/** Thinks, and does not let that be set. */
const fixed: TraitOverrides = {
  stop: false,
  thinking: { control: 'none', efforts: [], byDefault: true, canDisable: false },
};

const unthinking: TraitOverrides = {
  stop: true,
  thinking: { replay: 'none', control: 'none', efforts: [], byDefault: false, canDisable: true },
};

const blind = { media: { user: [], results: [] } } as const;

export const xaiModels: readonly ModelFamily[] = [
  { match: 'grok-4[.][5-9]', traits: { ...efforts, contextWindow: 500_000, price: priced('2026-09-29', 2, 6, 0.5) } },
  {
    match: 'grok-4[.]3',
    traits: {
      ...efforts,
      contextWindow: 1_000_000,
      thinking: { ...efforts.thinking, canDisable: true },
      price: priced('2026-07-13', 1.25, 2.5),
    },
  },
  {
    match: 'grok-4[.]20.*non-reasoning',
    traits: { ...unthinking, contextWindow: 1_000_000, price: priced('2026-07-13', 1.25, 2.5) },
  },
  { match: 'grok-4[.]20', traits: { ...fixed, contextWindow: 1_000_000, price: priced('2026-07-13', 1.25, 2.5) } },
  {
    match: 'grok-4(?:-1|[.]1)?-fast-non-reasoning',
    traits: { ...unthinking, contextWindow: 2_000_000, price: priced('2025-12-01', 0.2, 0.5, 0.05) },
  },
  {
    match: 'grok-4(?:-1|[.]1)?-fast',
    traits: { ...fixed, contextWindow: 2_000_000, price: priced('2025-12-01', 0.2, 0.5, 0.05) },
  },
  { match: 'grok-build', traits: { ...fixed, ...blind, contextWindow: 256_000, price: priced('2026-07-13', 1, 2) } },
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
