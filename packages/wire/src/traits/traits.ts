/**
 * Everything that differs between targets which speak the same protocol, as one flat record of data. A target's traits
 * are its protocol's, overlaid with its provider's, its model family's and the user's own (`resolve-target.ts`). Encoders
 * read traits; they never look at a provider's or a model's name.
 */

/** How canonical tool ids are written (`tool-ids.ts`). */
export type IdScheme = 'openai' | 'anthropic' | 'kimi' | 'mistral' | 'none';

/** Which names a target takes for tools (`tool-names.ts`): `first` and `rest` are classes of a regular expression, brackets included. */
export interface NameRule {
  readonly first: string;
  readonly rest: string;
  readonly max: number;
}

export type SchemaDialect =
  | 'json-schema' // sent as it is
  | 'openai' // object at the top, arrays with items (OAC-030); nothing else changed
  | 'openai-strict' // additionalProperties false, everything required (OAC-020)
  | 'anthropic' // object at the top, `type` always there (ANT-063)
  | 'gemini' // OpenAPI subset: keywords stripped, refs inlined (GEM-021…025)
  | 'mistral' // Draft 7 (MIS-016)
  | 'moonshot' // refs inlined, no `type` beside `anyOf` (KIM-014)
  | 'ollama'; // refs inlined, simple types

/** `text`: files of text as such; where they are not taken, what is written in them is. */
export type MediaKind = 'image' | 'pdf' | 'audio' | 'video' | 'text';

export interface MediaTaken {
  /** Kinds that may stand in a user message, and those that may stand inside a tool result. */
  readonly user: readonly MediaKind[];
  readonly results: readonly MediaKind[];
  /** Kinds that may stand in the model's own message; elsewhere a medium the model made is a placeholder. */
  readonly model?: readonly MediaKind[];
  /** Whether a medium may be given by its address instead of its bytes. */
  readonly urls: boolean;
  /** How Chat writes a PDF: as a `file`, which has no address (OAC-013), or as Mistral's `document_url`. Other protocols have one way. */
  readonly documents?: 'file' | 'document_url';
}

/** How the model's own earlier thinking is given back. */
export type ThinkingReplay =
  | 'none' // never sent: the field is unknown or refused (GRQ-001, MIS-017, OAC)
  | 'signed' // Anthropic: whole, in place, with its signature (ANT-040…043)
  | 'items' // Responses: reasoning items with encrypted content (OAR-008…015)
  | 'signatures' // Gemini: thoughtSignature on the part it came on (GEM-010…014)
  | 'reasoning_content' // Kimi, DeepSeek, GLM, Qwen: the text in a field of its own
  | 'reasoning' // newer vLLM, Ollama's `/v1`: the same in another field (VLL-005)
  | 'reasoning_details' // OpenRouter: opaque list, given back unmodified (ORT-003)
  | 'chunks' // Mistral: thinking chunks in content (MIS-017, MIS-019)
  | 'thinking'; // Ollama: an optional field

/** What the user asks for; each target has its own way to say it, and its own levels. */
export type Effort = 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** How a request asks for more, less or no thinking. */
export type ThinkingControl =
  | 'none' // there is nothing to set
  | 'effort' // `reasoning_effort`, or Responses' `reasoning.effort`
  | 'budget' // Anthropic ≤ 4.6: thinking.enabled with budget_tokens
  | 'adaptive' // Anthropic ≥ 4.6: thinking.adaptive with output_config.effort
  | 'gemini-budget' // 2.5: thinkingConfig.thinkingBudget
  | 'gemini-level' // 3+: thinkingConfig.thinkingLevel
  | 'thinking-type' // Kimi, DeepSeek, GLM: thinking: {type: enabled | disabled}
  | 'enable_thinking' // Qwen
  | 'openrouter' // reasoning: {effort}
  | 'think'; // Ollama

export interface ThinkingTraits {
  readonly replay: ThinkingReplay;
  /** On which assistant messages the replay field must stand even if nothing is known (KIM-006, KIM-007, DSK-001). */
  readonly demanded: 'never' | 'calls' | 'always';
  readonly control: ThinkingControl;
  /** Whether a model that is asked with an effort (`adaptive`) takes a budget as well, as Claude 4.6 does. */
  readonly takesBudget?: boolean;
  /** Efforts the model knows, weakest first. Others are moved to the nearest one. */
  readonly efforts: readonly Effort[];
  /** Whether the model thinks when nothing is said. */
  readonly byDefault: boolean;
  /** Whether thinking can be turned off. */
  readonly canDisable: boolean;
  /** Thinking goes back with calls and is left out elsewhere, because older servers of the model refuse it there (DSK-001, DSK-003). */
  readonly onlyWithCalls?: boolean;
  /** What a thinking block is bound to besides its origin: nothing more, or everything before it (ANT-054). */
  readonly boundTo: 'origin' | 'prefix';
  /**
   * What a request that asks for thinking says about its text: nothing, or that it is to come or may stay away. Claude leaves it
   * out unless asked since Opus 4.7, and sends an empty block with a signature. Protocols without such a word ignore it.
   */
  readonly display: 'unsaid' | 'summarized' | 'omitted';
  /**
   * Where a server may leave the model's thinking in its text: between `<think>` and `</think>` at the beginning (`tagged`), or
   * also without the first of them, which is part of the prompt then (`unopened`). Absent where tags are only text.
   */
  readonly inText?: 'tagged' | 'unopened';
}

