/**
 * Every vendor's models as OpenRouter offers them: sizes, efforts and refusals are the model's own, the rest is OpenRouter's
 * (ORT-003: one way to send any thinking back).
 */

import type { TraitOverrides } from '../traits/traits.ts';
import { anthropicModels } from './anthropic.ts';
import { deepseekModels } from './deepseek.ts';
import { googleModels } from './google.ts';
import { mistralModels } from './mistral.ts';
import type { ModelFamily } from './model-family.ts';
import { moonshotModels } from './moonshot.ts';
import { openaiModels } from './openai.ts';
import { qwenModels } from './qwen.ts';
import { xaiModels } from './xai.ts';
import { zaiModels } from './zai.ts';

/** `vendor`: the traits of all models of the vendor's own provider, as far as they apply here. */
function routed(families: readonly ModelFamily[], vendor: TraitOverrides = {}): readonly ModelFamily[] {
  return families.map(({ match, traits, perProtocol }) => {
    const chat = perProtocol?.['openai-chat'];
    const own = portable({ ...traits, ...chat });
    const media = { ...vendor.media, ...own.media };
    return { match, traits: { ...vendor, ...own, media, thinking: { ...vendor.thinking, ...own.thinking } } };
  });
}

/** Without traits of the vendor's own API. Results take no media here: they are moved to the user message. */
function portable(traits: TraitOverrides): TraitOverrides {
  const { cache, customTools, furtherSettings, lastMessage, laterSystem, maxTokensField, stop, ...more } = traits;
  const { logprobs, systemRole, thinking, toolsNeedResponses, ...rest } = more;
  const { replay, demanded, control, boundTo, display, ...own } = thinking ?? {};
  return { ...rest, thinking: own, media: { ...traits.media, results: [] } };
}

/** Vendors whose models think by default, unless their family says otherwise. */
const switched = { thinking: { efforts: ['high'], byDefault: true, canDisable: true } } as const;

/** ORT-004: with a forced tool choice Claude's thinking is silently lost. */
function withoutForcedThinking(family: ModelFamily): ModelFamily {
  const forced = family.traits.forcedToolChoice === 'no' ? 'no' : 'without-thinking';
  return { ...family, traits: { ...family.traits, forcedToolChoice: forced } };
}

/** GEM-010: Gemini's calls are signed here as well, in `reasoning_details`. */
function withSignatures(family: ModelFamily, own: ModelFamily | undefined): ModelFamily {
  const demanded = own?.traits.thinking?.demanded === 'never' ? 'never' : 'calls';
  return { ...family, traits: { ...family.traits, thinking: { ...family.traits.thinking, demanded } } };
}

const seeing = { media: { user: ['image', 'pdf'], urls: true } } as const;

export const openrouterModels: readonly ModelFamily[] = [
  ...routed(anthropicModels, seeing).map(withoutForcedThinking),
  ...routed(openaiModels, seeing),
  // GEM-038
  ...routed(googleModels, { ...seeing, toolSchema: 'gemini', furtherSettings: ['topK', 'seed', 'user'] }).map(
    (family, at) => withSignatures(family, googleModels[at]),
  ),
  ...routed(mistralModels, {
    toolIds: 'mistral',
    toolSchema: 'mistral',
    bridgeAfterResults: true,
    textBesideCalls: false,
  }),
  ...routed(moonshotModels, { toolIds: 'kimi', toolSchema: 'moonshot', forcedToolChoice: 'no' }),
  ...routed(deepseekModels, { ...switched, forcedToolChoice: 'without-thinking' }),
  ...routed(xaiModels, seeing),
  ...routed(qwenModels, { ...switched, forcedToolChoice: 'without-thinking' }),
  ...routed(zaiModels, { ...switched, forcedToolChoice: 'no' }),
];
