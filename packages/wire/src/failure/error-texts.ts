/** Error texts by meaning, in the order in which they are tried: the most specific first. */
import type { FailureReason } from './failure.ts';
import { structuralTexts } from './structural-texts.ts';

export interface TextRow {
  readonly reason: FailureReason;
  readonly pattern: RegExp;
  /** The rule that quotes it, or the server that sends it. */
  readonly rule: string;
  /** The text does not count if this matches the text or one of the codes. */
  readonly unless?: RegExp;
  /** About the server's state: ignored when the request was refused (`isRefusal`). */
  readonly state?: true;
}

const billing: readonly TextRow[] = [
  {
    reason: 'billing',
    pattern: /exceeded your current quota/i,
    rule: 'OAC-023',
    // Gemini uses the same words for a rate limit.
    unless: /RESOURCE_EXHAUSTED|quota exceeded for metric/i,
  },
  {
    reason: 'billing',
    pattern: /payment required|credit balance|(?:spend|spending|billing hard) limit/i,
    rule: 'Anthropic, xAI',
  },
  {
    reason: 'billing',
    pattern: /insufficient[ _](?:\w+ )?(?:credits?|quota|balance|funds)|insufficient (?:account )?balance|余额不足/i,
    rule: 'DeepSeek, z.ai, Kimi',
  },
  {
    reason: 'billing',
    pattern: /(?:requires|doesn't have any|used all available|out of|prepayment) credits/i,
    rule: 'OpenRouter, xAI, Gemini',
  },
  {
    reason: 'billing',
    pattern: /reached your specified api usage limits|(?:out of|draw from your) extra usage|extra usage is required/i,
    rule: 'Anthropic',
  },
  { reason: 'billing', pattern: /please make sure your account is in good standing/i, rule: 'Qwen' },
  {
    reason: 'billing',
    pattern: /budget has been exceeded|exceeded ?budget|exceeded your monthly included credits/i,
    rule: 'LiteLLM, Hugging Face',
  },
];

const authPermanent: readonly TextRow[] = [
  {
    reason: 'auth-permanent',
    pattern:
      /(?:invalid|incorrect|revoked|disabled|expired) (?:x-)?api[ -]?key|api[ -]?key (?:is |was |has been |has )?(?:not valid|invalid|incorrect|revoked|disabled|expired)/i,
    rule: 'OpenAI, Anthropic, Gemini',
  },
  {
    reason: 'auth-permanent',
    pattern:
      /\b(?:account|organization|user|key|token|workspace) (?:has been|is|was) (?:deactivated|revoked|disabled|suspended|terminated|invalidated)/i,
    rule: 'Anthropic, OpenAI',
  },
  {
    reason: 'auth-permanent',
    pattern: /reported as leaked|disabled in this account|\bconsumer '[^']{1,200}' has been suspended/i,
    rule: 'Gemini',
  },
  {
    reason: 'auth-permanent',
    pattern: /\bapi key: \S{1,200} is invalid|invalid proxy server token|account because it has been deleted/i,
    rule: 'DeepSeek, LiteLLM, OpenAI',
  },
  {
    reason: 'auth-permanent',
    pattern: /user location is not supported|country, region, or territory not supported/i,
    rule: 'Gemini, OpenAI',
  },
];

const contentFilter: readonly TextRow[] = [
  { reason: 'content-filter', pattern: /content management policy|content[ -]filter/i, rule: 'AZR-004' },
  {
    reason: 'content-filter',
    pattern:
      /content exists risk|violates? (?:our |the )?usage (?:guidelines|policy|policies)|violating our usage polic/i,
    rule: 'DeepSeek, xAI, OpenAI',
  },
  {
    reason: 'content-filter',
    pattern: /rejected as a result of our safety system|input was flagged|inappropriate content/i,
    rule: 'OpenAI, OpenRouter, Qwen',
  },
  {
    reason: 'content-filter',
    pattern: /guardrail (?:checks? [^.]{0,60}failed|denied the request)/i,
    rule: 'Portkey',
  },
];

