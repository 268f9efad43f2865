/**
 * Open models as Groq serves them. It accepts no thinking in requests (GRQ-001). Sizes and prices are from Groq's model and
 * pricing pages on the date of each.
 */
import { type ModelFamily, priced } from './model-family.ts';

export const groqModels: readonly ModelFamily[] = [
  ...[
    { match: 'gpt-oss-120b', price: priced('2025-12-01', 0.15, 0.6, 0.075) },
    { match: 'gpt-oss-20b', price: priced('2025-12-01', 0.075, 0.3, 0.0375) },
  ].map(
    ({ match, price }): ModelFamily => ({
      match,
      traits: {
        contextWindow: 131_072,
        maxOutput: 65_536,
        responseFormat: 'json-schema',
        thinking: { control: 'effort', efforts: ['low', 'medium', 'high'], byDefault: true, canDisable: false },
        price,
      },
    }),
  ),
  {
    match: 'qwen3-32b', // without tools it thinks in the text by default
    traits: {
      contextWindow: 131_072,
      maxOutput: 40_960,
      thinking: { control: 'none', byDefault: true, canDisable: false, inText: 'tagged' },
      price: priced('2025-12-01', 0.29, 0.59),
    },
  },
  {
    match: 'qwen3[.]8-27b', // knows `none` and `default`, which are not among our efforts
    traits: {
      contextWindow: 131_042,
      maxOutput: 16_384,
      media: { user: ['image'], results: [], urls: true },
      thinking: { control: 'none', byDefault: true, canDisable: false, inText: 'tagged' },
      price: priced('2026-08-29', 0.8, 4, 0.4),
    },
  },
  {
    match: 'kimi-k2',
    traits: {
      contextWindow: 262_144,
      maxOutput: 16_384,
      responseFormat: 'json-schema',
      toolIds: 'kimi',
      price: priced('2025-12-01', 1, 3, 0.5),
    },
  },
  {
    match: 'llama-4',
    traits: {
      contextWindow: 131_072,
      maxOutput: 8192,
      responseFormat: 'json-schema',
      media: { user: ['image'], results: [], urls: true },
    },
  },
  {
    match: 'llama-3[.]3-70b',
    traits: { contextWindow: 131_072, maxOutput: 32_768, price: priced('2025-12-01', 0.59, 0.79) },
  },
  {
    match: 'llama-3[.]1-8b',
    traits: { contextWindow: 131_072, maxOutput: 32_768, price: priced('2025-12-01', 0.05, 0.08) },
  },
];
