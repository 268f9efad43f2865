/**
 * Everything that differs between targets with the same protocol, as one list. The types (`traits.ts`), the reader
 * (`read-traits.ts`), the configuration's schema and the table in its documentation follow from it: a new trait is one line
 * here, and the code that reads it.
 */

/** The type of a trait's value. */
export type TraitForm = (
  | { readonly is: 'flag' | 'text' | 'name' | 'count' | 'amount' }
  | { readonly oneOf: readonly string[] }
  /** A list of words from `wordLists`. */
  | { readonly listOf: keyof typeof wordLists }
  | { readonly fields: TraitForms }
) & {
  /** The trait may be absent. */
  readonly optional?: true;
  /** The smallest count; 1 by default. */
  readonly least?: number;
  /** For the configuration's schema. */
  readonly about?: string;
};

export interface TraitForms {
  readonly [name: string]: TraitForm;
}

export const wordLists = {
  /** `text`: text files, sent as files. Where they are not accepted, their content is sent as text. */
  media: ['image', 'pdf', 'audio', 'video', 'text'],
  /** What users ask for, weakest first. Each target has its own format and levels. */
  efforts: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  /** Settings that many targets lack. */
  furtherSettings: [
    'topK',
    'minP',
    'seed',
    'frequencyPenalty',
    'presencePenalty',
    'repetitionPenalty',
    'verbosity',
    'serviceTier',
    'user',
  ],
} as const;

