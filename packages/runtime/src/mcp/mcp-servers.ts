/** The MCP servers of one or several sessions: what they offer, their state, their start and end. */
import type { AgentTool, ToolReport } from '../tool/tool.ts';
import type { McpStatus } from './mcp-config.ts';
import type { ServerPrompt } from './server-prompts.ts';

/** A prompt and its server. */
export interface McpPrompt extends ServerPrompt {
  readonly server: string;
}

export interface McpServers {
  /** Resolves when every server is ready or has failed; never rejects. */
  start(): Promise<void>;
  /** The tools, sorted by server and name. Includes tools of servers that have stopped. */
  tools(): readonly AgentTool[];
  /** The prompts of the servers that are running. */
  prompts(): readonly McpPrompt[];
  /** The text of a prompt. Rejects with a sentence for the user. */
  prompt(server: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  /** The contents of a resource as text and media. Rejects with a sentence for the user. */
  resource(server: string, uri: string, signal: AbortSignal): Promise<ToolReport>;
  status(): readonly McpStatus[];
  /** Retries a server that has failed, or restarts any other; never rejects. */
  restart(server: string): Promise<void>;
  /** Nothing is left running when it resolves; never rejects. */
  close(): Promise<void>;
}
