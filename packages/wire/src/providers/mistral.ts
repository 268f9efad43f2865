/** Mistral. Strict about ids, order and fields; for an unknown model, requests satisfy the validators of all tokenizer versions. */
import { mistralModels } from '../models/mistral.ts';
import type { Provider } from './provider.ts';

export const mistral: Provider<'mistral'> = {
  name: 'mistral',
  label: 'Mistral',
  protocols: ['openai-chat'],
  endpoints: { 'openai-chat': 'https://api.mistral.ai/v1' },
  keyEnv: ['MISTRAL_API_KEY'],
  needsKey: true,
  defaultModel: 'mistral-medium-latest',
  traits: {
    checkedBy: 'mistral',
    contextWindow: 131_072,
    maxOutput: 16_384,
    toolIds: 'mistral', // MIS-001
    toolSchema: 'mistral', // MIS-016
    parallelToolCalls: 'settable',
    usageOnRequest: false, // MIS-017
    maxTokensField: 'max_tokens', // MIS-017, AZR-002
    furtherSettings: ['seed', 'frequencyPenalty', 'presencePenalty'], // MIS-017
    seedField: 'random_seed',
    laterSystem: 'user-text', // MIS-010
    lastMessage: 'user', // MIS-011
    bridgeAfterResults: true, // MIS-008
    namedResults: true, // MIS-015
    textBesideCalls: false, // MIS-014
    responseFormat: 'json-schema',
    media: { documents: 'document_url' },
  },
  families: mistralModels,
};
