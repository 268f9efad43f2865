/** Which fields each content block may have, and their types: everything else is refused (ANT-033). */

export type Kind = 'text' | 'flag' | 'object' | 'list' | 'text or list' | 'object or list' | 'anything';

export interface BlockFields {
  readonly required: Readonly<Record<string, Kind>>;
  readonly optional: Readonly<Record<string, Kind>>;
  /** Roles of the messages it may be in. */
  readonly roles: readonly string[];
}

const user: readonly string[] = ['user'];
const assistant: readonly string[] = ['assistant'];
const both: readonly string[] = ['user', 'assistant'];
const cached: Readonly<Record<string, Kind>> = { cache_control: 'object' };

const serverResult: BlockFields = {
  required: { tool_use_id: 'text', content: 'object or list' },
  optional: { ...cached, caller: 'object' },
  roles: assistant,
};

export const blockFields: Readonly<Record<string, BlockFields>> = {
  text: { required: { text: 'text' }, optional: { ...cached, citations: 'list' }, roles: [...both, 'system'] },
  image: { required: { source: 'object' }, optional: { ...cached, transformations: 'object' }, roles: user },
  document: {
    required: { source: 'object' },
    optional: { ...cached, citations: 'object', context: 'text', title: 'text' },
    roles: user,
  },
  search_result: {
    required: { content: 'list', source: 'text', title: 'text' },
    optional: { ...cached, citations: 'object' },
    roles: user,
  },
  thinking: { required: { thinking: 'text', signature: 'text' }, optional: {}, roles: assistant },
  redacted_thinking: { required: { data: 'text' }, optional: {}, roles: assistant },
  tool_use: {
    required: { id: 'text', input: 'anything', name: 'text' },
    optional: { ...cached, caller: 'object', toolset_name: 'text' },
    roles: assistant,
  },
  tool_result: {
    required: { tool_use_id: 'text' },
    optional: { ...cached, content: 'text or list', is_error: 'flag', toolset_name: 'text' },
    roles: user,
  },
  server_tool_use: {
    required: { id: 'text', input: 'object', name: 'text' },
    optional: { ...cached, caller: 'object' },
    roles: assistant,
  },
  web_search_tool_result: serverResult,
  web_fetch_tool_result: serverResult,
  advisor_tool_result: serverResult,
  code_execution_tool_result: serverResult,
  bash_code_execution_tool_result: serverResult,
  text_editor_code_execution_tool_result: serverResult,
  tool_search_tool_result: serverResult,
  mcp_tool_use: {
    required: { id: 'text', input: 'object', name: 'text', server_name: 'text' },
    optional: cached,
    roles: assistant,
  },
  mcp_tool_result: {
    required: { tool_use_id: 'text' },
    optional: { ...cached, content: 'text or list', is_error: 'flag' },
    roles: assistant,
  },
  container_upload: { required: { file_id: 'text' }, optional: cached, roles: user },
  compaction: {
    required: {},
    optional: { ...cached, content: 'text', encrypted_content: 'text', signature: 'text', tool_changes: 'list' },
    roles: assistant,
  },
  tool_addition: { required: { tool: 'object' }, optional: cached, roles: ['system'] },
  tool_removal: { required: { tool: 'object' }, optional: cached, roles: ['system'] },
};

const reference: BlockFields = { required: { tool_name: 'text' }, optional: cached, roles: user };

/** Inside the content of a `tool_result`. */
export const resultFields: Readonly<Record<string, BlockFields>> = Object.fromEntries([
  ...Object.entries(blockFields).filter(([type]) => ['text', 'image', 'document', 'search_result'].includes(type)),
  ['tool_reference', reference],
]);

export const requestFields: readonly string[] = [
  ...['model', 'messages', 'max_tokens', 'system', 'tools', 'tool_choice', 'thinking', 'output_config', 'stream'],
  ...['temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata', 'service_tier', 'container', 'cache_control'],
  ...['context_management', 'mcp_servers', 'output_format', 'inference_geo', 'speed', 'compaction', 'diagnostics'],
  ...['fallbacks', 'fallback_credit_token', 'thread', 'user_profile_id', 'workspace_id'],
];

export const toolFields: readonly string[] = [
  ...['type', 'name', 'description', 'input_schema', 'cache_control', 'defer_loading', 'allowed_callers'],
  ...['eager_input_streaming', 'input_examples', 'strict'],
];

export const messageFields: Readonly<Record<string, readonly string[]>> = {
  user: ['role', 'content'],
  assistant: ['role', 'content'],
  system: ['role', 'content', 'clear_at', 'output_config'],
};

/** Tools that Anthropic defines: `web_search_20250305`, `bash_20250124`. */
export const definedTool: RegExp =
  /^(web_search|web_fetch|code_execution|bash|text_editor|computer|memory|advisor|browser_toolset|computer_toolset)_\d{8}$|^(tool_search_tool_(bm25|regex)(_\d{8})?|mcp_toolset)$/;
