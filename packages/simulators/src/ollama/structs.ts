/**
 * The requests as Go knows them. A field is a scalar, a struct, `[]` of something, `map:` of something, `any`, or one of the types
 * that read themselves: `think`, `duration`, `image`, `args`, `property-type`.
 */

export type StructFields = Readonly<Record<string, string>>;

export const structs: Readonly<Record<string, StructFields>> = {
  ChatRequest: {
    model: 'string',
    messages: '[]Message',
    stream: 'bool',
    format: 'any',
    keep_alive: 'duration',
    tools: '[]Tool',
    options: 'object',
    think: 'think',
    truncate: 'bool',
    shift: 'bool',
    logprobs: 'bool',
    top_logprobs: 'int',
  },
  Message: {
    role: 'string',
    content: 'string',
    thinking: 'string',
    images: '[]image',
    tool_calls: '[]ToolCall',
    tool_name: 'string',
    tool_call_id: 'string',
  },
  ToolCall: { id: 'string', function: 'ToolCallFunction' },
  ToolCallFunction: { index: 'int', name: 'string', arguments: 'args' },
  Tool: { type: 'string', items: 'any', function: 'ToolFunction' },
  ToolFunction: { name: 'string', description: 'string', parameters: 'ToolFunctionParameters' },
  ToolFunctionParameters: {
    type: 'string',
    $defs: 'any',
    items: 'any',
    required: '[]string',
    properties: 'map:ToolProperty',
  },
  ToolProperty: {
    anyOf: '[]ToolProperty',
    type: 'property-type',
    items: 'any',
    description: 'string',
    enum: '[]any',
    properties: 'map:ToolProperty',
    required: '[]string',
  },
  ShowRequest: {
    model: 'string',
    name: 'string',
    system: 'string',
    template: 'string',
    verbose: 'bool',
    options: 'object',
  },
  ChatCompletionRequest: {
    model: 'string',
    messages: '[]CompletionMessage',
    stream: 'bool',
    stream_options: 'object',
    max_tokens: 'int',
    tools: '[]Tool',
    reasoning_effort: 'string',
    response_format: 'object',
  },
  CompletionMessage: {
    role: 'string',
    content: 'any',
    reasoning: 'string',
    tool_calls: '[]CompletionCall',
    name: 'string',
    tool_call_id: 'string',
  },
  CompletionCall: { id: 'string', index: 'int', type: 'string', function: 'CompletionFunction' },
  CompletionFunction: { name: 'string', arguments: 'string' },
  MessagesRequest: {
    model: 'string',
    max_tokens: 'int',
    messages: '[]MessageParam',
    system: 'any',
    stream: 'bool',
    tools: '[]AnthropicTool',
    tool_choice: 'object',
    thinking: 'object',
  },
  MessageParam: { role: 'string', content: 'any' },
  AnthropicTool: { type: 'string', name: 'string', description: 'string', input_schema: 'any' },
};

/** Structs that have another name in Ollama, or that are not part of `api`. */
export const goNames: Readonly<Record<string, string>> = {
  ChatCompletionRequest: 'openai.ChatCompletionRequest',
  CompletionMessage: 'openai.Message',
  CompletionCall: 'openai.ToolCall',
  CompletionFunction: 'struct { Name string "json:\\"name\\""; Arguments string "json:\\"arguments\\"" }',
  MessagesRequest: 'anthropic.MessagesRequest',
  MessageParam: 'anthropic.MessageParam',
  AnthropicTool: 'anthropic.Tool',
  object: 'map[string]interface {}',
  any: 'interface {}',
  image: 'api.ImageData',
  args: 'api.ToolCallFunctionArguments',
  'property-type': 'api.PropertyType',
  '[]Tool': 'api.Tools',
};
