/** `@interlock/runtime/mcp`: MCP servers for sessions. Needs the package `@modelcontextprotocol/client`. */

export { type CheckedField, checkField } from './mcp/check-field.ts';
export { createMcpServers } from './mcp/create-mcp-servers.ts';
export type {
  AskElicitation,
  Elicitation,
  ElicitationAnswer,
  ElicitationChoice,
  ElicitationField,
  ElicitationValue,
  TextFormat,
} from './mcp/elicitation.ts';
export type {
  AskMcpGrant,
  HttpServerConfig,
  McpGrant,
  McpNotice,
  McpOAuth,
  McpOAuthConfig,
  McpOptions,
  McpServerConfig,
  McpState,
  McpStatus,
  McpTimeouts,
  StdioServerConfig,
} from './mcp/mcp-config.ts';
export type { McpPrompt, McpServers } from './mcp/mcp-servers.ts';
export { createMcpTokens, type McpLogin, type McpTokens } from './mcp/oauth/mcp-tokens.ts';
export { type SignInOptions, signInToMcp } from './mcp/oauth/sign-in.ts';
export type { SignInNeed } from './mcp/oauth/sign-in-need.ts';
export { type SignOutOptions, signOutOfMcp } from './mcp/oauth/sign-out.ts';
export { secretArguments } from './mcp/secret-arguments.ts';
export type { PromptArgument } from './mcp/server-prompts.ts';
