/**
 * What servers say when a model cannot be offered tools natively. The request is sound but for that: asked again with its tools
 * described in the prompt (05 §2.4), the same model answers.
 */
const patterns: readonly { readonly pattern: RegExp; readonly rule: string }[] = [
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
  return patterns.some(({ pattern }) => pattern.test(message));
}
