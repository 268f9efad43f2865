/**
 * The models of the Mistral simulator and the generation of the tokenizer each is served with: the generation decides which rules
 * a request is judged by. Besides Mistral's own platform there are two kinds of other servers, by the end of the id.
 */

import type { JsonObject } from '../../../api/json.ts';
import type { ChatModel } from '../../profile.ts';

export type Generation = 3 | 7 | 11 | 13 | 15;

/** `api`: api.mistral.ai. `nim`: an older validator (MIS-008). `template`: a chat template in llama.cpp (MIS-021, MIS-025). */
export type Flavour = 'api' | 'nim' | 'template';

export interface MistralModel extends ChatModel {
  readonly generation: Generation;
  readonly flavour: Flavour;
  /** `asked`: with `reasoning_effort: 'high'`. */
  readonly thinking: 'never' | 'always' | 'asked';
}

const row = (
  id: string,
  generation: Generation,
  thinking: MistralModel['thinking'],
  window = 131_072,
): MistralModel => ({
  id,
  window,
  generation,
  flavour: id.endsWith('-nim') ? 'nim' : id.endsWith('-gguf') ? 'template' : 'api',
  thinking,
});

export const mistralModels: readonly MistralModel[] = [
  row('open-mistral-7b', 3, 'never', 32_768),
  row('mistral-large-2407', 7, 'never'),
  row('mistral-medium-2508', 11, 'never'),
  row('magistral-medium-2507', 11, 'always'),
  row('magistral-medium-2509', 13, 'always'),
  row('magistral-small-2509', 13, 'always'),
  row('mistral-large-latest', 13, 'never'),
  row('mistral-medium-latest', 13, 'never'),
  row('mistral-small-latest', 15, 'asked'),
  row('voxtral-small-latest', 13, 'never'),
  row('voxtral-mini-latest', 13, 'never'),
  row('ministral-3b-2512', 15, 'asked'),
  row('ministral-8b-2512', 15, 'asked'),
  row('ministral-14b-2512', 15, 'asked'),
  row('mistral-medium-3.5', 15, 'asked', 262_144),
  row('mistral-small-2506-nim', 11, 'never'),
  row('ministral-8b-2512-gguf', 15, 'asked'),
  // Its window is small enough for a test to fill.
  row('mistral-tiny-window', 13, 'never', 64),
];

const fallback: MistralModel = row('', 13, 'never');

export function mistralModel(id: unknown): MistralModel {
  return mistralModels.find((model) => model.id === id) ?? fallback;
}

export function mistralThinks(body: Readonly<Record<string, unknown>>): boolean {
  const { thinking } = mistralModel(body['model']);
  return thinking === 'always' || (thinking === 'asked' && body['reasoning_effort'] === 'high');
}

/**
 * The entry of a model in Mistral's list: the kind of card and the model's capabilities, which its own SDK requires.
 */
export function mistralCard(id: string): JsonObject {
  const { window, thinking } = mistralModel(id);
  return {
    owned_by: 'mistralai',
    // Pictures are accepted by every model: the rulebook has no rule against them.
    capabilities: {
      completion_chat: true,
      function_calling: true,
      reasoning: thinking !== 'never',
      completion_fim: false,
      fine_tuning: false,
      vision: true,
      ocr: false,
      classification: false,
      moderation: false,
      audio: false,
    },
    name: id,
    description: null,
    max_context_length: window,
    aliases: [],
    deprecation: null,
    default_model_temperature: null,
    type: 'base',
  };
}
