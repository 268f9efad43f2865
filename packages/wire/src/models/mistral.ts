/**
 * Mistral's models. The generation of the tokenizer determines what a request may contain. Windows and prices are from
 * Mistral's model pages on the date of each; they state no output limit, so ours is an estimate.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

/** v15: media in results (MIS-020), thinking on request, `none` or `high` (MIS-022), sent back as chunks (MIS-019). */
const fifteenth: TraitOverrides = {
  contextWindow: 262_144,
  maxOutput: 32_768,
  media: { user: ['image', 'pdf'], results: ['image'], urls: true },
  thinking: { replay: 'chunks', control: 'effort', efforts: ['high'], byDefault: false, canDisable: true },
};

/** Always thinks; v11 and v13 accept its chunks (MIS-019). */
const magistral: TraitOverrides = {
  contextWindow: 131_072,
  maxOutput: 32_768,
  thinking: { replay: 'chunks', control: 'none', efforts: [], byDefault: true, canDisable: false },
};

/** PDFs too, as `document_url`. */
const seeing = { media: { user: ['image', 'pdf'], results: [], urls: true } } as const;

export const mistralModels: readonly ModelFamily[] = [
  {
    // Not `latest`: its generation is undocumented, and older ones refuse the effort (MIS-022).
    match: 'mistral-medium-(?:3[.-]5|2604)',
    traits: { ...fifteenth, price: priced('2026-05-01', 1.5, 7.5) },
  },
  // MIS-022: `latest` accepts the effort, so it is of this generation.
  { match: 'mistral-small-(?:4|2603|latest)', traits: fifteenth },
  {
    // A preview at half its list price; this is the list price.
    match: 'mistral-large-4',
    traits: { ...fifteenth, price: priced('2026-10-06', 1.36, 4.18, 0.14) },
  },
  { match: 'magistral-medium', traits: { ...magistral, ...seeing, price: priced('2025-12-01', 2, 5) } },
  { match: 'magistral-small', traits: { ...magistral, ...seeing, price: priced('2025-12-01', 0.5, 1.5) } },
  { match: 'magistral', traits: magistral },
  {
    match: 'mistral-large-(?:3|2512|latest)',
    traits: { ...seeing, contextWindow: 262_144, maxOutput: 32_768, price: priced('2025-12-02', 0.5, 1.5) },
  },
  { match: 'mistral-large', traits: { contextWindow: 131_072, maxOutput: 16_384, price: priced('2025-12-01', 2, 6) } },
  {
    match: 'mistral-medium',
    traits: { ...seeing, contextWindow: 131_072, maxOutput: 16_384, price: priced('2025-12-01', 0.4, 2) },
  },
  {
    match: 'mistral-small',
    traits: { ...seeing, contextWindow: 131_072, maxOutput: 16_384, price: priced('2025-12-01', 0.1, 0.3) },
  },
  { match: 'devstral', traits: { contextWindow: 262_144, maxOutput: 32_768, price: priced('2025-12-10', 0.4, 2) } },
  { match: 'codestral', traits: { contextWindow: 256_000, maxOutput: 16_384, price: priced('2025-12-01', 0.3, 0.9) } },
  {
    match: 'ministral-(?:3|8|14)b?-?2512|ministral-.*latest',
    traits: { ...seeing, contextWindow: 262_144, maxOutput: 16_384 },
  },
  { match: 'ministral', traits: { contextWindow: 131_072, maxOutput: 8192 } },
  {
    match: 'voxtral',
    traits: { media: { user: ['audio'], results: [], urls: true }, contextWindow: 32_768, maxOutput: 8192 },
  },
  { match: 'pixtral', traits: { ...seeing, contextWindow: 131_072, maxOutput: 8192 } },
  { match: 'open-mixtral-8x22b', traits: { contextWindow: 65_536, maxOutput: 4096 } },
  { match: 'open-mi[sx]tral', traits: { contextWindow: 32_768, maxOutput: 4096 } },
];
