/** Default traits for an unknown model with Converse: what the strictest of them accept. */
import type { Traits } from '../../traits/traits.ts';

export const identity = { name: 'bedrock-converse', home: 'bedrock', list: 'messages' } as const;

export const traits: Traits = {
  checkedBy: 'bedrock',
  contextWindow: 128_000,
  maxOutput: 4096,

  tools: 'native',
  toolIds: 'anthropic', // CNV-003: 30 of the 64 accepted characters
  toolNames: { first: '[a-zA-Z0-9_-]', rest: '[a-zA-Z0-9_-]', max: 64 }, // CNV-002
  toolSchema: 'anthropic', // CNV-016
  strictSchemas: false,
  toolArguments: 'object', // CNV-015
  namedResults: false,
  needsDeclaredTools: true, // BDR-001
  forcedToolChoice: 'no', // CNV-018
  parallelToolCalls: 'fixed',
  customTools: false,
  allowedTools: false,
  toolsNeedResponses: false,
  logprobs: false,
  webSearch: false,

  systemRole: 'system',
  laterSystem: 'user-text', // CNV-004
  firstMessage: 'user', // CNV-005
  lastMessage: 'user', // CNV-026
  bridgeAfterResults: true, // CNV-013
  textBesideCalls: false, // CNV-013
  callsLast: true,
  media: { user: [], results: [], urls: false, apartFromErrors: true }, // CNV-020
  thinking: {
    replay: 'none',
    demanded: 'never',
    control: 'none',
    efforts: [],
    byDefault: false,
    canDisable: false,
    boundTo: 'origin',
    display: 'unsaid',
  },

  streaming: true,
  usageOnRequest: false,
  maxTokensField: 'max_tokens', // neither: it is `inferenceConfig.maxTokens`
  maxTokensRequired: false,
  sampling: 'any',
  furtherSettings: [],
  seedField: 'seed', // there is none
  stop: true,
  responseFormat: 'none',
  cache: 'none',
};
