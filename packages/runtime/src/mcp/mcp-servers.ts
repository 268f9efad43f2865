/** The MCP servers of a session, or of several: what they offer, how they are, their beginning and their end. */
import type { AgentTool, ToolReport } from '../tool/tool.ts';
import type { McpStatus } from './mcp-config.ts';
import type { ServerPrompt } from './server-prompts.ts';

/** A prompt, and whose it is. */
export interface McpPrompt extends ServerPrompt {
  readonly server: string;
}

export interface McpServers {
  /** Resolves when every server is there or has failed; never rejects. */
  start(): Promise<void>;
  /** By server and name, the same order every time. Servers that have stopped still offer theirs. */
  tools(): readonly AgentTool[];
  /** What the servers that are there offer to be said. */
  prompts(): readonly McpPrompt[];
  /** The words of a prompt. Rejects with a sentence for the user. */
  prompt(server: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  /** What a resource of a server holds, as text and media. Rejects with a sentence for the user. */
  resource(server: string, uri: string, signal: AbortSignal): Promise<ToolReport>;
  status(): readonly McpStatus[];
  /** One more try for a server that has failed, or a fresh start for any other; never rejects. */
  restart(server: string): Promise<void>;
  /** Nothing is left running when it resolves; never rejects. */
  close(): Promise<void>;
}
