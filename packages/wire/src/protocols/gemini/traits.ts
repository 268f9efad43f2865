/** Default traits of a Gemini model: what both 2.5 and 3 accept. The rest is in the data of each family. */
import type { Traits } from '../../traits/traits.ts';

export const identity = { name: 'gemini', home: 'google', list: 'contents' } as const;

export const traits: Traits = {
  checkedBy: 'unknown',
  contextWindow: 1_048_576,
  maxOutput: 65_536,

  tools: 'native',
  toolIds: 'none', // GEM-016: calls and results are matched by order and name
  // GEM-020 also allows `.` and `:`; without them a name is valid everywhere (XCT-010).
  toolNames: { first: '[a-zA-Z_]', rest: '[a-zA-Z0-9_-]', max: 64 },
  toolSchema: 'gemini', // GEM-021
  strictSchemas: false,
  toolArguments: 'object', // GEM-019
  needsDeclaredTools: false,
  forcedToolChoice: 'yes',
  parallelToolCalls: 'fixed',
  customTools: false,
  allowedTools: false,
  toolsNeedResponses: false,
  logprobs: false,
  webSearch: false,

  systemRole: 'system',
  laterSystem: 'user-text', // GEM-006
  firstMessage: 'user', // GEM-002
  lastMessage: 'user', // GEM-004
  bridgeAfterResults: false,
  namedResults: false,
  textBesideCalls: true,
  callsLast: true,
  // Google fetches public and signed addresses itself, and knows the files that were uploaded to it.
  media: { user: ['image', 'pdf', 'audio', 'video'], results: [], urls: true, googleFiles: true }, // GEM-030
  thinking: {
    replay: 'signatures',
    demanded: 'calls', // GEM-010; 2.5 does not require them (GEM-014)
    control: 'none',
    efforts: [],
    byDefault: true,
    canDisable: false,
    boundTo: 'origin', // GEM-012
    display: 'unsaid',
  },

  streaming: true,
  usageOnRequest: false,
  maxTokensField: 'max_tokens', // neither: it is `generationConfig.maxOutputTokens`
  maxTokensRequired: false,
  sampling: 'any',
  furtherSettings: ['topK', 'seed'], // GEM-038
  seedField: 'seed',
  stop: true,
  responseFormat: 'json-schema',
  cache: 'none',
};