const overflow: readonly TextRow[] = [
  { reason: 'context-overflow', pattern: /prompt is too long/i, rule: 'ANT-070' },
  {
    reason: 'context-overflow',
    pattern:
      /exceed(?:s|ed)? (?:(?:the|this|your|model(?:'s)?|max(?:imum)?|available|allowed) ){0,4}context (?:limit|window|length|size)/i,
    rule: 'ANT-071, OAR-026, OLL-007',
  },
  {
    reason: 'context-overflow',
    pattern: /context (?:limit|window|length|size) (?:(?:has been|was|is) )?exceeded|context window is full/i,
    rule: 'Ollama, llama.cpp, LM Studio',
  },
  {
    reason: 'context-overflow',
    pattern: /context (?:window|length|size) is (?:only )?\d/i,
    rule: 'vLLM, RKLLM',
  },
  { reason: 'context-overflow', pattern: /maximum context length/i, rule: 'OAC-021, MIS-024, ORT-005' },
  {
    reason: 'context-overflow',
    pattern:
      /input token count[^.]{0,40} exceeds the maximum number of tokens|input token count is \d+ but model only supports/i,
    rule: 'GEM-032, Vertex',
  },
  { reason: 'context-overflow', pattern: /exceeded model token limit/i, rule: 'KIM-015' },
  { reason: 'context-overflow', pattern: /reduce the length of the messages/i, rule: 'GRQ-004' },
  { reason: 'context-overflow', pattern: /maximum prompt length is \d/i, rule: 'XAI-004' },
  { reason: 'context-overflow', pattern: /\brequest_too_large\b|request exceeds the maximum size/i, rule: 'Anthropic' },
  {
    reason: 'context-overflow',
    pattern: /(?:input|prompt) is too long for (?:the )?requested model/i,
    rule: 'Bedrock',
  },
  {
    reason: 'context-overflow',
    pattern: /tokens in request more than max tokens allowed|prompt exceeds max length/i,
    rule: 'z.ai',
  },
  {
    reason: 'context-overflow',
    pattern: /context window exceeds limit|model_context_window_exceeded/i,
    rule: 'MiniMax, GLM-005',
  },
  {
    reason: 'context-overflow',
    pattern: /(?:greater|longer) than the context length|loaded with context length of only/i,
    rule: 'LM Studio, OLL-007',
  },
  {
    reason: 'context-overflow',
    // Less than zero tokens left for the answer: the prompt is longer than the window.
    pattern: /longer than the maximum model length|max_tokens must be at least 1, got -\d/i,
    rule: 'vLLM',
  },
  {
    reason: 'context-overflow',
    pattern: /tokens \+ `?max_new_tokens`? must be <=|`inputs` must have less than \d+ tokens/i,
    rule: 'TGI',
  },
  { reason: 'context-overflow', pattern: /prompt token count of [\d,]+ exceeds the limit/i, rule: 'GitHub Copilot' },
  { reason: 'context-overflow', pattern: /range of input length should be/i, rule: 'Qwen' },
];

const modelNotFound: readonly TextRow[] = [
  {
    reason: 'model-not-found',
    pattern:
      /\bmodel:? [`'"]?[^\s`'"]{1,200}[`'"]?,? (?:does not exist|(?:is |was )?not found|has been (?:deactivated|decommissioned|deprecated|retired)|not exist)/i,
    rule: 'OLL-012, OpenAI, Groq, vLLM',
  },
  { reason: 'model-not-found', pattern: /\bmodels?\/\S{1,300} (?:is|was) not found/i, rule: 'Gemini' },
  {
    reason: 'model-not-found',
    pattern: /model (?:does )?not (?:exist|found)|model identifier is invalid/i,
    rule: 'DSK-009, Bedrock',
  },
  {
    reason: 'model-not-found',
    pattern: /(?:unknown|no such|invalid) model\b|not found the model|not a valid model/i,
    rule: 'z.ai, Mistral, Kimi, OpenRouter',
  },
  {
    reason: 'model-not-found',
    pattern: /access to (?:the )?model|publisher model \S{1,300} was not found/i,
    rule: 'OpenAI, Bedrock, Vertex',
  },
  {
    reason: 'model-not-found',
    pattern: /no endpoints (?:found|available) (?:for|matching)|no allowed providers are available/i,
    rule: 'OpenRouter',
  },
  // The model exists, but not for this account.
  {
    reason: 'model-not-found',
    pattern: /must be verified to (?:use|stream) (?:the|this) model|is not allowed to use publisher model/i,
    rule: 'OpenAI, Vertex',
  },
  {
    reason: 'model-not-found',
    pattern: /with on-demand throughput isn.t supported|marked by provider as legacy|model access is denied/i,
    rule: 'Bedrock',
  },
  {
    reason: 'model-not-found',
    pattern: /api deployment for this resource does not exist|requested entity was not found/i,
    rule: 'Azure, Gemini',
  },
  {
    reason: 'model-not-found',
    pattern: /requested model is not supported|no available channel for model|无可用渠道|\bno models loaded\b/i,
    rule: 'Copilot, New API, LM Studio',
  },
  { reason: 'model-not-found', pattern: /^model: \S+$/i, rule: 'Anthropic' },
];

const state: readonly TextRow[] = [
  {
    reason: 'rate-limit',
    pattern: /rate[ _-]?limit|too many (?:requests|tokens, please wait)/i,
    rule: 'ANT-072, OAC-022',
    state: true,
  },
  { reason: 'rate-limit', pattern: /(?:tokens|requests) per (?:minute|min|hour|day)/i, rule: 'OAC-022', state: true },
  {
    reason: 'rate-limit',
    pattern: /quota exceeded|exceeded your current quota|usage limit|resource (?:has been )?exhausted|throttl/i,
    rule: 'GEM-033, GEM-034',
    state: true,
  },
  {
    reason: 'overloaded',
    pattern: /overloaded|at capacity|capacity exceeded|high demand|temporarily unavailable|currently loading/i,
    rule: 'ANT-073, Mistral, Hugging Face',
    state: true,
  },
];

/** Like the code `tool_use_failed`: the model's call was invalid, not the request. */
const modelsFault: readonly TextRow[] = [
  { reason: 'server', pattern: /failed_generation|tool call validation failed/i, rule: 'GRQ-002, GRQ-003' },
];

/** Last, because texts about overflows start the same way. */
const last: readonly TextRow[] = [
  { reason: 'invalid-request', pattern: /InternalError\.Algo\.InvalidParameter/, rule: 'QWN-001' },
];

export const errorTexts: readonly TextRow[] = [
  ...structuralTexts.map(({ pattern, rule }): TextRow => ({ reason: 'invalid-request', pattern, rule })),
  ...billing,
  ...authPermanent,
  ...contentFilter,
  ...overflow,
  ...modelNotFound,
  ...modelsFault,
  ...state,
  ...last,
];

/**
 * Texts that mean a model does not support native tools. The request is valid otherwise: with its tools described in the prompt
 * (05 §2.4), the same model answers.
 */
const toolless: readonly Pick<TextRow, 'pattern' | 'rule'>[] = [
  {
    pattern:
      /\bdo(?:es)?(?: not|n['’]t) support (?:native )?(?:tools?|functions?)(?:[ _-](?:us(?:e|age)|call(?:s|ing)?))?\b(?! *(?:type|choice|of type|named|['"`]))/i,
    rule: 'OLL-005, Bedrock, DeepSeek',
  },
  { pattern: /no endpoints found that support tool use/i, rule: 'ORT-002' },
  {
    pattern:
      /['"`]?\b(?:tools|(?:tool|function)[ _-](?:use|call(?:s|ing)?))['"`]? (?:is|are) not (?:supported|enabled) (?:with|in|by|for|on)\b/i,
    rule: 'OpenAI, Groq, Gemini',
  },
  { pattern: /tool choice requires --enable-auto-tool-choice/i, rule: 'vLLM' },
];

export function lacksTools(message: string): boolean {
  return toolless.some(({ pattern }) => pattern.test(message));
}
