/** The available models in the format of each API. */
import type { JsonObject } from '@interlock/transcript';
import type { Front } from '../fronts/front.ts';
import { mistralChat } from '../fronts/mistral-chat.ts';
import type { ModelDirectory } from '../options/gateway-options.ts';
import { type ModelLimits, modelLimits } from './model-limits.ts';

/** Clients expect a date of creation, which is unknown. */
const madeAt = '2025-01-01T00:00:00Z';
const madeSeconds = Date.parse(madeAt) / 1000;

/** Clients expect a number. */
const unlimited: ModelLimits = {
  contextWindow: Number.MAX_SAFE_INTEGER,
  maxOutput: Number.MAX_SAFE_INTEGER,
  media: ['image'],
  thinks: true,
};

export function listModels(front: Front, names: readonly string[], models: ModelDirectory): JsonObject {
  switch (front.protocol.name) {
    case 'anthropic-messages':
      return {
        data: names.map((name) => anthropicModel(name)),
        has_more: false,
        first_id: names[0] ?? null,
        last_id: names.at(-1) ?? null,
      };
    case 'gemini':
      return { models: names.map((name) => geminiModel(name, models)) };
    case 'ollama-chat':
      return { models: names.map((name) => ollamaModel(name)) };
    default:
      return { object: 'list', data: names.map((name) => describeModel(front, name, models)) };
  }
}

export function describeModel(front: Front, name: string, models: ModelDirectory): JsonObject {
  if (front.protocol.name === 'anthropic-messages') return anthropicModel(name);
  if (front.protocol.name === 'gemini') return geminiModel(name, models);
  return front === mistralChat ? mistralModel(name, models) : openaiModel(name);
}

function anthropicModel(name: string): JsonObject {
  return { type: 'model', id: name, display_name: name, created_at: madeAt };
}

function openaiModel(name: string): JsonObject {
  return { id: name, object: 'model', created: madeSeconds, owned_by: 'interlock' };
}

/** Mistral's clients recognise a model by its type. */
function mistralModel(name: string, models: ModelDirectory): JsonObject {
  const { contextWindow, media, thinks } = modelLimits(models.find(name)) ?? unlimited;
  const capabilities = {
    ...{ completion_chat: true, function_calling: true, completion_fim: false, fine_tuning: false },
    ...{ reasoning: thinks, vision: media.includes('image') },
  };
  return { ...openaiModel(name), type: 'base', name, max_context_length: contextWindow, capabilities };
}

function geminiModel(name: string, models: ModelDirectory): JsonObject {
  const { contextWindow, maxOutput } = modelLimits(models.find(name)) ?? unlimited;
  return {
    name: `models/${name}`,
    version: '1',
    displayName: name,
    inputTokenLimit: contextWindow,
    outputTokenLimit: maxOutput,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  };
}

function ollamaModel(name: string): JsonObject {
  const details = {
    format: 'gateway',
    family: 'interlock',
    families: ['interlock'],
    parameter_size: '',
    quantization_level: '',
  };
  return { name, model: name, modified_at: madeAt, size: 0, digest: '', details };
}

/** Ollama's clients ask for this before they use a model. */
export function showModel(name: string, models: ModelDirectory): JsonObject {
  const { contextWindow, media, thinks } = modelLimits(models.find(name)) ?? unlimited;
  return {
    modelfile: '',
    parameters: '',
    template: '',
    details: ollamaModel(name)['details'] ?? {},
    model_info: { 'general.architecture': 'interlock', 'interlock.context_length': contextWindow },
    // Tools work with every model: those without are told in words.
    capabilities: [
      ...['completion', 'tools'],
      ...(media.includes('image') ? ['vision'] : []),
      ...(thinks ? ['thinking'] : []),
    ],
    modified_at: madeAt,
  };
}
