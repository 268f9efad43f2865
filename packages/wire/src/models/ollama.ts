/**
 * Models as Ollama serves them. Tools sent to a model without the capability cause a 400 (OLL-005), and so does an effort for a
 * model that does not think (OLL-006): a model that is not known to have them is assumed to have neither.
 */

import type { TraitOverrides } from '../traits/traits.ts';
import type { ModelFamily } from './model-family.ts';

const thinks: TraitOverrides = {
  tools: 'native',
  thinking: { replay: 'thinking', control: 'think', efforts: [], byDefault: true, canDisable: true },
};

const calls: TraitOverrides = { tools: 'native' };

const seeing = { media: { user: ['image'], results: [], urls: false } } as const;

/** Under `/v1` the same thinking has another field and another switch (VLL-005). */
const compatible = { 'openai-chat': { thinking: { replay: 'reasoning', control: 'effort' } } } as const;

export const ollamaModels: readonly ModelFamily[] = [
  {
    match: 'gpt-oss',
    traits: { ...thinks, thinking: { ...thinks.thinking, efforts: ['low', 'medium', 'high'], canDisable: false } },
    perProtocol: compatible,
  },
  { match: 'qwen3-coder', traits: calls },
  { match: 'qwen3-vl|qwen3[.][5-9]', traits: { ...thinks, ...seeing }, perProtocol: compatible },
  {
    match: 'qwen3|deepseek-(?:r1|v3[.]1|v4)|glm-[45]|kimi-k2|magistral|cogito|nemotron',
    traits: thinks,
    perProtocol: compatible,
  },
  {
    match: 'mistral-small3|mistral-medium|ministral-3|llama4|qwen2[.]5vl|granite3[.]2-vision|gemma4',
    traits: { ...calls, ...seeing },
  },
  { match: 'gemma3|llama3[.]2-vision|llava|bakllava|minicpm-v|moondream', traits: { ...seeing, tools: 'prompt' } },
  { match: 'llama3[.][1-9]|qwen2(?:[.]5)?(?:-coder)?(?:$|:)|qwq', traits: calls },
  {
    match:
      'mistral|mixtral|devstral|command-(?:r|a)|granite[34]|hermes3|firefunction|functiongemma|smollm2|phi4-mini|minimax',
    traits: calls,
  },
];
