/** What Mistral says about a model in its list: the kind of card and what the model can do, without which its own SDK reads none. */
import type { JsonObject } from '../../../api/json.ts';
import { mistralModel } from './models.ts';

export function mistralCard(id: string): JsonObject {
  const { window, thinking } = mistralModel(id);
  return {
    owned_by: 'mistralai',
    // Pictures are taken whatever the model: the rulebook has no rule against them.
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