export const traitList = {
  /**
   * Whose rules a request must satisfy: the provider's name, or `unknown`. Only rules read it, to distinguish what this target
   * refuses from what another does; what is written never depends on it.
   */
  checkedBy: { is: 'name', about: 'The provider that checks its requests, by name.' },
  contextWindow: { is: 'count', about: 'Tokens it can hold.' },
  maxOutput: { is: 'count', about: 'The most tokens in one answer.' },
  /** US dollars per million tokens, as published on `asOf`. */
  price: {
    optional: true,
    about: 'US dollars per million tokens.',
    fields: {
      asOf: { is: 'text', about: 'The date of the price.' },
      input: { is: 'amount' },
      output: { is: 'amount' },
      cacheRead: { is: 'amount', optional: true },
      cacheWrite: { is: 'amount', optional: true },
    },
  },

  /** `native`: declared and called on the wire. `prompt`: described in the system text, calls read from the answer. */
  tools: { oneOf: ['native', 'prompt'] },
  /** How canonical tool ids are written (`tools/tool-ids.ts`). */
  toolIds: { oneOf: ['openai', 'anthropic', 'kimi', 'mistral', 'none'] },
  /**
   * Which tool names a target accepts (`tools/tool-names.ts`): `first` and `rest` are classes of a regular expression, brackets
   * included.
   */
  toolNames: { fields: { first: { is: 'name' }, rest: { is: 'name' }, max: { is: 'count', least: 16, about: '' } } },
  toolSchema: {
    oneOf: [
      'json-schema', // sent unchanged
      'openai', // object at the top, arrays with items (OAC-030); nothing else changed
      'openai-strict', // additionalProperties false, everything required (OAC-020)
      'anthropic', // object at the top, `type` always present (ANT-063)
      'gemini', // OpenAPI subset: keywords stripped, refs inlined (GEM-021…025)
      'mistral', // Draft 7 (MIS-016)
      'moonshot', // refs inlined, no `type` next to `anyOf` (KIM-014)
      'ollama', // refs inlined, simple types
    ],
  },
  /** A schema can be enforced, for a tool and for the answer (`strict`), as OpenAI does (OAC-020). */
  strictSchemas: { is: 'flag' },
  /** Arguments of calls in the history: JSON text or an object. Ignored by protocols with only one way. */
  toolArguments: { oneOf: ['text', 'object'] },
  /** Longest tool description (OAC-006) and most tools (OAC-007); absent if no limit is known. */
  maxDescription: { is: 'count', optional: true, about: "The most characters in a tool's description." },
  maxTools: { is: 'count', optional: true, about: 'The most tools.' },
  /** Most calls in one model message (OAC-027): the rest goes into further messages. Absent if no limit is known. */
  maxCalls: { is: 'count', optional: true, about: 'The most calls in one message of the model.' },
  /** A history with calls needs declared tools (ANT-060, BDR-001): stubs are declared when none are offered. */
  needsDeclaredTools: { is: 'flag' },
  /** `required` and named tool choice: accepted, accepted only while not thinking, or refused. */
  forcedToolChoice: { oneOf: ['yes', 'without-thinking', 'no'] },
  /** It can be told which of its tools may be called (`allowed_tools`), so that the list of tools, and with it the cache, stays the same. */
  allowedTools: { is: 'flag' },
  parallelToolCalls: { oneOf: ['settable', 'fixed'] },
  /** Free-form tools (`custom`), as OpenAI has them since GPT-5 (OAC-036). */
  customTools: { is: 'flag' },
  /** OAC-017: tools together with thinking are refused on Chat. */
  toolsNeedResponses: { is: 'flag' },

  /** The probabilities of tokens can be asked for in OpenAI's way (`settings.logprobs`). */
  logprobs: { is: 'flag' },
  /** The provider searches the web itself on request (`settings.webSearch`), also together with tools of the client. */
  webSearch: { is: 'flag' },

  systemRole: { oneOf: ['system', 'developer', 'user'] },
  /** A system message after the first turn: in its place, only after a user message (ANT-024), or as marked user text. */
  laterSystem: { oneOf: ['in-place', 'after-user', 'user-text'] },
  firstMessage: { oneOf: ['any', 'user'] },
  /** `user`: the request must end with a user message or results (ANT-030, GEM-004, MIS-011). */
  lastMessage: { oneOf: ['any', 'user'] },
  /** An assistant message must come between results and a user message (MIS-008). */
  bridgeAfterResults: { is: 'flag' },
  /** Results carry the name of their tool: on Chat only Mistral requires it, and others refuse unusual ones (OAC-025). */
  namedResults: { is: 'flag' },
  /** Text and calls in one assistant message (MIS-014). */
  textBesideCalls: { is: 'flag' },
  /** Calls must be the last parts of a model message (XCT-007). Responses keeps the model's own order. */
  callsLast: { is: 'flag' },
  media: {
    fields: {
      /** Kinds that may be in a user message, and those that may be inside a tool result. */
      user: { listOf: 'media' },
      results: { listOf: 'media' },
      /** Kinds that may be in the model's own message; others are replaced by a placeholder there. */
      model: { listOf: 'media', optional: true },
      /** Whether media may be sent as a URL instead of their bytes. */
      urls: { is: 'flag' },
      /** Whether files at Google (uploaded, or in its storage) may be sent by their address. No one else can read them. */
      googleFiles: { is: 'flag', optional: true },
      /** Whether a result that is an error must not contain media (ANT-036): they follow in the user message. */
      apartFromErrors: { is: 'flag', optional: true },
      /** How Chat writes a PDF: as a `file`, which must contain the bytes (OAC-013), or as Mistral's `document_url`. Other protocols have one way. */
      documents: { oneOf: ['file', 'document_url'], optional: true },
    },
  },
  thinking: {
    fields: {
      /** How the model's own earlier thinking is sent back. */
      replay: {
        oneOf: [
          'none', // never sent: the field is unknown or refused (GRQ-001, MIS-017, OAC)
          'signed', // Anthropic: whole, in place, with its signature (ANT-040…043)
          'items', // Responses: reasoning items with encrypted content (OAR-008…015)
          'signatures', // Gemini: thoughtSignature on the part it came on (GEM-010…014)
          'reasoning_content', // Kimi, DeepSeek, GLM, Qwen: the text, in a separate field
          'reasoning', // newer vLLM, Ollama's `/v1`: the same in another field (VLL-005)
          'reasoning_details', // OpenRouter: an opaque list, sent back unmodified (ORT-003)
          'chunks', // Mistral: thinking chunks in content (MIS-017, MIS-019)
          'thinking', // Ollama: an optional field
        ],
      },
      /** Which assistant messages must have the replay field even if the thinking is not known (KIM-006, KIM-007, DSK-001). */
      demanded: { oneOf: ['never', 'calls', 'always'] },
      /** How a request asks for more, less or no thinking. */
      control: {
        oneOf: [
          'none', // there is nothing to set
          'effort', // `reasoning_effort`, or Responses' `reasoning.effort`
          'budget', // Anthropic ≤ 4.6: thinking.enabled with budget_tokens
          'adaptive', // Anthropic ≥ 4.6: thinking.adaptive with output_config.effort
          'gemini-budget', // 2.5: thinkingConfig.thinkingBudget
          'gemini-level', // 3+: thinkingConfig.thinkingLevel
          'thinking-type', // Kimi, DeepSeek, GLM: thinking: {type: enabled | disabled}
          'enable_thinking', // Qwen
          'openrouter', // reasoning: {effort}
          'think', // Ollama
        ],
      },
      /** Whether a model with efforts (`adaptive`) also accepts a budget, as Claude 4.6 does. */
      takesBudget: { is: 'flag', optional: true },
      /** Efforts the model knows, weakest first. Others are moved to the nearest one. */
      efforts: { listOf: 'efforts' },
      /** Whether the model thinks by default. */
      byDefault: { is: 'flag' },
      /** Whether thinking can be turned off. */
      canDisable: { is: 'flag' },
      /** Thinking is sent back only with calls, because older servers of the model refuse it elsewhere (DSK-001, DSK-003). */
      onlyWithCalls: { is: 'flag', optional: true },
      /** What a thinking block is bound to in addition to its origin: nothing, or everything before it (ANT-054). */
      boundTo: { oneOf: ['origin', 'prefix'] },
      /**
       * What a request for thinking asks about its text: nothing (`unsaid`), to include it, or to omit it. Since Opus 4.7 Claude omits it
       * by default and sends an empty block with a signature. Protocols without such a setting ignore this.
       */
      display: { oneOf: ['unsaid', 'summarized', 'omitted'] },
      /**
       * Servers that leave the model's thinking in its text: between `<think>` and `</think>` at the beginning (`tagged`), or also
       * without the first tag, because the prompt already contains it (`unopened`). Absent if such tags are ordinary text.
       */
      inText: { oneOf: ['tagged', 'unopened'], optional: true },
    },
  },

  streaming: { is: 'flag' },
  /** Streams of Chat count tokens only if `stream_options` asks for it. Mistral's always do, and it refuses the field (MIS-017). Other protocols always count. */
  usageOnRequest: { is: 'flag' },
  maxTokensField: { oneOf: ['max_tokens', 'max_completion_tokens'] },
  maxTokensRequired: { is: 'flag' },
  /** Temperature and top_p: both accepted, only one of them (ANT-050), only while not thinking (OAC-015), or neither. */
  sampling: { oneOf: ['any', 'one', 'without-thinking', 'none'] },
  /** Which further settings it accepts; those about sampling only where `sampling` allows any. */
  furtherSettings: { listOf: 'furtherSettings' },
  seedField: { oneOf: ['seed', 'random_seed'] },
  stop: { is: 'flag' },
  /** The best response format it accepts. */
  responseFormat: { oneOf: ['json-schema', 'json-object', 'none'] },
  cache: { oneOf: ['breakpoints', 'key', 'none'] },
} as const;
