/** Qwen on DashScope: some think by default, some on request, some never. */

import type { TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

/** QWN-003 applies to all of them: no forced call while thinking. */
const byDefault: TraitOverrides = { thinking: { byDefault: true, canDisable: true } };
const onRequest: TraitOverrides = { thinking: { byDefault: false, canDisable: true } };
const always: TraitOverrides = { thinking: { control: 'none', byDefault: true, canDisable: false } };
const never: TraitOverrides = { thinking: { replay: 'none', control: 'none', byDefault: false, canDisable: true } };

const seeing = { media: { user: ['image'], results: [], urls: true } } as const;
const million = { contextWindow: 1_000_000, maxOutput: 65_536 } as const;

export const qwenModels: readonly ModelFamily[] = [
  {
    match: 'qwen3[.]8-max',
    traits: { ...byDefault, ...seeing, ...million, maxOutput: 131_072, price: priced('2026-08-03', 2, 6) },
  },
  { match: 'qwen3[.]7-max', traits: { ...byDefault, ...million } },
  { match: 'qwen3[.][5-9]-(?:plus|flash|max)', traits: { ...byDefault, ...seeing, ...million } },
  { match: 'qwen3[.][5-9]', traits: { ...byDefault, ...seeing, contextWindow: 262_144, maxOutput: 65_536 } },
  { match: 'qwen3-coder-plus', traits: { ...never, ...million, price: priced('2025-12-01', 1, 5) } },
  { match: 'qwen3-coder', traits: { ...never, contextWindow: 262_144, maxOutput: 65_536 } },
  {
    match: 'qwen3-max-thinking',
    traits: { ...always, contextWindow: 262_144, maxOutput: 65_536, price: priced('2026-01-23', 1.2, 6) },
  },
  {
    match: 'qwen3-max',
    traits: { ...onRequest, contextWindow: 262_144, maxOutput: 65_536, price: priced('2025-12-01', 1.2, 6) },
  },
  { match: 'qwen3-.*-thinking|qwq|qvq', traits: { ...always, contextWindow: 131_072, maxOutput: 32_768 } },
  { match: 'qwen3-.*-instruct', traits: { ...never, contextWindow: 131_072, maxOutput: 32_768 } },
  { match: 'qwen3-vl', traits: { ...onRequest, ...seeing, contextWindow: 262_144, maxOutput: 32_768 } },
  { match: 'qwen3-', traits: { ...byDefault, contextWindow: 131_072, maxOutput: 16_384 } },
  { match: 'qwen-(?:plus|flash|turbo)', traits: { ...onRequest, contextWindow: 1_000_000, maxOutput: 32_768 } },
  { match: 'qwen-vl', traits: { ...never, ...seeing, contextWindow: 131_072, maxOutput: 8192 } },
  { match: 'qwen-max|qwen2[.]5', traits: { ...never, contextWindow: 32_768, maxOutput: 8192 } },
];
