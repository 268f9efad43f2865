/** Default traits of a model behind Ollama's own API. A model's data adds what it supports. */
import type { Traits } from '../../traits/traits.ts';

export const identity = { name: 'ollama-chat', home: 'ollama', list: 'messages' } as const;

export const traits: Traits = {
  checkedBy: 'ollama',
  // The server's default is 4096 on small machines, 32k and more on large ones. A guess that is too high causes an error,
  // not a loss, because history is never cut silently (OLL-007).
  contextWindow: 8192,
  maxOutput: 8192,

  tools: 'native',
  toolIds: 'none', // OLL-004
  toolNames: { first: '[a-zA-Z_]', rest: '[a-zA-Z0-9_-]', max: 64 },
  toolSchema: 'ollama',
  strictSchemas: false,
  toolArguments: 'object', // OLL-002
  needsDeclaredTools: false,
  forcedToolChoice: 'no',
  parallelToolCalls: 'fixed',
  customTools: false,
  allowedTools: false,
  toolsNeedResponses: false,
  logprobs: false,
  webSearch: false,

  systemRole: 'system',
  laterSystem: 'user-text',
  firstMessage: 'any',
  lastMessage: 'any',
  bridgeAfterResults: false,
  namedResults: false,
  textBesideCalls: true,
  callsLast: true,
  media: { user: [], results: [], urls: false },
  thinking: {
    replay: 'thinking',
    demanded: 'never',
    control: 'think',
    efforts: ['low', 'medium', 'high'],
    byDefault: false,
    canDisable: true,
    boundTo: 'origin',
    display: 'unsaid',
  },

  streaming: true,
  usageOnRequest: false,
  maxTokensField: 'max_tokens', // neither: it is `options.num_predict`
  maxTokensRequired: false,
  sampling: 'any',
  furtherSettings: ['topK', 'minP', 'seed', 'frequencyPenalty', 'presencePenalty', 'repetitionPenalty'],
  seedField: 'seed',
  stop: true,
  responseFormat: 'json-schema',
  cache: 'none',
};
