/** Default traits for an unknown model with this protocol: those of the strictest server. */
import type { Traits } from '../../traits/traits.ts';

export const identity = { name: 'anthropic-messages', home: 'anthropic', list: 'messages' } as const;

export const traits: Traits = {
  checkedBy: 'unknown',
  contextWindow: 200_000,
  maxOutput: 8192,

  tools: 'native',
  toolIds: 'anthropic',
  // ANT-061: 128 on Anthropic's own servers, 64 on Bedrock (BDR-004).
  toolNames: { first: '[a-zA-Z0-9_-]', rest: '[a-zA-Z0-9_-]', max: 64 },
  toolSchema: 'anthropic',
  strictSchemas: false,
  toolArguments: 'object',
  needsDeclaredTools: true,
  forcedToolChoice: 'without-thinking',
  parallelToolCalls: 'settable',
  customTools: false,
  allowedTools: false,
  toolsNeedResponses: false,
  logprobs: false,
  webSearch: false,

  systemRole: 'system',
  // ANT-023, GLM-003: older models and other servers refuse the role `system` among the messages.
  laterSystem: 'user-text',
  firstMessage: 'user',
  lastMessage: 'user',
  bridgeAfterResults: false,
  namedResults: false,
  textBesideCalls: true,
  callsLast: true,
  media: { user: ['image', 'pdf'], results: ['image', 'pdf'], urls: true, apartFromErrors: true },
  thinking: {
    replay: 'signed',
    demanded: 'never',
    control: 'none',
    efforts: [],
    byDefault: false,
    canDisable: true,
    boundTo: 'origin',
    display: 'unsaid',
  },

  streaming: true,
  usageOnRequest: false,
  maxTokensField: 'max_tokens',
  maxTokensRequired: true,
  sampling: 'one',
  furtherSettings: ['topK'],
  seedField: 'seed', // there is none
  stop: true,
  responseFormat: 'none',
  cache: 'breakpoints',
};
