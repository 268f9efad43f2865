/**
 * Error texts for a malformed request. Tried before everything else and with any status: proxies pass them on as 500, a "string
 * too long" is about an id (OAC-003), "not found" about an item (OAR-010), and no retry, other target or shorter prompt fixes
 * them.
 */
export interface StructuralText {
  readonly pattern: RegExp;
  readonly rule: string;
}

export const structuralTexts: readonly StructuralText[] = [
  { pattern: /`tool_use` ids (?:were found without|must be unique)/i, rule: 'ANT-001, ANT-005' },
  { pattern: /unexpected `tool_use_id` found|each tool_use must have a single result/i, rule: 'ANT-003, ANT-004' },
  { pattern: /string should match pattern|string does not match pattern/i, rule: 'ANT-006, OAC-005' },
  { pattern: /did not find \d+ `tool_result` block/i, rule: 'ANT-012' },
  {
    pattern: /first message must use the "user" role|conversation must (?:start|end) with a user/i,
    rule: 'ANT-020, ANT-030, MIS-018',
  },
  { pattern: /roles must alternate/i, rule: 'ANT-021, MIS-025, VLL-001' },
  {
    pattern: /must (?:have |be |not be |contain )(?:non-)?(?:empty|whitespace)|content element/i,
    rule: 'ANT-026, KIM-013, XAI-001',
  },
  {
    pattern:
      /(?:invalid|corrupted|missing a)[ `]+(?:thought[ _])?signature|thought[ _]signature is (?:not valid|invalid)/i,
    rule: 'ANT-040, GEM-010',
  },
  { pattern: /`redacted_thinking`|`thinking` block/i, rule: 'ANT-042, ANT-043, ANT-055' },
  {
    pattern: /extra inputs are not permitted|: field required|input should be (?:a valid |'user')/i,
    rule: 'ANT-033, ANT-014, GLM-003',
  },
  {
    pattern: /(?:string|array) too long\. expected|empty (?:array|string)\. expected|expected an id that/i,
    rule: 'OAC-003, OAC-008, OAR-005',
  },
  { pattern: /must be followed by tool messages|must be a response to a prec/i, rule: 'OAC-001, OAC-002' },
  { pattern: /no tool (?:output|call) found for/i, rule: 'OAR-001, OAR-002' },
  {
    pattern: /was provided without its required|duplicate item found|duplicate 'call_id'/i,
    rule: 'OAR-006, OAR-007, OAR-008',
  },
  {
    pattern: /item with id \S+ not found|previous response (?:with id|cannot be used)/i,
    rule: 'OAR-010, OAR-017, OAR-018',
  },
  { pattern: /encrypted[ _]content/i, rule: 'OAR-011, OAR-014' },
  { pattern: /input item id does not belong/i, rule: 'OAR-028' },
  { pattern: /number of function response parts|please ensure that (?:function|multiturn)/i, rule: 'GEM-001, GEM-002' },
  {
    pattern:
      /tool call id (?:was \S+ but|has to be)|(?:unexpected|duplicate) tool call id|not the same number of function calls/i,
    rule: 'MIS-001, MIS-002',
  },
  { pattern: /unexpected role '\w+' after role|expected last role/i, rule: 'MIS-008, MIS-011' },
  { pattern: /tool_call_id\s+is not found/i, rule: 'KIM-005' },
  { pattern: /`?reasoning_content`? (?:is missing|field in|in the thinking mode)/i, rule: 'KIM-006, DSK-001, DSK-002' },
  {
    pattern: /invalid schema for function|invalid tool schema|moonshot flavored json schema/i,
    rule: 'OAC-020, KIM-014',
  },
  {
    pattern: /cannot unmarshal|failed to deserialize the json|not valid json|invalid json payload/i,
    rule: 'OLL-002, DSK-010, ANT-035',
  },
  { pattern: /the messages parameter is illegal|messages 参数非法/i, rule: 'GLM-001' },
  // The model exists, but does not support tools: that is about this request. As model-not-found, a route would give up
  // a model that answers once the tools are described in the prompt.
  {
    pattern: /no endpoints found that support|does not support (?:tools|thinking)\b/i,
    rule: 'ORT-002, OLL-005, OLL-006',
  },
  { pattern: /toolconfig field must be defined/i, rule: 'BDR-001' },
];