/** US dollars for a million tokens, as published on `asOf`. */
export interface Price {
  readonly asOf: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

export interface Traits {
  /**
   * Whose checks a request meets: the provider's name, or `unknown`. Only rules read it, to tell what this target refuses from
   * what another one does; what is written never depends on it.
   */
  readonly checkedBy: string;
  readonly contextWindow: number;
  readonly maxOutput: number;
  readonly price?: Price;

  /** `native`: declared and called on the wire. `prompt`: described in the system text, calls read from the answer. */
  readonly tools: 'native' | 'prompt';
  readonly toolIds: IdScheme;
  readonly toolNames: NameRule;
  readonly toolSchema: SchemaDialect;
  /** Arguments of calls in the history: JSON text or an object. Protocols that know only one way ignore it. */
  readonly toolArguments: 'text' | 'object';
  /** Longest tool description (OAC-006) and most tools (OAC-007); absent where no limit is known. */
  readonly maxDescription?: number;
  readonly maxTools?: number;
  /** Most calls in one message of the model (OAC-027): what is over goes into further messages. Absent where no limit is known. */
  readonly maxCalls?: number;
  /** A history with calls needs declared tools (ANT-060, BDR-001): stubs are declared when none are offered. */
  readonly needsDeclaredTools: boolean;
  /** `required` and named tool choice: taken, taken only while not thinking, or refused. */
  readonly forcedToolChoice: 'yes' | 'without-thinking' | 'no';
  readonly parallelToolCalls: 'settable' | 'fixed';
  /** OAC-017: tools together with thinking are refused on Chat. */
  readonly toolsNeedResponses: boolean;

  readonly systemRole: 'system' | 'developer' | 'user';
  /** A system message after the first turn: in its place, only after a user message (ANT-024), or as marked user text. */
  readonly laterSystem: 'in-place' | 'after-user' | 'user-text';
  readonly firstMessage: 'any' | 'user';
  /** `user`: the request must end with a user message or results (ANT-030, GEM-004, MIS-011). */
  readonly lastMessage: 'any' | 'user';
  /** An assistant message must stand between results and a user message (MIS-008). */
  readonly bridgeAfterResults: boolean;
  /** Results carry the name of their tool: on Chat only Mistral asks for it, and others refuse odd ones (OAC-025). */
  readonly namedResults: boolean;
  /** Text and calls in one assistant message (MIS-014). */
  readonly textBesideCalls: boolean;
  /** Calls must be the last parts of a model message (XCT-007). Responses keeps the model's own order. */
  readonly callsLast: boolean;
  readonly media: MediaTaken;
  readonly thinking: ThinkingTraits;

  readonly streaming: boolean;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  readonly maxTokensRequired: boolean;
  /** Temperature and top_p: freely, one of them (ANT-050), only while not thinking (OAC-015), or never. */
  readonly sampling: 'any' | 'one' | 'without-thinking' | 'none';
  readonly stop: boolean;
  /** The best response format it takes. */
  readonly responseFormat: 'json-schema' | 'json-object' | 'none';
  readonly cache: 'breakpoints' | 'key' | 'none';
}

/** What a user, a provider or a model family may say; objects inside are overlaid field by field. */
export type TraitOverrides = Partial<Omit<Traits, 'media' | 'thinking' | 'toolNames'>> & {
  readonly media?: Partial<MediaTaken>;
  readonly thinking?: Partial<ThinkingTraits>;
  readonly toolNames?: NameRule;
};

export function overlayTraits(traits: Traits, ...overrides: readonly TraitOverrides[]): Traits {
  let result = traits;
  for (const over of overrides) result = overlay(result, over);
  return result;
}

function overlay(under: Traits, over: TraitOverrides): Traits {
  const media = { ...under.media, ...over.media };
  const thinking = { ...under.thinking, ...over.thinking };
  return { ...under, ...over, media, thinking, toolNames: over.toolNames ?? under.toolNames };
}
