/** Default traits of an OpenAI-compatible server: what every one of them accepts. */
import { wordLists } from '../../traits/trait-list.ts';
import type { Traits } from '../../traits/traits.ts';

export const identity = { name: 'openai-chat', home: 'openai', list: 'messages' } as const;

export const traits: Traits = {
  checkedBy: 'unknown',
  contextWindow: 32_768,
  maxOutput: 4096,

  tools: 'native',
  toolIds: 'openai', // OAC-003: `call_` and 24 characters fit into 40
  toolNames: { first: '[a-zA-Z_]', rest: '[a-zA-Z0-9_-]', max: 64 }, // OAC-005, MIS-015, XCT-010
  toolSchema: 'openai',
  strictSchemas: false,
  toolArguments: 'text', // OAC-011
  maxCalls: 128, // OAC-027
  needsDeclaredTools: false,
  forcedToolChoice: 'yes',
  parallelToolCalls: 'fixed',
  customTools: false,
  allowedTools: false,
  toolsNeedResponses: false,
  logprobs: false,
  webSearch: false,

  systemRole: 'system', // DSK-010: `developer` is not known everywhere
  laterSystem: 'user-text', // VLL-002, MIS-010
  firstMessage: 'user', // GLM-001, MIS-018
  lastMessage: 'user', // MIS-011
  bridgeAfterResults: false,
  namedResults: false,
  textBesideCalls: true,
  callsLast: true,
  media: { user: [], results: [], urls: false },
  thinking: {
    replay: 'none', // GRQ-001, MIS-017
    demanded: 'never',
    control: 'none',
    efforts: [],
    byDefault: false,
    canDisable: false,
    boundTo: 'origin',
    display: 'unsaid',
  },

  streaming: true,
  usageOnRequest: true,
  maxTokensField: 'max_tokens', // AZR-002
  maxTokensRequired: false,
  sampling: 'any',
  // Most servers know these, and nearly all ignore what they do not know. Those that refuse say so in their own traits.
  furtherSettings: wordLists.furtherSettings,
  seedField: 'seed',
  stop: true,
  responseFormat: 'json-object',
  cache: 'none',
};
