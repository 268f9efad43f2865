/**
 * OpenRouter: all vendors' models behind one API. A request may go to any host of a model, so it is written for the strictest;
 * thinking of every kind goes back in one field (ORT-003).
 */
import { openrouterModels } from '../models/openrouter.ts';
import type { Provider } from './provider.ts';

export const openrouter: Provider<'openrouter'> = {
  name: 'openrouter',
  label: 'OpenRouter',
  protocols: ['openai-chat'],
  endpoints: { 'openai-chat': 'https://openrouter.ai/api/v1' },
  keyEnv: ['OPENROUTER_API_KEY'],
  needsKey: true,
  defaultModel: 'anthropic/claude-opus-5.5',
  traits: {
    checkedBy: 'openrouter',
    contextWindow: 131_072,
    maxOutput: 16_384,
    toolNames: { first: '[a-zA-Z_]', rest: '[a-zA-Z0-9_-]', max: 64 }, // XCT-010
    parallelToolCalls: 'settable',
    laterSystem: 'user-text',
    firstMessage: 'user',
    lastMessage: 'user',
    responseFormat: 'json-schema',
    furtherSettings: [
      ...(['topK', 'minP', 'seed', 'frequencyPenalty', 'presencePenalty', 'repetitionPenalty'] as const),
      ...(['verbosity', 'user'] as const),
    ],
    thinking: {
      replay: 'reasoning_details',
      demanded: 'never',
      control: 'openrouter',
      efforts: ['low', 'medium', 'high'],
      byDefault: false,
      canDisable: true,
    },
  },
  families: openrouterModels,
};
