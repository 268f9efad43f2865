/** The fields the API knows, by where they are (ANT-033). Blocks of an unlisted type are not checked. */

export type Fields = ReadonlySet<string>;

const fields = (...names: readonly string[]): Fields => new Set(names);

export const bodyFields: Fields = fields(
  ...['model', 'messages', 'max_tokens', 'system', 'tools', 'tool_choice', 'thinking', 'output_config', 'metadata'],
  ...['stop_sequences', 'stream', 'temperature', 'top_p', 'top_k', 'service_tier', 'cache_control', 'container'],
  ...['inference_geo', 'mcp_servers', 'context_management', 'speed', 'diagnostics', 'user_profile_id', 'workspace_id'],
  'fallbacks',
  // Bedrock and Vertex, where the header of that name is not read (BDR-011, BDR-020, VTX-006).
  ...['anthropic_version', 'anthropic_beta'],
);

export const messageFields: Fields = fields('role', 'content');

export const toolFields: Fields = fields(
  ...['name', 'description', 'input_schema', 'type', 'cache_control', 'strict', 'defer_loading', 'input_examples'],
  ...['allowed_callers', 'eager_input_streaming'],
);

export const blockFields: ReadonlyMap<string, Fields> = new Map([
  ['text', fields('type', 'text', 'cache_control', 'citations')],
  ['image', fields('type', 'source', 'cache_control', 'transformations')],
  ['document', fields('type', 'source', 'cache_control', 'citations', 'context', 'title')],
  ['thinking', fields('type', 'thinking', 'signature')],
  ['redacted_thinking', fields('type', 'data')],
  ['tool_use', fields('type', 'id', 'name', 'input', 'cache_control', 'caller', 'toolset_name')],
  ['tool_result', fields('type', 'tool_use_id', 'content', 'is_error', 'cache_control', 'toolset_name')],
  ['server_tool_use', fields('type', 'id', 'name', 'input', 'cache_control', 'caller')],
]);

export const sourceFields: Fields = fields('type', 'media_type', 'data', 'url', 'file_id', 'content');
