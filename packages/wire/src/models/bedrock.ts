/**
 * The models of Amazon Bedrock, by their ids: a vendor before the name, and before that the region of an inference profile, if
 * there is one (BDR-014). Claude uses its own API, all others Converse. Checked against Amazon's documentation in November
 * 2026: whether Converse accepts tools, images and documents for Nova, Titan and Jamba (table of supported models and
 * features); the sizes of Nova Premier, Llama 3.1 405B and Pixtral Large (model cards). All other figures were not checked:
 * they are conservative, and a target's `traits` override them.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { claudeElsewhere } from './claude-elsewhere.ts';
import type { ModelFamily } from './model-family.ts';

/** `us.`, `eu.`, `apac.`, `global.`, `us-gov.`; or none. */
const profile = '(?:[a-z-]+[.])?';

/** CNV-013, CNV-018, CNV-020, CNV-030: what Converse accepts for Claude only. */
const claudeInConverse: TraitOverrides = {
  bridgeAfterResults: false,
  textBesideCalls: true,
  parallelToolCalls: 'fixed',
  media: { user: ['image', 'pdf'], results: ['image'], urls: false },
  cache: 'breakpoints',
  furtherSettings: ['topK'], // CNV-025
};

/** BDR-023: schemas for the answer, up to 4.6; these are the models that accept a thinking budget. Later ones have refused them. */
function takesSchemas({ thinking }: TraitOverrides): boolean {
  return thinking?.control === 'budget' || thinking?.takesBudget === true;
}

const claude: readonly ModelFamily[] = claudeElsewhere(`${profile}anthropic[.]`).map((family) => ({
  ...family,
  traits: takesSchemas(family.traits) ? family.traits : { ...family.traits, responseFormat: 'none' },
  perProtocol: { ...family.perProtocol, 'bedrock-converse': claudeInConverse },
}));

/** Amazon's own: text next to calls, forced calls, images, videos and documents. */
const nova: TraitOverrides = {
  contextWindow: 300_000,
  maxOutput: 10_000,
  bridgeAfterResults: false,
  textBesideCalls: true,
  forcedToolChoice: 'yes',
  media: { user: ['image', 'pdf', 'video'], results: ['image'], urls: false },
};

const others: readonly ModelFamily[] = [
  { match: 'amazon[.]nova-micro', traits: { ...nova, contextWindow: 128_000, media: { user: [], results: [] } } },
  { match: 'amazon[.]nova-premier', traits: { ...nova, contextWindow: 1_000_000, maxOutput: 25_000 } },
  { match: 'amazon[.]nova-2-', traits: { ...nova, contextWindow: 1_000_000, maxOutput: 32_000 } },
  { match: 'amazon[.]nova', traits: nova },
  // CNV-019: no tools.
  { match: 'amazon[.]titan', traits: { contextWindow: 8000, maxOutput: 3072, tools: 'prompt' } },
  { match: 'meta[.]llama4', traits: { contextWindow: 1_000_000, maxOutput: 8192, media: { user: ['image'] } } },
  { match: 'meta[.]llama3-2-(?:11|90)b', traits: { maxOutput: 4096, media: { user: ['image'] } } },
  { match: 'meta[.]llama3-[123]', traits: { maxOutput: 4096 } },
  // CNV-019: no tools.
  { match: 'meta[.]llama', traits: { contextWindow: 8192, maxOutput: 2048, tools: 'prompt' } },
  { match: 'mistral[.]pixtral', traits: { maxOutput: 16_384, media: { user: ['image'] } } },
  { match: 'mistral[.](?:mistral-large|mistral-small|ministral|magistral|devstral)', traits: { maxOutput: 8192 } },
  { match: 'mistral[.]', traits: { contextWindow: 32_000, maxOutput: 4096, tools: 'prompt' } },
  { match: 'cohere[.]command-r', traits: { maxOutput: 4096 } },
  { match: 'deepseek[.]r1', traits: { maxOutput: 32_768, tools: 'prompt', thinking: { byDefault: true } } },
  { match: 'deepseek[.]', traits: { maxOutput: 32_768 } },
  { match: 'openai[.]gpt-oss', traits: { maxOutput: 16_384, thinking: { byDefault: true } } },
  { match: 'qwen[.]qwen3', traits: { contextWindow: 262_144, maxOutput: 16_384 } },
  { match: 'ai21[.]jamba-instruct', traits: { contextWindow: 256_000, maxOutput: 4096, tools: 'prompt' } },
  { match: 'ai21[.]jamba', traits: { contextWindow: 256_000, maxOutput: 4096 } },
];

export const bedrockModels: readonly ModelFamily[] = [
  ...claude,
  ...others.map((family) => ({ ...family, match: profile + family.match })),
];
