/** Default traits of a target of the Responses API. Models and providers override them. */
import type { Traits } from '../../traits/traits.ts';

export const identity = { name: 'openai-responses', home: 'openai', list: 'input' } as const;

export const traits: Traits = {
  checkedBy: 'unknown',
  // The input limit of the GPT-5 family before its long-context models; larger ones are in the model's data.
  contextWindow: 272_000,
  maxOutput: 128_000,

  tools: 'native',
  toolIds: 'openai', // 29 of the 64 accepted characters (OAR-003)
  toolNames: { first: '[a-zA-Z0-9_-]', rest: '[a-zA-Z0-9_-]', max: 64 }, // OAC-005
  toolSchema: 'openai',
  strictSchemas: false,
  toolArguments: 'text', // OAR-019: there is no other way
  maxTools: 128, // OAC-007
  needsDeclaredTools: false,
  forcedToolChoice: 'yes',
  parallelToolCalls: 'settable',
  customTools: false,
  allowedTools: false,
  toolsNeedResponses: false,
  logprobs: false,
  webSearch: false,

  systemRole: 'developer',
  laterSystem: 'in-place',
  firstMessage: 'any',
  lastMessage: 'any',
  bridgeAfterResults: false,
  namedResults: false,
  textBesideCalls: true,
  // Reasoning items are bound to the item that follows them (OAR-008, OAR-009, OAR-030): the model's order stays.
  callsLast: false,
  media: { user: ['image', 'pdf'], results: ['image', 'pdf'], urls: true }, // OAR-019
  thinking: {
    replay: 'items',
    demanded: 'never',
    control: 'effort',
    efforts: ['low', 'medium', 'high'],
    byDefault: false,
    canDisable: true,
    boundTo: 'origin', // OAR-011
    display: 'unsaid',
  },

  streaming: true,
  usageOnRequest: false,
  maxTokensField: 'max_tokens', // neither: it is `max_output_tokens`
  maxTokensRequired: false,
  sampling: 'without-thinking', // OAC-015
  furtherSettings: ['verbosity', 'serviceTier', 'user'],
  seedField: 'seed', // there is none
  stop: false, // the API has no stop sequences
  responseFormat: 'json-schema',
  cache: 'key',
};
