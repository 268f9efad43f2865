/**
 * Errors in the providers' own words, by the rule that quotes them, with our classification of each. Placeholders in the quotes
 * are kept.
 */
import type { FailureReason } from '../../src/failure/failure.ts';

export interface ProviderErrorText {
  readonly rule: string;
  readonly status: number;
  readonly text: string;
  readonly code?: string;
  readonly reason: FailureReason;
}

export interface ProviderErrorBody {
  readonly rule: string;
  readonly status: number;
  readonly body: string;
  readonly reason: FailureReason;
}

/** Refused with 400, because of how the request is built. */
const refused: Readonly<Record<string, string | readonly string[]>> = {
  'ANT-001':
    'messages.130: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01G2Q9aJ8Jgeu5B9pMBxB3Jn. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  'ANT-002':
    'messages.22: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01HqfLWiAKQLsniF2fBGF2KD, toolu_01SJzDkeAZER935cpGFptTNk. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  'ANT-003':
    'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_x. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
  'ANT-004':
    'messages.N.content.M: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01Lz4DQdjjho9bntBh7LtYWJ',
  'ANT-005': 'messages.1.content.1: `tool_use` ids must be unique',
  'ANT-006': "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  'ANT-007': "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  'ANT-008':
    'messages.7.content.0: unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_017Tii4oWGrhVoMF2h9kXgqx. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it.',
  'ANT-011': "tool_addition/tool_removal references unknown tool '...'",
  'ANT-012':
    'messages.27: Did not find 1 `tool_result` block(s) at the beginning of this message. Messages following `tool_use` blocks must begin with a matching number of `tool_result` blocks.',
  'ANT-014': 'messages.N.content.M.tool_use.input: Input should be a valid dictionary',
  'ANT-020': 'messages: first message must use the "user" role',
  'ANT-021': 'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
  'ANT-022': "messages.0: use the top-level 'system' parameter for the initial system prompt",
  'ANT-023': "role 'system' is not supported on this model",
  'ANT-025': 'tool_addition/tool_removal is not supported on this model',
  'ANT-026': 'messages.0: all messages must have non-empty content except for the optional final assistant message',
  'ANT-027': 'messages: text content blocks must be non-empty',
  'ANT-028': 'messages: text content blocks must contain non-whitespace text',
  'ANT-029': 'messages: final assistant content cannot end with trailing whitespace',
  'ANT-030': 'This model does not support assistant message prefill. The conversation must end with a user message.',
  'ANT-036': "messages.2.content.0.tool_result: all content must be type 'text' if 'is_error' is true",
  'ANT-059':
    'messages.1: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
  'ANT-032': 'messages.14.content.0.tool_result: content cannot be empty if `is_error` is true',
  'ANT-033': 'messages.N.content.M.<type>.<field>: Extra inputs are not permitted',
  'ANT-034': 'max_tokens: Field required',
  'ANT-035': 'The request body is not valid JSON: no low surrogate in string: line 1 column N (char N)',
  'ANT-040': 'messages.3.content.3: Invalid `signature` in `thinking` block',
  'ANT-041': 'messages.647.content.0.thinking.signature: Field required',
  'ANT-042': 'messages.1.content.0: Invalid `data` in `redacted_thinking` block',
  'ANT-043':
    'messages.1.content.38: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
  'ANT-044':
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation at https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking',
  'ANT-045': 'Thinking may not be enabled when tool_choice forces tool use.',
  'ANT-047':
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
  'ANT-049':
    '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
  'ANT-050': '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
  'ANT-051': "output_config.effort 'xhigh' is not supported when thinking is disabled on this model",
  'ANT-052': "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
  'ANT-053':
    'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024 / `max_tokens` must be greater than `thinking.budget_tokens`',
  'ANT-054':
    'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header. The `system` prompt differs from the one this block was created with.',
  'ANT-055': '… The `thinking` block that preceded this one when it was created is missing from this request.',
  'ANT-060': 'Requests which include `tool_use` or `tool_result` blocks must define tools',
  'ANT-061': "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  'ANT-062': 'tools: Tool names must be unique.',
  'ANT-063': 'tools.0.custom.input_schema.type: Field required',
  'ANT-065': 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  'ANT-066': 'messages.28.content.1.text: cache_control cannot be set for empty text blocks',
  'ANT-068': 'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
  'ANT-075': 'container: Input should be a valid string',
  'OAC-001':
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_jJATmoUduQWxi4tRwcQjsodM",
  'OAC-002':
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
  'OAC-003':
    "Invalid 'messages[10].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 53 instead.",
  'OAC-005':
    "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  'OAC-006':
    "Invalid 'tools[5].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 2357 instead.",
  'OAC-007':
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
  'OAC-009': "Invalid value for 'content': expected a string, got null.",
  'OAC-010': "Invalid value for 'content': expected a string, got null.",
  'OAC-011':
    "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
  'OAC-012':
    "Invalid 'messages[234]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
  'OAC-013': "Invalid 'messages[3]'. Content blocks are expected to be either text or image_url type.",
  'OAC-014':
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  'OAC-015':
    "Unsupported value: 'temperature' does not support 0.16 with this model. Only the default (1) value is supported.",
  'OAC-016': "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
  'OAC-017':
    "Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
  'OAC-018':
    "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
  'OAC-019': "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
  'OAC-020':
    "Invalid schema for function 'x': In context=(), 'additionalProperties' is required to be supplied and to be false.",
  'OAC-025':
    "Invalid 'messages[3].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  'OAR-001': 'No tool output found for function call call_Vl4ONDDhAIvy8S69bZYi3FK8.',
  'OAR-002': 'No tool call found for function call output with call_id call_uelfkqtHfJDC4Btqeoozq82e.',
  'OAR-003':
    "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64, but got a string with length 116 instead.",
  'OAR-004':
    "Invalid 'input[3].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.",
  'OAR-005': [
    "Invalid 'input[3].id': '__fake_id__'. Expected an ID that begins with 'fc'.",
    "… begins with 'ctc'",
    "Invalid 'input[41].id': 'fc_HIRrd_…'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
  ],
  'OAR-006': 'Duplicate item found with id msg_4. Remove duplicate items from your input and try again.',
  'OAR-007': "Duplicate 'call_id': undefined",
  'OAR-008':
    "Item 'rs_68c42de022c881948db7ed1cc2529f2e0202c9ad459e0d23' of type 'reasoning' was provided without its required following item.",
  'OAR-009': "Item 'fc_...' of type 'function_call' was provided without its required 'reasoning' item: 'rs_...'.",
  'OAR-012':
    'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content item_id did not match the target item id.',
  'OAR-013': 'encrypted content missing recognized prefix (expected `rsn_` or `smry_`)',
  'OAR-014': 'reasoning `encrypted_content` was not issued to this caller',
  'OAR-015': "Invalid 'input[n].content': array too long. Expected an array with maximum length 0",
  'OAR-016': 'Encrypted content cannot be requested for persisted responses',
  'OAR-017': 'Previous response cannot be used for this organization due to Zero Data Retention.',
  'OAR-022': "Missing namespace for function_call '...'. It does not exist in the default namespace.",
  'OAR-023': "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
  'OAR-028': 'input item ID does not belong to this connection',
  'OAR-029': "Invalid 'input[N].id': … Expected an ID that begins with 'ctc'.",
  'GEM-001':
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  'GEM-002':
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  'GEM-003': 'Please ensure that function response turn comes immediately after a function call turn.',
  'GEM-004': 'Please ensure that multiturn requests ends with a user role or a function response',
  'GEM-006': 'Please use a valid role: user, model.',
  'GEM-007': '* GenerateContentRequest.contents: contents is not specified',
  'GEM-008': '* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.',
  'GEM-009': [
    'Unable to submit request because it must include at least one parts field …',
    'Unable to submit request because it must have a text parameter.',
  ],
  'GEM-010':
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:Bash` , position 2. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
  'GEM-012': [
    'Corrupted thought signature.',
    'Invalid thought signature.',
    'Unable to submit request because Thought signature is not valid.',
  ],
  'GEM-013': "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed",
  'GEM-015': 'Unable to submit request because thought_signature is invalid.',
  'GEM-016': 'messages.243: `tool_use` ids were found without `tool_result` blocks immediately after: bash-uOQIdN0O. …',
  'GEM-017': '* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.',
  'GEM-018':
    'Invalid value at \'contents[2].parts[0].function_response.response\' (type.googleapis.com/google.protobuf.Struct), "ok"',
  'GEM-019': "Invalid value at '…function_call.args' (type.googleapis.com/google.protobuf.Struct)",
  'GEM-020':
    'tools[0].function_declarations[53].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
  'GEM-021':
    'Invalid JSON payload received. Unknown name "exclusiveMinimum" at \'tools[0].function_declarations[6].parameters.properties[3].value.any_of[0]\': Cannot find field.',
  'GEM-023':
    '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type',
  'GEM-024':
    'Invalid value at \'tools[0].function_declarations[1].parameters.properties[0].value.type\' (type.googleapis.com/google.cloud.aiplatform.v1beta1.Type), ""',
  'GEM-025': "… parameters.properties[url].format: only 'enum' and 'date-time' are supported for STRING type",
  'GEM-026': [
    'Multiple tools are supported only when they are all search tools.',
    'Tool call context circulation is not enabled',
  ],
  'GEM-027': 'Function calling config is set without function_declarations',
  'GEM-028': 'Tool config, tools and system instruction should not be set in the request when using cached content.',
  'GEM-031': 'You can only set only one of thinking budget and thinking level.',
  'GEM-036': 'Request contains an invalid argument.',
  'MIS-001': 'Tool call id was call_search but must be a-z, A-Z, 0-9, with a length of 9.',
  'MIS-002': 'Not the same number of function calls and responses',
  'MIS-003': 'Unexpected tool call id {id} in tool results',
  'MIS-004': 'Duplicate tool call id {id} in tool results',
  'MIS-005': 'Duplicate tool call id {id} in assistant message',
  'MIS-006': 'Tool call id has to be defined.',
  'MIS-007': 'Tool call id has to be defined in serving mode.',
  'MIS-008': "Unexpected role 'user' after role 'tool'",
  'MIS-009': "Unexpected role 'tool' after role 'user'",
  'MIS-010': "Unexpected role 'system' after role 'assistant'",
  'MIS-011': 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
  'MIS-012': 'Assistant message with prefix True must be last message',
  'MIS-013': 'Assistant message must have either content or tool_calls, but not none.',
  'MIS-014': 'Assistant message must have either content or tool_calls, but not both.',
  'MIS-015':
    'Function name was fs.read but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
  'MIS-016': 'Invalid tool schema: …',
  'MIS-018': 'Conversation must start with a user message or system message',
  'MIS-019': "Unexpected content chunk types in tool message: ['ThinkChunk']",
  'MIS-020': "Unexpected content chunk types in tool message: ['ImageURLChunk']",
  'MIS-021':
    'Message cannot have both thinking chunks in content and a top-level `reasoning` or `reasoning_content` field.',
  'MIS-022': "reasoning_effort='high' is not supported for this model",
  'MIS-025': 'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
  'KIM-003':
    "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: Shell:58",
  'KIM-005': 'tool_call_id  is not found',
  'KIM-006': 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 7',
  'KIM-010': 'the thinking field in the request (expected type object) is illegal, and bool is not acceptable',
  'KIM-011': [
    'invalid temperature: only 1 is allowed for this model',
    'invalid temperature: only 0.6 is allowed for this model',
  ],
  'KIM-013': "Invalid request: the message at position 4 with role 'assistant' must not be empty",
  'KIM-014':
    "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path 'properties.filters.properties.hiddenPageDuration.$ref': references must start with #/$defs/…>",
  'DSK-001':
    'Missing `reasoning_content` field in the assistant message at message index 2. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls',
  'DSK-002': 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  'DSK-004':
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
  'DSK-005': "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
  'DSK-006': 'Thinking mode does not support this tool_choice',
  'DSK-008': 'No tool output found for tool call call-a.',
  'DSK-011':
    "Invalid 'messages[38].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  'OLL-002':
    'json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments',
  'OLL-003': 'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
  'OLL-005':
    'llama3 does not support tools (native form is prefixed with the full model ref, e.g. registry.ollama.ai/library/llama3:latest)',
  'OLL-006': '"llama3" does not support thinking',
  'OLL-010': [
    'invalid tool call arguments',
    'image URLs are not currently supported, please use base64 encoded data instead',
  ],
  'OLL-011': "tool_use block missing required 'id' field",
  'VLL-001': [
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
    'Conversation roles must alternate user/assistant/user/assistant/...',
  ],
  'VLL-002': 'System message must be at the beginning.',
  'VLL-007': '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  'GRQ-001':
    "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
  'XAI-002': 'An empty message was provided. Every message needs at least one non-empty content element.',
  'XAI-003': "This model does not support 'reasoning_effort' value 'none'",
  'QWN-001':
    '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[532].role',
  'QWN-002':
    '<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a preceeding message with "tool_calls".',
  'QWN-003':
    '<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode',
  'QWN-004': 'Json mode response is not supported when enable_thinking is true',
  'QWN-005':
    '<400> InternalError.Algo.InvalidParameter: The thinking_budget parameter must be a positive integer and not greater than 0',
  'QWN-006':
    '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON format.',
  'GLM-001': 'messages 参数非法。请检查文档。',
  'GLM-004': '… please use low, high, or max …',
  'AZR-001': 'Unrecognized request argument supplied: …',
  'AZR-003': 'No tool output found for function call …',
};

/** Everything with another status, another meaning, or a code. */
const others: readonly ProviderErrorText[] = [
  {
    rule: 'ANT-070',
    status: 400,
    text: 'prompt is too long: 208310 tokens > 200000 maximum',
    reason: 'context-overflow',
  },
  {
    rule: 'ANT-071',
    status: 400,
    text: 'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    reason: 'context-overflow',
  },
  {
    rule: 'ANT-072',
    status: 429,
    text: 'This request would exceed the rate limit for your organization (…) of 40,000 input tokens per minute. …',
    reason: 'rate-limit',
  },
  {
    rule: 'ANT-072',
    status: 429,
    text: "This request would exceed your account's rate limit. Please try again later.",
    reason: 'rate-limit',
  },
  { rule: 'ANT-072', status: 429, text: 'Rate limited', reason: 'rate-limit' },
  {
    rule: 'OAC-008',
    status: 400,
    text: "Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    code: 'empty_array',
    reason: 'invalid-request',
  },
  {
    rule: 'OAC-021',
    status: 400,
    text: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens. Please reduce the length of the messages.",
    code: 'context_length_exceeded',
    reason: 'context-overflow',
  },
  {
    rule: 'OAC-022',
    status: 429,
    text: 'Rate limit reached for gpt-4.1 in organization org-… on tokens per min (TPM): Limit 30000, Used 18928, Requested 11159. Please try again in 174ms. Visit https://platform.openai.com/account/rate-limits to learn more.',
    reason: 'rate-limit',
  },
  {
    rule: 'OAC-023',
    status: 429,
    text: 'Request too large for gpt-4o in organization … on tokens per min (TPM): Limit 30000, Requested 30601. The input or output tokens must be reduced in order to run successfully.',
    reason: 'context-overflow',
  },
  {
    rule: 'OAC-023',
    status: 429,
    text: 'You exceeded your current quota, please check your plan and billing details.',
    code: 'insufficient_quota',
    reason: 'billing',
  },
  {
    rule: 'OAR-010',
    status: 404,
    text: "Item with id 'rs_04962823ecde01b901698e138042688193a657e07614b238c3' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    reason: 'invalid-request',
  },
  {
    rule: 'OAR-011',
    status: 400,
    text: 'The encrypted content gAAA...DQ== could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    code: 'invalid_encrypted_content',
    reason: 'invalid-request',
  },
  {
    rule: 'OAR-018',
    status: 400,
    text: "Previous response with id 'resp_…' not found.",
    code: 'previous_response_not_found',
    reason: 'invalid-request',
  },
  {
    rule: 'OAR-020',
    status: 400,
    text: 'The file type you uploaded is not supported. Please try again with a pdf',
    code: 'unsupported_file',
    reason: 'invalid-request',
  },
  {
    rule: 'OAR-026',
    status: 400,
    text: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    code: 'context_length_exceeded',
    reason: 'context-overflow',
  },
  {
    rule: 'OAR-027',
    status: 200,
    text: 'Rate limit reached for gpt-5.1 in organization org-AAA on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528. Please try again in 11.054s.',
    reason: 'rate-limit',
  },
  { rule: 'OAR-028', status: 401, text: 'input item ID does not belong to this connection', reason: 'invalid-request' },
  {
    rule: 'GEM-032',
    status: 400,
    text: 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
    reason: 'context-overflow',
  },
  {
    rule: 'GEM-033',
    status: 429,
    text: 'You exceeded your current quota, please check your plan and billing details. … \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_paid_tier_input_token_count, limit: 4000000\nPlease retry in 47.434392449s.',
    reason: 'rate-limit',
  },
  {
    rule: 'GEM-034',
    status: 429,
    text: 'Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.',
    reason: 'rate-limit',
  },
  { rule: 'GEM-034', status: 429, text: 'Resource has been exhausted (e.g. check quota).', reason: 'rate-limit' },
  {
    rule: 'MIS-014',
    status: 422,
    text: 'Assistant message must have either content or tool_calls, but not both.',
    reason: 'invalid-request',
  },
  {
    rule: 'MIS-024',
    status: 400,
    text: 'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
    reason: 'context-overflow',
  },
  {
    rule: 'KIM-015',
    status: 400,
    text: 'Your request exceeded model token limit: 262144 (requested: 300000)',
    reason: 'context-overflow',
  },
  { rule: 'DSK-009', status: 400, text: 'Model Not Exist', reason: 'model-not-found' },
  {
    rule: 'DSK-010',
    status: 422,
    text: 'Failed to deserialize the JSON body into the target type: messages[3].role: unknown variant `function`, expected one of `system`, `user`, `assistant`, `tool` at line 1 column 7851',
    reason: 'invalid-request',
  },
  { rule: 'OLL-007', status: 400, text: 'the input length exceeds the context length', reason: 'context-overflow' },
  { rule: 'OLL-012', status: 404, text: "model 'x' not found", reason: 'model-not-found' },
  {
    rule: 'GRQ-002',
    status: 400,
    text: "Tool call validation failed: tool call validation failed: parameters for tool get_something_by_name did not match schema: errors: [missing properties: 'name', additionalProperties 'foo' not allowed]",
    code: 'tool_use_failed',
    reason: 'server',
  },
  {
    rule: 'GRQ-003',
    status: 400,
    text: "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    code: 'tool_use_failed',
    reason: 'server',
  },
  {
    rule: 'GRQ-004',
    status: 400,
    text: 'Please reduce the length of the messages or completion.',
    reason: 'context-overflow',
  },
  {
    rule: 'GRQ-004',
    status: 413,
    text: 'Please reduce the length of the messages or completion.',
    reason: 'context-overflow',
  },
  {
    rule: 'XAI-004',
    status: 400,
    text: "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
    reason: 'context-overflow',
  },
  {
    rule: 'GLM-002',
    status: 400,
    text: 'The prompt parameter was not received normally',
    code: '1213',
    reason: 'invalid-request',
  },
  { rule: 'GLM-003', status: 422, text: "Input should be 'user' or 'assistant'", reason: 'invalid-request' },
  { rule: 'GLM-005', status: 200, text: 'model_context_window_exceeded', reason: 'context-overflow' },
  {
    rule: 'AZR-004',
    status: 400,
    text: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    reason: 'content-filter',
  },
  {
    rule: 'ORT-002',
    status: 404,
    text: 'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection',
    reason: 'invalid-request',
  },
  {
    rule: 'ORT-005',
    status: 400,
    text: "This endpoint's maximum context length is X tokens. However, you requested about Y tokens",
    reason: 'context-overflow',
  },
  {
    rule: 'BDR-001',
    status: 400,
    text: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    code: 'TOOL_CONFIG_MISSING',
    reason: 'invalid-request',
  },
];

export const providerErrors: readonly ProviderErrorText[] = [
  ...Object.entries(refused).flatMap(([rule, texts]) =>
    [texts].flat().map((text): ProviderErrorText => ({ rule, status: 400, text, reason: 'invalid-request' })),
  ),
  ...others,
];

/** Quoted as whole bodies. */
export const providerErrorBodies: readonly ProviderErrorBody[] = [
  {
    rule: 'ANT-073',
    status: 529,
    body: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    reason: 'overloaded',
  },
  {
    rule: 'ANT-073',
    status: 500,
    body: '{"type":"error","error":{"type":"api_error","message":"Overloaded"}}',
    reason: 'overloaded',
  },
  {
    rule: 'ANT-073',
    status: 200,
    body: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    reason: 'overloaded',
  },
  {
    rule: 'OAR-027',
    status: 200,
    body: '{"type":"response.failed","response":{"error":{"code":"server_is_overloaded","message":"Our servers are currently overloaded. Please try again later."}}}',
    reason: 'overloaded',
  },
  { rule: 'OAR-027', status: 200, body: '{"error":{"code":"slow_down","message":"Slow down"}}', reason: 'overloaded' },
  {
    rule: 'GEM-033',
    status: 429,
    body: '{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"47.434392449s"}]}}',
    reason: 'rate-limit',
  },
  {
    rule: 'GEM-035',
    status: 400,
    body: '[{"error":{"code":400,"message":"Request contains an invalid argument.","status":"INVALID_ARGUMENT"}}]',
    reason: 'invalid-request',
  },
  {
    rule: 'GEM-035',
    status: 429,
    body: '[{"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED"}}]',
    reason: 'rate-limit',
  },
  {
    rule: 'MIS-017',
    status: 422,
    body: '{"object":"Error","detail":[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted","input":[]}],"type":"invalid_request_error","code":3001}',
    reason: 'invalid-request',
  },
  {
    rule: 'OLL-008',
    status: 200,
    body: '{"error":"an error was encountered while running the model"}',
    reason: 'server',
  },
  {
    rule: 'XAI-001',
    status: 400,
    body: '{"code":"Client specified an invalid argument","error":"Invalid request content: Each message must have at least one content element."}',
    reason: 'invalid-request',
  },
  {
    rule: 'GLM-001',
    status: 400,
    body: '{"error":{"code":"1214","message":"The messages parameter is illegal. Please check the documentation."}}',
    reason: 'invalid-request',
  },
  {
    rule: 'ORT-001',
    status: 400,
    body: '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{…}","provider_name":"Google AI Studio"}}}',
    reason: 'invalid-request',
  },
  {
    rule: 'ORT-001',
    status: 400,
    body: '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"error\\":{\\"message\\":\\"prompt is too long: 208310 tokens > 200000 maximum\\"}}","provider_name":"Anthropic"}}}',
    reason: 'context-overflow',
  },
];
